import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Talking } from "../../src/table/talking.svelte";
import type { TalkLine } from "../../src/types";

const line = (number: number, seat = 1, at: string | null = null): TalkLine => ({
	number,
	seat,
	said: 0,
	step: 0,
	words: at ? "" : `line ${number}`,
	at,
});

function talk(heard = 0, read: TalkLine[] = []) {
	const kept: number[] = [];
	const asked: number[] = [];
	const talking = new Talking({
		read: (after) => {
			asked.push(after);
			return Promise.resolve(read.filter((one) => one.number > after));
		},
		say: (words, at) => Promise.resolve({ ...line(9, 0, at), words }),
		heard,
		keepHeard: (number) => kept.push(number),
		isMine: (seat) => seat === 0,
	});
	return { talking, kept, asked };
}

describe("talk", () => {
	beforeEach(() => vi.useFakeTimers());
	afterEach(() => vi.useRealTimers());

	it("counts lines of others that were not read, and forgets them when they are", () => {
		const { talking, kept } = talk(1);
		for (const one of [line(1), line(2), line(3, 0), line(4)]) talking.hear(one);
		expect(talking.unread).toBe(2);
		talking.listen();
		expect(talking.unread).toBe(0);
		expect(kept).toEqual([4]);
		talking.listen();
		expect(kept).toEqual([4]);
	});

	it("keeps its order, whichever way lines come, and takes none twice", async () => {
		const { talking, asked } = talk(0, [line(1), line(2)]);
		await talking.read();
		talking.hear(line(4));
		talking.hear(line(3));
		talking.hear(line(4));
		expect(talking.lines.map((one) => one.number)).toEqual([1, 2, 3, 4]);
		await talking.read();
		expect(asked).toEqual([0, 4]);
	});

	it("rings what is pointed at for a while; what was shown before one came is not ringed", async () => {
		const { talking } = talk(0, [line(1, 1, "0101")]);
		await talking.read();
		expect(talking.shown).toBeNull();
		talking.hear(line(2, 1, "0202"));
		expect(talking.shown?.at).toBe("0202");
		vi.advanceTimersByTime(7000);
		expect(talking.shown).toBeNull();
	});

	it("points once", async () => {
		const { talking } = talk();
		talking.pointing = true;
		await talking.flare("0303");
		expect([talking.pointing, talking.shown?.at]).toEqual([false, "0303"]);
	});
});
