import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { symbolsFile } from "../../scripts/symbols.mjs";
import { Camera, fitted, zoomed } from "../../src/board/camera";
import { draw } from "../../src/board/drawing";
import { boxed, stacked, stackInWords, strengths, symbolOf } from "../../src/board/faces";
import {
	borders,
	hexAt,
	join,
	layOut,
	outlines,
	patchwork,
	sideBetween,
	towards,
} from "../../src/board/geometry";
import { groundOf } from "../../src/board/ground";
import { targetsOf } from "../../src/board/marking";
import { ruler } from "../../src/board/tabletop";
import { describe as say } from "../../src/board/telling";
import { NOTHING } from "../../src/table/choosing";
import type { Choice, Counter } from "../../src/types";
import { adding, counter } from "./counter";
import { smallMap } from "./map";

describe("hexes", () => {
	const board = layOut(smallMap());
	const hex = (number: string) => board.byNumber.get(number)!;

	it("have the neighbours of their layout", () => {
		const around = (number: string) =>
			hex(number)
				.neighbours.filter((index) => index >= 0)
				.map((index) => board.hexes[index]!.number)
				.sort();
		// Even columns lie lower: 0201 touches rows 1 and 2 of the columns beside it.
		expect(around("0201")).toEqual(["0101", "0102", "0202", "0301", "0302"]);
		expect(around("0302")).toEqual(["0201", "0202", "0301", "0303", "0401", "0402"]);
	});

	it("have other neighbours where odd columns lie lower, and in rows", () => {
		const odd = layOut(smallMap("flat, odd columns down"));
		const names = (board: typeof odd, number: string) =>
			board.byNumber
				.get(number)!
				.neighbours.filter((index) => index >= 0)
				.map((index) => board.hexes[index]!.number)
				.sort();
		expect(names(odd, "0202")).toEqual(["0101", "0102", "0201", "0203", "0301", "0302"]);
		const pointy = layOut(smallMap("pointy, even rows right"));
		expect(names(pointy, "0202")).toEqual(["0102", "0201", "0203", "0301", "0302", "0303"]);
	});

	it("share their sides", () => {
		expect(sideBetween(board, hex("0101").index, hex("0201").index)).not.toBeNull();
		expect(sideBetween(board, hex("0101").index, hex("0401").index)).toBeNull();
	});

	it("have one line between two owners, and none to what belongs to nobody", () => {
		const owned = (...hexes: [string, number][]) =>
			borders(board, new Map(hexes.map(([number, owner]) => [hex(number).index, owner])));
		expect(owned(["0101", 0], ["0102", 0])).toEqual([]);
		const [ends, more] = owned(["0101", 0], ["0201", 1]);
		expect(more).toBeUndefined();
		const side = sideBetween(board, hex("0101").index, hex("0201").index)!;
		expect(side).toContainEqual(ends![0]);
		expect(side).toContainEqual(ends!.at(-1));
		// Both neighbours of 0201 in the first column: two sides, one line.
		expect(owned(["0101", 0], ["0102", 0], ["0201", 1])).toHaveLength(1);
		// All around: a closed line.
		const ring = hex("0302").neighbours.map((index): [string, number] => [board.hexes[index]!.number, 0]);
		const [closed] = owned(["0302", 1], ...ring);
		expect(closed![0]).toEqual(closed!.at(-1));
	});

	it("are found under a point and by arrows", () => {
		expect(hexAt(board, { x: hex("0302").middle.x + 10, y: hex("0302").middle.y })?.number).toBe("0302");
		expect(hexAt(board, { x: -500, y: 0 })).toBeNull();
		expect(towards(board, hex("0202"), { x: 0, y: -1 })?.number).toBe("0201");
		expect(towards(board, hex("0101"), { x: -1, y: 0 })).toBeNull();
	});
});

describe("lines", () => {
	const point = (x: number, y: number) => ({ x, y });

	it("are joined whatever the order of their pieces", () => {
		const pieces: [ReturnType<typeof point>, ReturnType<typeof point>][] = [
			[point(20, 0), point(30, 0)],
			[point(10, 0), point(0, 0)],
			[point(20, 0), point(10, 0)],
		];
		const lines = join(pieces);
		expect(lines).toHaveLength(1);
		expect(lines[0]!.map((point) => point.x).sort((one, other) => one - other)).toEqual([0, 10, 20, 30]);
	});

	it("go round a wood once", () => {
		const board = layOut(smallMap());
		const wood = new Set(["0202", "0203"].map((number) => board.byNumber.get(number)!.index));
		const lines = outlines(board, (index) => wood.has(index));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toHaveLength(10);
	});
});

describe("a drawing", () => {
	const drawing = draw(smallMap());

	it("has everything of the map", () => {
		expect(drawing.covers.map((cover) => cover.ground)).toEqual(["wood"]);
		expect(drawing.levels).toHaveLength(1);
		expect(drawing.waters.map((line) => line.name)).toEqual(["Ford"]);
		expect(drawing.barriers[0]!.teeth).toHaveLength(3);
		expect(drawing.roads).toHaveLength(1);
		expect(drawing.sites[0]).toMatchObject({ name: "Mill", large: true });
	});

	it("has no number that is none", () => {
		expect(JSON.stringify(drawing.covers) + drawing.grid).not.toContain("NaN");
	});

	it("gives strange ground a texture", () => {
		expect([groundOf("Forest"), groundOf("lava")]).toEqual(["wood", "other"]);
	});

	it("knows a city on a river by the words of its map", () => {
		const words = ["urban", "strongpoint", "slope", "summit", "water", "east bank", "open"];
		const grounds = ["built", "works", "slope", "summit", "water", "shore", "open"];
		expect(words.map(groundOf)).toEqual(grounds);
		const small = smallMap();
		const city = draw({
			...small,
			layers: [{ ...small.layers[0]!, values: ["summit", "slope"] }],
			sides: small.sides.map((side) => ({ ...side, name: "balka", directed: false })),
			links: small.links.map((link) => ({ ...link, name: "wall" })),
			places: [
				{ ...small.places[0]!, kind: "island" },
				{ ...small.places[0]!, kind: "landing" },
			],
		});
		// The slope fills the map to its edge: how it falls beyond is not known.
		expect(city.covers.map((cover) => cover.hachures !== "")).toEqual([true, false]);
		expect([city.ravines.length > 0, city.barriers.length, city.walls.length, city.roads.length]).toEqual([
			true,
			0,
			1,
			0,
		]);
		expect(city.sites.map((site) => [site.island !== "", site.landing, site.houses.length])).toEqual([
			[true, false, 0],
			[false, true, 0],
		]);
		expect(JSON.stringify([city.covers, city.ravines, city.walls, city.sites])).not.toContain("NaN");
	});

	it("draws blocks and halls inside their hexes", () => {
		const small = smallMap();
		const town = draw({ ...small, layers: [{ ...small.layers[0]!, values: ["urban", "factory"] }] });
		expect(town.covers.map((cover) => [cover.ground, cover.houses !== "", cover.lights !== ""])).toEqual([
			["built", true, false],
			["works", true, true],
		]);
	});

	it("describes a hex in words", () => {
		const { board } = drawing;
		const words = say(smallMap(), board, board.byNumber.get("0201")!.index);
		expect(words).toEqual(["Mill (city)", "clear", "river to 0101, 0102", "road"]);
	});
});

describe("counters", () => {
	const onBoard = (place: string) => /^\d{4}$/.test(place);

	it("stack with the one in hand on top, or lie in boxes", () => {
		const all = [counter("a", "0101", { in_hand: true }), counter("b", "0101"), counter("c", "eliminated")];
		expect(stacked(all, onBoard)).toMatchObject([
			{ place: "0101", counters: [{ name: "b" }, { name: "a" }] },
		]);
		expect(boxed(all, onBoard)).toMatchObject([{ place: "eliminated", counters: [{ name: "c" }] }]);
	});

	it("have a symbol for every branch", () => {
		const types = readFileSync("src/types.ts", "utf8");
		const branches = /export type Branch = ([^;]+);/
			.exec(types)![1]!
			.split("|")
			.map((name) => name.trim().replaceAll('"', ""));
		expect(branches.length).toBeGreaterThan(30);
		for (const branch of branches) {
			const { body } = symbolOf(branch as Counter["branch"]);
			expect(
				body.includes("<path") && (branch === "unknown" || symbolOf("unknown").body !== body),
				branch,
			).toBe(true);
		}
	});

	it("have symbols as the library draws them", () => {
		expect(readFileSync("src/board/symbols.ts", "utf8")).toBe(symbolsFile());
	});
});

describe("the camera", () => {
	it("fits the whole map", () => {
		expect(fitted(1000, 500, { width: 500, height: 500 })).toEqual({ scale: 0.5, x: 0, y: 125 });
	});

	it("begins with what matters, and cuts off no edge of a map that fits", () => {
		const [frame, world] = [document.createElement("div"), document.createElement("div")];
		frame.getBoundingClientRect = () => ({ width: 390, height: 700, left: 0, top: 0 }) as DOMRect;
		const begun = (width: number, height: number) => {
			const camera = new Camera(frame, world, { width, height }, () => {}, 44);
			camera.frameAll([{ x: 60, y: height - 40 }], { least: 0.45, most: 0.9 });
			camera.stop();
			return camera.place;
		};
		// All of its height can be seen at once: it lies in the middle of what is free.
		const low = begun(1200, 600);
		expect(low.y).toBeCloseTo(44 + (700 - 44 - 600 * 0.9) / 2);
		expect(low.x).toBe(24);
		// Of a high one the lower end, with no more than a margin below.
		const high = begun(1200, 2000);
		expect(high.y + 2000 * high.scale).toBeCloseTo(700 - 24);
	});

	it("zooms around the pointer and not without end", () => {
		const place = zoomed({ x: 10, y: 20, scale: 1 }, 2, { x: 110, y: 120 });
		expect(place).toEqual({ scale: 2, x: -90, y: -80 });
		expect(zoomed(place, 1000, { x: 0, y: 0 }).scale).toBe(4);
	});
});

it("a ruler measures in centimetres", () => {
	expect(ruler({ x: 0, y: 0 }, { x: 30, y: 40 })).toBe("5.0 cm");
});

describe("the strength of a stack", () => {
	const strong = (name: string, attack: number, defence: number, more = {}) =>
		counter(name, "0101", { figures: adding({ attack, defence }), ...more });

	it("is the sum of what the game says adds up", () => {
		const morale = { name: "morale", value: "7", adds: null };
		const one = strong("1", 48, 40);
		const two = counter("2", "0101", { figures: [...adding({ attack: 12, defence: 8 }), morale] });
		expect(strengths([one, two])).toEqual([{ seat: 0, factors: "7½-6", words: "attack 7½, defence 6" }]);
		expect(stackInWords([one, two], ["Red"])).toContain("Red together: attack 7½, defence 6");
	});

	it("is told side by side, and not of one alone", () => {
		const stack = [strong("1", 8, 8), strong("2", 8, 16), strong("3", 80, 80, { seat: 1 })];
		expect(strengths(stack).map(({ seat, factors }) => `${seat}: ${factors}`)).toEqual(["0: 2-3"]);
		expect(strengths([strong("1", 8, 8)])).toEqual([]);
	});

	it("leaves out leaders, and says where somebody is not known", () => {
		const leader = counter("Chief", "0101", { branch: "leader" });
		expect(strengths([strong("1", 8, 8), leader])).toEqual([]);
		expect(strengths([strong("1", 8, 8), strong("2", 8, 8), leader])[0]?.factors).toBe("2-2");
		expect(strengths([strong("1", 8, 8), counter("?", "0101")])[0]?.factors).toBe("1-1+?");
		expect(strengths([counter("?", "0101"), counter("??", "0101")])).toEqual([]);
	});
});

describe("a path of many small pieces", () => {
	const pieces = [
		"M10 10L20 20",
		"M12.5 900v-4",
		"M-4.5 3a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
		"M30 40h8l-2 4z",
		"M11 905L12 906",
	];

	it("is drawn patch by patch, and nothing of it is lost or drawn twice", () => {
		const patches = patchwork(pieces.join(""));
		expect(patches.length).toBe(3);
		const all = patches.flatMap((patch) => patch.split(/(?=M)/)).sort();
		expect(all).toEqual([...pieces].sort());
		expect(patches).toContain("M12.5 900v-4M11 905L12 906");
		expect(patchwork("")).toEqual([]);
	});

	it("draws each side of each hex once", () => {
		const sides = draw(smallMap()).grid.split(/(?=M)/);
		const ends = sides.map((side) => side.slice(1).split("L").sort().join(" to "));
		expect(new Set(ends).size).toBe(ends.length);
	});
});

describe("hexes that can be clicked", () => {
	const choice = (unit: number, hex: string, kind = "go") =>
		({ text: `${kind} ${unit} ${hex}`, units: [unit], hexes: [hex], hint: { kind } }) as unknown as Choice;
	const lit = (...choices: Choice[]) => [...targetsOf(choices, NOTHING).keys()];

	it("are lit without a selection where one counter alone goes somewhere", () => {
		expect(lit(choice(3, "0731"), choice(3, "0632"))).toEqual(["0731", "0632"]);
		expect(lit(choice(3, "0731"), choice(4, "0632"))).toEqual([]);
		expect(lit(choice(3, "0631", "pick"))).toEqual([]);
	});
});
