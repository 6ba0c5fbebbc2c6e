// The promise of the dice: kept once, compared ever after; words are sealed before they are opened.
import { beforeEach, describe, expect, it } from "vitest";
import { Pledge, sealed } from "../../src/table/pledge.svelte";
import type { Summary } from "../../src/types";

const told = (some: object = {}, whos = ["link", "link"]) =>
	({
		seats: whos.map((who, seat) => ({ seat, who, name: ["Red", "Blue"][seat] })),
		dice: { kind: "committed", receipt: "r1", contributions: {}, sealed: {}, secret: null, ...some },
	}) as unknown as Summary;

function table(infos: Summary[]) {
	const sent: object[] = [];
	const pledge = new Pledge({
		id: () => "game",
		contribute: async (seat, what) => {
			sent.push({ seat, ...what });
			return { contributions: {}, sealed: {} };
		},
		info: async () => infos.shift() ?? told(),
		mine: () => [0],
		wait: async () => {},
	});
	return { pledge, sent };
}

beforeEach(() => localStorage.clear());

describe("a pledge", () => {
	it("is kept when the seat is taken, and says when the server says something else", () => {
		const { pledge } = table([]);
		pledge.tell(told());
		expect([pledge.receipt, pledge.broken]).toEqual(["r1", false]);
		pledge.tell(told({ receipt: "r2" }));
		expect([pledge.receipt, pledge.broken]).toEqual(["r1", true]);
	});

	it("seals words as the checkers do", async () => {
		// Made with `printf 'sandtable-dice-1 words\nabc\n' | sha256sum`.
		expect(await sealed("abc")).toBe("daa5a2b96068a95387db4aeb18bb65f00c2a0d27b8180c5c03106d4e32718ccf");
	});

	it("has its words opened only when the others have sealed theirs", async () => {
		const { pledge, sent } = table([told(), told({ sealed: { Blue: "s" } })]);
		await pledge.add(told(), [true, false]);
		expect(sent).toEqual([]);
		await pledge.add(told(), [true, true]);
		expect(sent.map((one) => Object.keys(one)[1])).toEqual(["seal", "words"]);
		const [seal, words] = sent as [{ seal: string }, { words: string }];
		expect(await sealed(words.words)).toBe(seal.seal);
	});

	it("opens at once what it has sealed before, and needs no seal against programs", async () => {
		const again = table([]);
		await again.pledge.add(told({ sealed: { Red: "s" } }), [true, false]);
		expect(again.sent.map((one) => Object.keys(one)[1])).toEqual(["words"]);
		const alone = table([]);
		await alone.pledge.add(told({}, ["here", "bot:regular"]), [true, null]);
		expect(alone.sent.map((one) => Object.keys(one)[1])).toEqual(["words"]);
	});

	it("adds nothing twice, nor when the players roll", async () => {
		const { pledge, sent } = table([]);
		await pledge.add(told({ contributions: { Red: "w" } }, ["here", "bot:regular"]), [true, null]);
		await pledge.add(told({ kind: "entered" }, ["here", "bot:regular"]), [true, null]);
		expect(sent).toEqual([]);
	});
});
