import { describe, expect, it } from "vitest";
import { ribbon, taut } from "../../src/board/courses";
import { draw } from "../../src/board/drawing";
import { symbolOf } from "../../src/board/faces";
import { placed, reachOf, within } from "../../src/board/labels";
import { coveredBy } from "../../src/board/piles";
import { diceOf, endsOfTurns, everOn, lossesOf, rematch, sampled, weakened } from "../../src/table/account";
import { buttons, fitting, meaning, NOTHING, objectsOf, onlyAnswer } from "../../src/table/choosing";
import { moved, Together } from "../../src/table/together.svelte";
import type { Choice, Counter, LogEntry } from "../../src/types";
import { adding, counter, id } from "./counter";
import { smallMap } from "./map";

function choice(text: string, units: string[], hexes: string[], hint: Partial<Choice["hint"]> = {}): Choice {
	const usual = {
		label: "",
		kind: "plain" as const,
		path: [],
		spent: [],
		spot: null,
		facing: null,
		note: "",
		rolls: false,
	};
	return {
		text,
		verb: text.split(" ")[0]!,
		units: units.map(id),
		hexes,
		points: [],
		numbers: [],
		hint: { ...usual, ...hint },
	};
}

describe("what is done to somebody", () => {
	const shots = [
		choice("shoot A at X", ["A", "X"], [], { rolls: true, kind: "strike" }),
		choice("shoot A at Y", ["A", "Y"], [], { rolls: true, kind: "strike" }),
		choice("shoot B at X", ["B", "X"], [], { rolls: true, kind: "strike" }),
	];

	it("rings those whom the one in hand, or anybody, can reach", () => {
		expect(objectsOf(shots, id("A"))).toEqual(new Set([id("X"), id("Y")]));
		expect(objectsOf(shots, id("B"))).toEqual(new Set([id("X")]));
		expect(objectsOf(shots, null)).toEqual(new Set([id("X"), id("Y")]));
	});

	it("takes a click on a target for what can only be meant, and asks who does it else", () => {
		const only = meaning(shots, NOTHING, { unit: id("Y"), hex: "0101" });
		expect(only).toEqual({ kind: "decide", choice: shots[1] });
		const asked = meaning(shots, NOTHING, { unit: id("X"), hex: "0101" });
		expect(asked).toEqual({ kind: "select", selection: { unit: null, hex: null, at: id("X") } });
		const fits = asked.kind === "select" ? fitting(shots, asked.selection) : [];
		expect(fits.map((one) => one.text)).toEqual(["shoot A at X", "shoot B at X"]);
	});
});

describe("questions and buttons", () => {
	it("does not ask what has one answer, unless dice follow or work would be lost", () => {
		const go = choice("retreat 0101", [], ["0101"], { kind: "go" });
		expect(onlyAnswer([go])).toBe(go);
		expect(onlyAnswer([go, choice("hold", [], [])])).toBeNull();
		expect(onlyAnswer([choice("roll", [], [], { rolls: true })])).toBeNull();
		expect(onlyAnswer([choice("pass", [], [], { kind: "discard" })])).toBeNull();
		expect(onlyAnswer([])).toBeNull();
	});

	it("puts what throws work away at the other end than what goes on", () => {
		const all = buttons([
			choice("done", [], [], { kind: "end" }),
			choice("commit", [], []),
			choice("pass", [], [], { kind: "discard" }),
		]);
		expect(all.map((button) => button.choice?.text)).toEqual(["pass", "commit", "done"]);
	});
});

describe("many at once", () => {
	const { board } = draw(smallMap());

	it("moves all by the same way, who is in front first", () => {
		const line = [counter("A", "0101"), counter("B", "0201"), counter("C", "0301")];
		expect([...moved(board, line, "0102")].sort()).toEqual([
			[id("A"), "0102"],
			[id("B"), "0202"],
			[id("C"), "0302"],
		]);
		const column = [counter("A", "0101"), counter("B", "0102")];
		expect([...moved(board, column, "0103").keys()]).toEqual([id("B"), id("A")]);
	});

	it("gathers only those who can be taken in hand as most can", () => {
		const choices = [
			choice("pick A", ["A"], [], { kind: "pick" }),
			choice("pick B", ["B"], [], { kind: "pick" }),
			choice("transfer L", ["L"], [], { kind: "pick" }),
		];
		const together = new Together({
			choices: () => choices,
			counters: () => [],
			board: () => board,
			steps: () => 0,
			decide: async () => undefined,
			undoable: () => 0,
			undo: async () => undefined,
			stopped: () => false,
		});
		together.choose([id("A"), id("L"), id("Z")]);
		expect(together.units).toEqual([id("A")]);
		together.toggle(id("B"));
		expect(together.units).toEqual([id("A"), id("B")]);
		together.toggle(id("A"));
		expect(together.units).toEqual([id("B")]);
	});

	// A table on which B cannot get nearer: what was decided, and what of it was taken back.
	async function marched(undoable: number) {
		const counters = [counter("A", "0101"), counter("B", "0201")];
		const decided: string[] = [];
		let held: string | null = null;
		const choices = () => {
			if (held === null)
				return counters.map(({ name }) => choice(`pick ${name}`, [name], [], { kind: "pick" }));
			const ways = held === "A" ? [choice("to 0102", [], ["0102"], { kind: "go" })] : [];
			return [...ways, choice("stay", [], [], { kind: "back" })];
		};
		const together = new Together({
			choices,
			counters: () => counters.map((one) => ({ ...one, in_hand: one.name === held })),
			board: () => board,
			steps: () => decided.length,
			decide: async ({ text }) => {
				decided.push(text);
				if (text === "to 0102") counters[0]!.place = "0102";
				held = text.startsWith("pick") ? text.slice(5) : null;
			},
			undoable: () => undoable,
			undo: async (to) => {
				decided.length = to;
				held = null;
			},
			stopped: () => false,
		});
		together.choose([id("A"), id("B")]);
		await together.march("0102");
		return { decided, left: together.left };
	}

	it("leaves alone who cannot get nearer and names him: to put him down could be his move", async () => {
		expect(await marched(9)).toEqual({ decided: ["pick A", "to 0102"], left: ["B"] });
		// What cannot be taken back any more is put down as the rules have it.
		expect(await marched(0)).toEqual({ decided: ["pick B", "stay", "pick A", "to 0102"], left: ["B"] });
	});
});

describe("the account at the end", () => {
	const rolled = (seat: number, ...faces: number[]) =>
		({ seat, dice: faces.map((face) => ({ die: "D6", face })) }) as unknown as LogEntry;

	it("says how high the dice of a side fell among all that could have fallen", () => {
		expect(diceOf([rolled(0, 6), rolled(1, 1)], 0)).toEqual({
			seat: 0,
			rolled: 1,
			mean: 6,
			expected: 3.5,
			percentile: 92,
		});
		expect(diceOf([rolled(0, 1, 6)], 0)?.percentile).toBe(50);
		expect(diceOf([rolled(0, 1, 1, 1)], 0)?.percentile).toBe(0);
		expect(diceOf([rolled(1, 3)], 0)).toBeNull();
	});

	it("names who was on the map and is not any more", () => {
		const onBoard = ({ place }: Counter) => /^\d+$/.test(place);
		const before = [counter("A", "0101"), counter("B", "0102"), counter("C", "box")];
		const after = [counter("A", "eliminated"), counter("B", "0103"), counter("C", "box")];
		expect(lossesOf(before, after, onBoard).map((one) => one.name)).toEqual(["A"]);
		expect(lossesOf(before, [], onBoard).map((one) => one.name)).toEqual(["A", "B"]);
	});

	it("counts who came later, and says who has fewer men than he had", () => {
		const onBoard = ({ place }: Counter) => /^\d+$/.test(place);
		const squad = (factors: string, place = "0101") => counter("squad", place, { factors });
		const ever = everOn([[], [squad("10/10")], [squad("8/10"), counter("late", "0102")]], onBoard);
		expect(ever.map(({ name, factors }) => `${name} ${factors}`)).toEqual(["squad 10/10", "late "]);
		expect(lossesOf(ever, [squad("8/10")], onBoard).map(({ name }) => name)).toEqual(["late"]);
		const weak = weakened(
			[squad("8/10"), squad("10/10"), counter("corps", "0103", { factors: "5-4-3" })],
			onBoard,
		);
		expect(weak.map(({ factors }) => factors)).toEqual(["8/10"]);
	});

	it("samples a long game evenly, its last turn among them", () => {
		const at = (turn: number) => ({ ...rolled(0, 1), number: turn, moment: `turn ${turn} of 48` });
		const turns = sampled(Array.from({ length: 48 }, (_, place) => at(place + 1)));
		expect(turns).toHaveLength(12);
		expect(turns.at(-1)).toEqual({ turn: 48, step: 48 });
	});

	it("finds the last decision of each turn", () => {
		const at = (number: number, moment: string) => ({ ...rolled(0, 1), number, moment });
		const story = [
			at(1, "set-up"),
			at(2, "turn 1 of 3, moves"),
			at(3, "turn 1 of 3, end"),
			at(4, "turn 2 of 3"),
		];
		expect(endsOfTurns(story)).toEqual([
			{ turn: 1, step: 3 },
			{ turn: 2, step: 4 },
		]);
	});

	it("sets up the same game with the sides changed", () => {
		const seats = [
			{ seat: 0, name: "Red", who: "here" },
			{ seat: 1, name: "Blue", who: "bot:regular" },
		];
		const again = rematch({ game: "g", scenario: "s", options: { mud: "on" }, seats } as never);
		expect(again.seats).toEqual({ Red: "bot:regular", Blue: "here" });
		expect(again.options).toEqual({ mud: "on" });
	});
});

describe("the map", () => {
	const drawing = draw(smallMap());

	it("writes names clear of counters and of each other; small ones give way", () => {
		const site = (name: string, x: number, large = false) => ({ name, large, middle: { x, y: 100 } });
		const all = placed(
			[site("Small", 100), site("Large", 100, true)],
			[],
			() => 12,
			() => 0,
			() => within(17),
		);
		expect(all.map((label) => label.site.name)).toEqual(["Large", "Small"]);
		expect(all[0]!.at.y).toBeGreaterThan(100);
		expect(all[1]!.at).not.toEqual(all[0]!.at);
		const counterBelow = { x: 60, y: 105, width: 80, height: 40 };
		const [above] = placed(
			[site("Town", 100)],
			[counterBelow],
			() => 12,
			() => 0,
			() => within(17),
		);
		expect(above!.at.y).toBeLessThan(100);
		const everywhere = { x: -500, y: -500, width: 2000, height: 2000 };
		expect(
			placed(
				[site("Town", 100)],
				[everywhere],
				() => 12,
				() => 0,
				() => within(17),
			),
		).toEqual([]);
		expect(
			placed(
				[site("City", 100, true)],
				[everywhere],
				() => 12,
				() => 0,
				() => within(17),
			),
		).toHaveLength(1);
	});

	it("writes a name clear of the pile at its own place, and of the pill below it", () => {
		const strong = (name: string) => counter(name, "0101", { figures: adding({ attack: 40, defence: 48 }) });
		const middle = { x: 100, y: 100 };
		const pile = { place: "0101", counters: ["1", "2", "3", "4"].map(strong) };
		const covered = coveredBy(pile, middle, false);
		expect(covered).toHaveLength(2);
		for (const large of [true, false]) {
			const [label] = placed(
				[{ name: "Sychevka", large, middle }],
				covered,
				() => 14,
				() => 0,
				() => reachOf(covered, middle),
			);
			expect(label!.at.y - 7).toBeGreaterThanOrEqual(Math.max(...covered.map((box) => box.y + box.height)));
		}
	});

	it("writes a name in its own hex where a counter lies there", () => {
		const middle = { x: 100, y: 100 };
		const counters = { x: 69, y: 69, width: 62, height: 62 };
		const aboveAndBelow = [
			{ x: 40, y: 0, width: 120, height: 68 },
			{ x: 40, y: 132, width: 120, height: 90 },
		];
		const name = (limit: number) =>
			placed(
				[{ name: "Orsha", large: false, middle }],
				[counters, ...aboveAndBelow],
				() => 12,
				() => 0,
				() => within(31),
				() => 0,
				() => limit,
			);
		expect(name(Number.POSITIVE_INFINITY)[0]!.at.x).toBeGreaterThan(150);
		expect(name(50)).toEqual([]);
	});

	it("lets a river grow from a thread", () => {
		const line = [0, 1, 2, 3, 4].map((x) => ({ x: x * 10, y: 0 }));
		const area = ribbon(line, { from: 1, to: 9 });
		const wide = (at: number) => Math.abs(area[at]!.y - area[area.length - 1 - at]!.y);
		expect(wide(0)).toBeCloseTo(1);
		expect(wide(4)).toBeCloseTo(9);
		expect(wide(2)).toBeGreaterThan(wide(1));
	});

	it("pulls a road taut: straight where hexes lie in a row, and through its towns", () => {
		const { board } = drawing;
		const hexes = ["0101", "0201", "0302", "0402"].map((number) => board.byNumber.get(number)!);
		const length = (points: { x: number; y: number }[]) =>
			points
				.slice(1)
				.reduce((sum, point, at) => sum + Math.hypot(point.x - points[at]!.x, point.y - points[at]!.y), 0);
		const free = taut(board, hexes, () => false);
		expect(length(free)).toBeLessThan(length(hexes.map((hex) => hex.middle)) + 0.001);
		const held = taut(board, hexes, (hex) => hex.number === "0201");
		expect(held).toContainEqual(board.byNumber.get("0201")!.middle);
	});

	it("scatters trees over the wood and nowhere else, the same every time", () => {
		const wood = drawing.covers.find((cover) => cover.ground === "wood")!;
		expect(wood.scatter).toEqual(draw(smallMap()).covers.find((cover) => cover.ground === "wood")!.scatter);
		const trees = [...`${wood.scatter!.one}${wood.scatter!.other}`.matchAll(/M([\d.]+) ([\d.]+)/g)];
		expect(trees.length).toBeGreaterThan(10);
		const { x } = drawing.board.byNumber.get("0202")!.middle;
		for (const tree of trees) expect(Math.abs(Number(tree[1]) - x)).toBeLessThan(60);
	});

	it("has a figure for every arm of antiquity", () => {
		const bodies = [
			"heavy-foot",
			"medium-foot",
			"phalanx",
			"light-foot",
			"archers",
			"heavy-horse",
			"light-horse",
			"elephants",
			"leader",
		].map((branch) => symbolOf(branch as never).body);
		expect(new Set(bodies).size).toBe(bodies.length);
		for (const body of bodies) expect(body).not.toContain("style=");
	});
});
