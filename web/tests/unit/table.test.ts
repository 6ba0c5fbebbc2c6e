import { describe, expect, it } from "vitest";
import { Cutter } from "../../src/api/stream";
import { isInside, isLoop } from "../../src/board/lasso";
import { pack, unpack } from "../../src/lib/pack";
import { routeOf } from "../../src/lib/router.svelte";
import { fieldsOf } from "../../src/lib/schema";
import { setupOf, usual } from "../../src/pages/wish";
import {
	buttons,
	commonTarget,
	couldStillAct,
	inWords,
	joining,
	listed,
	meaning,
	NOTHING,
	otherWay,
	questions,
	stillMeans,
	typed,
} from "../../src/table/choosing";
import { share } from "../../src/table/fractions";
import { freshRoll, jump, nextRoll, restOf, turnOf } from "../../src/table/moments";
import type { Choice, CounterId, GameData, LogEntry } from "../../src/types";
import { id } from "./counter";

function choice(
	text: string,
	unit: string | null,
	hexes: string[],
	kind: Choice["hint"]["kind"] = "plain",
): Choice {
	return {
		text,
		verb: text.split(" ")[0]!,
		units: unit === null ? [] : [id(unit)],
		hexes,
		points: [],
		numbers: [],
		hint: { label: "", kind, path: [], spent: [], spot: null, facing: null, note: "", rolls: false },
	};
}

const ATTACKS = [
	choice("pass", null, [], "end"),
	choice("attack 0201 with 331", "331", ["0201"], "strike"),
	choice("attack 0202 with 331", "331", ["0202"], "strike"),
	choice("attack 0201 with GD a", "GD a", ["0201"], "strike"),
];

describe("a loop around counters", () => {
	const own = (unit: CounterId) => unit !== id("78.ID");

	it("takes those who can strike or join, but nobody who would roll and no enemy", () => {
		const rolling = choice("shoot 5", "5", []);
		rolling.hint.rolls = true;
		const found = joining([...ATTACKS, choice("attack 78.ID", "78.ID", [], "strike"), rolling], own);
		expect([...found.keys()]).toEqual([id("331"), id("GD a")]);
		expect(joining([choice("pick 331", "331", [], "pick"), choice("done", null, [], "end")], own).size).toBe(
			0,
		);
	});

	it("knows what they strike at where there is only one such hex", () => {
		const found = joining(ATTACKS, own);
		expect(commonTarget([...found.values()])).toBe("0201");
		expect(commonTarget([found.get(id("331"))!])).toBeNull();
		expect(commonTarget([])).toBeNull();
	});

	it("holds what lies inside of it", () => {
		const loop = [
			{ x: 0, y: 0 },
			{ x: 10, y: 0 },
			{ x: 5, y: 5 },
			{ x: 10, y: 10 },
			{ x: 0, y: 10 },
		];
		expect(isInside({ x: 3, y: 5 }, loop)).toBe(true);
		expect(isInside({ x: 8, y: 5 }, loop)).toBe(false);
		expect(isInside({ x: 12, y: 5 }, loop)).toBe(false);
		expect([isLoop(loop), isLoop(loop.map(({ x, y }) => ({ x: x * 5, y: y * 5 })))]).toEqual([false, true]);
	});
});

describe("two ways to a hex", () => {
	const to = choice("to 0301", null, ["0301"], "stop");
	const through = choice("via 0301", null, ["0301"], "stop");

	it("are a click for the plain one, and a sign for the other", () => {
		const at = { unit: null, hex: "0301" };
		expect(meaning([to, through], NOTHING, at)).toEqual({ kind: "decide", choice: to });
		const ofOthers = [to, { ...through, units: [id("331")] }];
		expect(meaning(ofOthers, NOTHING, at).kind).toBe("select");
		expect(meaning([to, choice("to 0301", null, ["0301"], "go")], NOTHING, at).kind).toBe("select");
	});
});

describe("the other way", () => {
	const to = choice("to 0301", null, ["0301"], "go");
	const through = choice("via 0301", null, ["0301"], "go");
	const dear = choice("march 0301", null, ["0301"], "price");

	it("is the one that a click does not take", () => {
		expect(otherWay([to, through], NOTHING, "0301")).toBe(through);
		expect(otherWay([dear, to], NOTHING, "0301")).toBe(dear);
	});

	it("is there only where there are two", () => {
		expect(otherWay([to], NOTHING, "0301")).toBeNull();
		expect(otherWay([to, through, dear], NOTHING, "0301")).toBeNull();
		expect(otherWay([to, through], NOTHING, "0302")).toBeNull();
		expect(otherWay([to, choice("drop 0301", null, ["0301"], "back")], NOTHING, "0301")).toBeNull();
	});
});

describe("a click", () => {
	it("on a unit with one choice decides", () => {
		const choices = [choice("pick 331", "331", [], "pick"), choice("done", null, [], "end")];
		expect(meaning(choices, NOTHING, { unit: id("331"), hex: "0101" })).toMatchObject({
			kind: "decide",
			choice: { text: "pick 331" },
		});
	});

	it("on a hex goes there with what is in hand", () => {
		const choices = [choice("to 0201", null, ["0201"], "go"), choice("to 0202", null, ["0202"], "go")];
		expect(meaning(choices, NOTHING, { unit: id("5"), hex: "0202" })).toMatchObject({
			kind: "decide",
			choice: { text: "to 0202" },
		});
	});

	it("on a target and then on attackers adds them one by one", () => {
		const target = meaning(ATTACKS, NOTHING, { unit: id("78.ID"), hex: "0201" });
		expect(target).toEqual({ kind: "select", selection: { unit: null, hex: "0201" } });
		const attacker = meaning(ATTACKS, { unit: null, hex: "0201" }, { unit: id("331"), hex: "0101" });
		expect(attacker).toMatchObject({ kind: "decide", choice: { text: "attack 0201 with 331" } });
	});

	it("on an attacker and then on a target does the same", () => {
		expect(meaning(ATTACKS, NOTHING, { unit: id("331"), hex: "0101" })).toEqual({
			kind: "select",
			selection: { unit: id("331"), hex: null },
		});
		const target = meaning(ATTACKS, { unit: id("331"), hex: null }, { unit: id("78.ID"), hex: "0202" });
		expect(target).toMatchObject({ kind: "decide", choice: { text: "attack 0202 with 331" } });
	});

	it("on what is selected lets go", () => {
		expect(meaning(ATTACKS, { unit: id("331"), hex: null }, { unit: id("331"), hex: "0101" })).toEqual({
			kind: "select",
			selection: NOTHING,
		});
	});

	it("on anything else asks why not, in the words of what is on offer", () => {
		const asked = meaning(ATTACKS, { unit: id("331"), hex: null }, { unit: null, hex: "0303" });
		const attack = (unit: string, hex: string) => ({
			verb: "attack",
			units: [id(unit)],
			hexes: [hex],
			points: [],
			numbers: [],
		});
		expect(asked).toEqual({ kind: "ask", proposals: [attack("331", "0303")] });
		const near = (_: CounterId, hex: string) => (hex === "0202" ? 1 : 5);
		expect(questions(ATTACKS, NOTHING, { unit: id("20"), hex: null }, near)).toEqual([attack("20", "0202")]);
	});

	it("on one counter and then on another does what the first can do to it", () => {
		const shot = { ...choice("shoot 5 at 78.ID", "5", [], "strike"), units: [id("5"), id("78.ID")] };
		const other = { ...choice("shoot 5 at 331", "5", [], "strike"), units: [id("5"), id("331")] };
		const first = meaning([shot, other], NOTHING, { unit: id("5"), hex: "0101" });
		expect(first).toEqual({ kind: "select", selection: { unit: id("5"), hex: null } });
		const second = meaning([shot, other], { unit: id("5"), hex: null }, { unit: id("78.ID"), hex: "0202" });
		expect(second).toMatchObject({ kind: "decide", choice: { text: "shoot 5 at 78.ID" } });
	});

	it("asks nothing that is on offer", () => {
		for (const { verb, units, hexes } of questions(ATTACKS, NOTHING, { unit: id("331"), hex: "0101" }))
			expect(ATTACKS.map((one) => [one.verb, one.units, one.hexes])).not.toContainEqual([verb, units, hexes]);
	});
});

describe("the list over the map", () => {
	const goes = ["0102", "0103", "0201", "0202", "0301"].map((hex) =>
		choice(`move A to ${hex}`, "A", [hex], "go"),
	);
	const selected = { unit: id("A"), hex: null };

	it("leaves out where a counter goes, which is lit on the map, unless there are only a few ways", () => {
		const turn = choice("turn A", "A", []);
		expect(listed([...goes, turn], selected)).toEqual([turn]);
		expect(listed(goes.slice(0, 3), selected)).toHaveLength(3);
		// What lies nowhere on the map is lit nowhere.
		const away = choice("move A to reserve", "A", ["reserve"], "go");
		expect(listed([...goes, away], selected, (hex) => hex !== "reserve")).toEqual([away]);
	});

	it("tells all that can be done at one hex, and whom one can strike", () => {
		const strikes = goes.map((one) => ({ ...one, hint: { ...one.hint, kind: "strike" as const } }));
		expect(listed(strikes, selected)).toHaveLength(5);
		expect(listed(goes, { unit: id("A"), hex: "0102" })).toHaveLength(1);
	});
});

it("orders are said, not typed: who goes where, and that nothing more is done", () => {
	expect(inWords(["pick HAS1", "to 0207", "face NW"])).toBe("HAS1 to 0207, face NW");
	expect(inWords(["attack 0201 with G-39PzK", "done"])).toBe("attack 0201 with G-39PzK, nothing more");
	expect(inWords(["done"])).toBe("nothing more");
	expect(inWords(["pick A", "stay"])).toBe("A, stay");
});

describe("a selection", () => {
	it("lasts while it means something", () => {
		expect(stillMeans(ATTACKS, { unit: id("331"), hex: null })).toEqual({ unit: id("331"), hex: null });
		expect(stillMeans(ATTACKS, { unit: id("gone"), hex: "0201" })).toEqual({ unit: null, hex: "0201" });
		expect(stillMeans([], { unit: id("331"), hex: null })).toEqual(NOTHING);
	});
});

describe("buttons", () => {
	it("put what goes back first and endings last", () => {
		const choices = [
			choice("done", null, [], "end"),
			choice("roll", null, []),
			choice("stay", null, [], "back"),
			ATTACKS[1]!,
		];
		expect(buttons(choices).map(({ choice }) => choice?.text)).toEqual(["stay", "roll", "done"]);
	});

	it("put what has its price before what has none, and what goes on last, whether it is asked about or not", () => {
		const all = [
			choice("done", null, []),
			choice("volunteers", null, [], "price"),
			choice("bomb", null, []),
			choice("stay", null, [], "back"),
		];
		expect(buttons(all).map((button) => button.choice?.text)).toEqual(["stay", "volunteers", "bomb", "done"]);
	});

	it("are there for a few who lie nowhere on the map, too", () => {
		const bombs = choice("bomb with VIII", "VIII", []);
		const all = [choice("done", null, [], "end"), bombs];
		const texts = (isAside?: (one: Choice) => boolean) =>
			buttons(all, [], [], isAside).map(({ choice }) => choice?.text);
		expect(texts()).toEqual(["done"]);
		expect(texts((one) => one === bombs)).toEqual(["bomb with VIII", "done"]);
	});

	it("know who could still act", () => {
		expect(couldStillAct(ATTACKS)).toEqual([id("331"), id("GD a")]);
	});
});

describe("typing", () => {
	it("finds the whole, the only beginning, or says how many begin so", () => {
		expect(typed(ATTACKS, " PASS ").choice?.text).toBe("pass");
		expect(typed(ATTACKS, "attack 0202").choice?.text).toBe("attack 0202 with 331");
		expect(typed(ATTACKS, "attack 0201")).toMatchObject({ choice: null, beginning: [{}, {}] });
	});
});

describe("the stream", () => {
	it("is cut into events wherever the pieces break", () => {
		const cutter = new Cutter();
		const text = ': \n\nevent: step\nid: 18\ndata: {"a":1}\n\nevent: sync\nid: 19\ndata: {}\n\n';
		const told = [...text].flatMap((letter) => cutter.push(letter));
		expect(told).toEqual([
			{ event: "step", id: "18", data: '{"a":1}' },
			{ event: "sync", id: "19", data: "{}" },
		]);
	});
});

describe("looking back", () => {
	const step = (number: number, moment: string, dice = 0): LogEntry => ({
		number,
		moment,
		seat: 0,
		text: "",
		events: [],
		cells: [],
		hash: "",
		dice: Array.from({ length: dice }, () => ({ purpose: "", clause: "", die: "D6", face: 1 })),
	});
	const story = [
		step(1, "turn 1, move"),
		step(2, "turn 1, move"),
		step(3, "turn 1, fight", 1),
		step(4, "turn 2, move"),
	];

	it("knows a turn by its words, commas in brackets included", () => {
		const parts = (moment: string) => [turnOf(moment), restOf(moment)];
		expect(parts("turn 2 of 8 (July, clear), Axis movement")).toEqual([
			"turn 2 of 8 (July, clear)",
			"Axis movement",
		]);
		expect(parts("turn 1 of 5, Roman movement, line 2")).toEqual(["turn 1 of 5", "Roman movement, line 2"]);
		expect(parts("Axis set-up")).toEqual(["Axis set-up", "Axis set-up"]);
	});

	it("goes by phase and by turn", () => {
		expect([
			jump(story, 0, "phase", true),
			jump(story, 3, "phase", false),
			jump(story, 3, "phase", true),
		]).toEqual([2, 2, 4]);
		expect([
			jump(story, 0, "turn", true),
			jump(story, 4, "turn", false),
			jump(story, 3, "turn", false),
		]).toEqual([3, 3, 0]);
	});

	it("finds the next roll", () => {
		expect([nextRoll(story, 0), nextRoll(story, 3)]).toEqual([3, 4]);
	});

	it("keeps the last roll in sight until one decides oneself", () => {
		const theirs = story.map((step) => ({ ...step, seat: step.number === 4 ? 1 : 0 }));
		expect(freshRoll(theirs, [0])?.number).toBe(3);
		expect(freshRoll(theirs, [1])).toBeNull();
		expect(freshRoll(story.slice(0, 2), [0])).toBeNull();
	});
});

describe("addresses", () => {
	it("name the page, the step and the seat", () => {
		expect(routeOf(new URL("http://x/game/abc?step=12#secret"))).toEqual({
			page: "game",
			parts: ["abc"],
			step: 12,
			at: null,
			hash: "secret",
		});
		expect(routeOf(new URL("http://x/")).page).toBe("lobby");
		expect(routeOf(new URL("http://x/odds/g/battle")).parts).toEqual(["g", "battle"]);
		expect(routeOf(new URL("http://x/nonsense")).page).toBe("unknown");
		expect(routeOf(new URL("http://x/game/a?step=-1")).step).toBeNull();
	});

	it("carry a text and bring it back", async () => {
		const text = "side = 'German' # größer\n".repeat(40);
		const packed = await pack(text);
		expect(packed).toMatch(/^[\w-]+$/);
		expect(packed.length).toBeLessThan(text.length);
		expect(await unpack(packed)).toBe(text);
		expect(await unpack("%%%")).toBe("");
	});
});

describe("fractions", () => {
	it("are drawn, however long they are", () => {
		expect(share("5/36")).toBeCloseTo(5 / 36);
		expect(share("1")).toBe(1);
		expect(share(`${"1".padEnd(60, "0")}/${"4".padEnd(60, "0")}`)).toBeCloseTo(0.25);
	});
});

it("a schema is read as fields", () => {
	const schema = {
		title: "Situation",
		properties: {
			turn: { type: "integer", description: "The turn." },
			units: { type: "array", items: { $ref: "#/$defs/Unit" } },
		},
		required: ["turn"],
		$defs: { Unit: { properties: { name: { type: "string" } } }, Side: { enum: ["a", "b"] } },
	};
	expect(fieldsOf(schema)).toEqual([
		{
			name: "Situation",
			fields: [
				{ name: "turn", type: "integer", needed: true, about: "The turn." },
				{ name: "units", type: "list of Unit", needed: false, about: "" },
			],
		},
		{ name: "Unit", fields: [{ name: "name", type: "string", needed: false, about: "" }] },
	]);
});

describe("a wish", () => {
	const game = {
		name: "g",
		scenarios: [{ name: "one", sides: [{ name: "Red" }, { name: "Blue" }] }],
		bots: ["a", "b", "c"],
		scenario_bots: {},
	} as unknown as GameData;

	it("is a game against a program of middling strength, unless one says otherwise", () => {
		expect(setupOf(game, usual(game))).toEqual({
			game: "g",
			scenario: "one",
			seats: { Red: "here", Blue: "bot:b" },
			options: {},
			dice: "committed",
		});
	});

	it("has real dice only among people, and no option that is left empty", () => {
		const wish = { ...usual(game), dice: "entered" as const, options: { one: " ", two: "2" } };
		expect(setupOf(game, wish)).toMatchObject({ dice: "committed", options: { two: "2" } });
		expect(setupOf(game, { ...wish, against: "link" }).dice).toBe("entered");
	});
});
