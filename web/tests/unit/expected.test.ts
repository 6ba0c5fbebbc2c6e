import { describe, expect, it } from "vitest";
import { buttons } from "../../src/table/choosing";
import { Expected, type Known, lasting, phaseOf, questionOf, remembered } from "../../src/table/expected";
import type { Choice, HintKind, Proposal, View } from "../../src/types";

function button(text: string, kind: HintKind = "plain"): Choice {
	return {
		text,
		verb: text,
		units: [],
		hexes: [],
		points: [],
		numbers: [],
		hint: { label: text, kind, path: [], spent: [], spot: null, facing: null, note: "", rolls: false },
	};
}

const look = (moment: string, words: string) =>
	({
		moment,
		prompt: { words, clauses: [] },
		counters: [{ name: "5.Pz a" }, { name: "331" }],
	}) as unknown as View;

const refusal = (reason: string, elsewhere: boolean) => ({
	refusal: { clause: "RULE-1", reason, elsewhere, responsible: ["331"], units: [1], hexes: [] },
});

/** A server that knows one reason; everything else is not what is being asked. */
const server =
	(view: View, reasons: Record<string, string>, asked: string[] = []) =>
	({ verb }: Proposal) => {
		asked.push(verb);
		const known = reasons[verb];
		return Promise.resolve(refusal(known ?? `not now: ${view.prompt!.words}`, known === undefined));
	};

describe("a phase", () => {
	it("is the same phase in the next turn", () => {
		expect(phaseOf(look("turn 3, attack", ""), 0)).toBe(phaseOf(look("turn 12, attack", ""), 0));
		expect(phaseOf(look("turn 3 (30 Nov), attack", ""), 0)).toBe(
			phaseOf(look("turn 4 (1 Dec), attack", ""), 0),
		);
		expect(phaseOf(look("turn 3, attack", ""), 0)).not.toBe(phaseOf(look("turn 3, attack", ""), 1));
	});

	it("asks the same about every counter", () => {
		const asked = (words: string) => questionOf(look("", words), [button("to"), button("stay")]);
		expect(asked("where does 5.Pz a go?")).toBe(asked("where does 331 go?"));
	});

	it("remembers its buttons in the order in which they came up, with their newest words", () => {
		const before: Known[] = [{ text: "bind", verb: "bind", numbers: [], label: "old", kind: "plain" }];
		const place = { ...button("to 0101"), hexes: ["0101"] };
		const known = remembered(before, [button("pass", "end"), button("bind"), place]);
		expect(known.map(({ text, label }) => [text, label])).toEqual([
			["bind", "bind"],
			["pass", "pass"],
		]);
	});
});

describe("a button that was there before", () => {
	const attack = look("turn 1, attack", "who attacks what?");

	it("stays with its reason, also after a reload and in the next turn", async () => {
		let kept = {};
		const first = new Expected({}, (phases) => {
			kept = phases;
		});
		expect(
			await first.missing(attack, 0, [button("bind"), button("pass", "end")], server(attack, {})),
		).toEqual([]);
		const later = look("turn 2, attack", "who attacks what?");
		const again = new Expected(kept, () => {});
		const greys = await again.missing(
			later,
			0,
			[button("pass", "end")],
			server(later, { bind: "nothing to bind" }),
		);
		expect(greys).toMatchObject([{ text: "bind", refusal: { reason: "nothing to bind", clause: "RULE-1" } }]);
	});

	it("is known in another game of the kind, unless it belongs to a place or a moment", async () => {
		let kept = {};
		const first = new Expected({}, (phases) => {
			kept = lasting(phases);
		});
		await first.missing(attack, 0, [button("bind"), button("leave", "price")], server(attack, {}));
		const other = new Expected({}, () => {});
		other.learn(kept);
		const reasons = { bind: "nothing to bind", leave: "not from here" };
		const greys = await other.missing(attack, 0, [button("pass", "end")], server(attack, reasons));
		expect(greys.map((grey) => grey.text)).toEqual(["bind"]);
		expect(other.order(attack, 0)).toEqual(["bind", "pass"]);
	});

	it("is gone where something else is asked, and is not asked about again; the ending stays", async () => {
		const expected = new Expected({}, () => {});
		await expected.missing(attack, 0, [button("bind"), button("pass", "end")], server(attack, {}));
		const asked: string[] = [];
		for (const unit of ["331", "5.Pz a"]) {
			const other = look("turn 1, attack", `where does ${unit} go?`);
			const greys = await expected.missing(other, 0, [], server(other, {}, asked));
			expect(greys.map((grey) => grey.text)).toEqual(["pass"]);
		}
		expect(asked.filter((text) => text === "bind")).toHaveLength(1);
	});

	it("is not told of where the server does not answer", async () => {
		const expected = new Expected({}, () => {});
		await expected.missing(attack, 0, [button("bind")], server(attack, {}));
		expect(await expected.missing(attack, 0, [], () => Promise.reject(new Error("offline")))).toEqual([]);
	});

	it("keeps its place among the others", async () => {
		const expected = new Expected({}, () => {});
		await expected.missing(
			attack,
			0,
			[button("bind"), button("roll"), button("pass", "end")],
			server(attack, {}),
		);
		const left = [button("roll"), button("pass", "end")];
		const greys = await expected.missing(attack, 0, left, server(attack, { bind: "nothing to bind" }));
		const order = expected.order(attack, 0);
		expect(buttons(left, greys, order).map(({ choice, grey }) => choice?.text ?? grey?.text)).toEqual([
			"bind",
			"roll",
			"pass",
		]);
	});
});

describe("a button that was grey in the same question", () => {
	it("is so at once, so that nothing is pushed about when the server has said why", async () => {
		const expected = new Expected({}, () => undefined);
		const view = look("turn 1, attack", "who attacks?");
		const why = server(view, { bind: "nothing is prepared" });
		const all = [button("bind"), button("loot"), button("pass", "end")];
		await expected.missing(view, 0, all, why);
		// The ending is expected before anybody was asked; others once it is known that they stay.
		const few = [button("add")];
		expect(expected.likely(view, 0, few).map(({ text }) => text)).toEqual(["pass"]);
		await expected.missing(view, 0, few, why);
		const later = expected.likely(view, 0, few);
		expect(later.map(({ text }) => text)).toEqual(["bind", "pass"]);
		expect(later[0]!.refusal.reason).toBe("nothing is prepared");
		expect(expected.isElsewhere(view, 0, few, "loot")).toBe(true);
		expect(expected.likely(view, 0, all)).toEqual([]);
	});
});
