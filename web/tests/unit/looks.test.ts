// What is drawn: counters of old armies, ways and names from afar, what a map shows at its edges and on bare ground.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import CounterFace from "../../src/board/CounterFace.svelte";
import { framed } from "../../src/board/camera";
import { draw } from "../../src/board/drawing";
import { layOut } from "../../src/board/geometry";
import { boxesOf, clearOf, growth, placed, widthOf, within } from "../../src/board/labels";
import OverlayArt from "../../src/board/OverlayArt.svelte";
import Pile from "../../src/board/Pile.svelte";
import { describe as told } from "../../src/board/telling";
import Way from "../../src/board/Way.svelte";
import { contrast, seen } from "../../src/lib/colours";
import Legend from "../../src/table/Legend.svelte";
import type { Choice, MapData, Overlay, View } from "../../src/types";
import { counter, id } from "./counter";
import { smallMap } from "./map";
import { drawn, show } from "./shown";

const texts = (where: Element) => [...where.querySelectorAll("text")].map((text) => text.textContent.trim());

/** Open ground and nothing else, so many hexes wide and high. */
function bareMap(columns = 8, rows = 8): MapData {
	const numbers = (many: number) => Array.from({ length: many }, (_, at) => `0${at + 1}`);
	const hexes = numbers(columns).flatMap((column) => numbers(rows).map((row) => column + row));
	return {
		...smallMap(),
		columns: [1, columns],
		rows: [1, rows],
		hexes,
		layers: [{ name: "terrain", values: ["clear"], of: hexes.map(() => 0) }],
		sides: [],
		links: [],
		places: [],
		zones: [],
	};
}

describe("a counter of an army without staff maps", () => {
	const triarii = counter("TRI3", "0101", { branch: "heavy-foot", factors: "4-6-6 3", facing: 60 });

	it("shows its figure instead of a code, and its figures where they can be read", () => {
		const near = drawn(CounterFace, { counter: triarii });
		expect(near.querySelector("use")?.getAttribute("href")).toBe("#symbol-heavy-foot");
		expect(texts(near)).toEqual(["4-6-63"]);
	});

	it("leaves out figures where they could not be read, and shows a larger figure", () => {
		const far = drawn(CounterFace, { counter: triarii, simple: true });
		expect(texts(far)).toEqual([]);
		expect(Number(far.querySelector("use")?.getAttribute("width"))).toBeGreaterThan(30);
	});

	it("keeps its face to be read when a leader is with it", () => {
		const leader = counter("Varro", "0101", { branch: "leader", factors: "2" });
		const pile = drawn(Pile, {
			stack: { place: "0101", counters: [triarii, leader] },
			simple: false,
			look: () => "",
		});
		const place = (name: string) => pile.querySelector(`[data-name="${name}"]`)?.getAttribute("transform");
		expect(place("Varro"), "small, in the corner").toMatch(/translate\(19 -17\) scale\(0\.5\)/);
		expect(place("TRI3")).toMatch(/^translate\(0 -1\)$/);
		expect(texts(pile)).toContain("4-6-63");
	});
});

describe("a way that is pointed at", () => {
	const hint = { label: "", kind: "go", path: ["0101", "0201", "0302"], spent: ["1", "3"], note: "3 of 5" };
	const choice = { text: "to 0302", units: [id("A")], hexes: ["0302"], hint } as unknown as Choice;
	const board = layOut(smallMap());
	const note = (way: Element) => way.querySelector(".note")!;

	it("says near by what each hex costs, and what it costs altogether", () => {
		const way = drawn(Way, { choice, board, size: 1 });
		expect(texts(way)).toEqual(["1", "3 of 5"]);
	});

	it("can be read from afar: what it costs is as large on the screen as near by", () => {
		for (const scale of [0.19, 0.3, 0.5, 1]) {
			const way = drawn(Way, { choice, board, size: growth(scale, 5) });
			expect(Number(note(way).getAttribute("font-size")) * scale, `at ${scale}`).toBeGreaterThan(11);
		}
	});
});

describe("names", () => {
	const site = (name: string, x: number, large = false) => ({ name, large, middle: { x, y: 100 } });
	const size = () => 12;
	const none = () => 0;

	it("grow where a map is seen small, as far as they leave a map to be seen", () => {
		expect(growth(1)).toBe(1);
		for (const scale of [0.37, 0.5, 0.8]) expect(12.5 * growth(scale) * scale).toBeGreaterThanOrEqual(10.9);
		expect(growth(0.01)).toBe(2.4);
	});

	it("that count are written first where there is no room for both", () => {
		const both = [site("Idle", 100), site("Worth", 101)];
		const all = (weight: (one: { name: string }) => number) =>
			placed(both, [], size, none, () => within(200), weight).map((label) => label.site.name);
		expect(all(({ name }) => Number(name === "Worth"))[0]).toBe("Worth");
		expect(all(none)[0]).toBe("Idle");
	});

	it("keep clear of the name of a sea", () => {
		const sea = boxesOf(
			[80, 100, 120].map((x) => ({ x, y: 124 })),
			20,
		);
		const [label] = placed([site("Port", 100, true)], sea, size, none, () => within(10));
		expect(label!.at.y, "not below, where the sea has its own").toBeLessThanOrEqual(100);
	});

	it("of rivers go on along their course until no counter covers them", () => {
		const stretch = (from: number) => ({
			path: `from ${from}`,
			course: [0, 20, 40, 60, 80, 100].map((x) => ({ x: from + x, y: 50 })),
		});
		const stretches = [stretch(0), stretch(100), stretch(200)];
		const over = (x: number) => ({ x: x - 30, y: 20, width: 60, height: 60 });
		expect(clearOf(stretches, [], 60, 12)!.path).toBe("from 0");
		expect(clearOf(stretches, [over(50)], 60, 12)!.path).toBe("from 100");
		expect(clearOf(stretches, [over(50), over(150)], 60, 12)!.path).toBe("from 200");
		// Below the line nothing is written, and a name that finds no place stays in the middle.
		expect(clearOf(stretches, [{ x: 0, y: 53, width: 100, height: 40 }], 60, 12)!.path).toBe("from 0");
		expect(clearOf(stretches, [{ x: -99, y: 0, width: 999, height: 99 }], 60, 12)!.path).toBe("from 0");
	});

	it("are measured by their letters", () => {
		expect(widthOf("Illi", 10)).toBeLessThan(widthOf("Mamm", 10) / 2);
	});
});

describe("a map", () => {
	it("does not write the name of a sea across a peninsula", () => {
		// Water around three sides of land: the middle of the sea is land.
		const map = bareMap(9, 9);
		const wet = map.hexes.map((hex) => {
			const [column, row] = [Number(hex.slice(0, 2)), Number(hex.slice(2))];
			return column <= 2 || column >= 8 || row >= 8;
		});
		map.layers = [{ name: "terrain", values: ["clear", "sea"], of: wet.map(Number) }];
		const hexes = wet.flatMap((is, index) => (is ? [index] : []));
		map.zones = [{ name: "region", zones: [{ name: "Bay", hexes }] }];
		const { regions, board } = draw(map);
		const isWet = ({ x, y }: { x: number; y: number }) =>
			board.hexes.some((hex) => wet[hex.index] && Math.hypot(hex.middle.x - x, hex.middle.y - y) < 50);
		expect(regions[0]!.letters).toHaveLength(3);
		expect(regions[0]!.letters.every(isWet)).toBe(true);
	});

	it("lets rivers and roads that reach its edge run on beyond it, and thin out where they spring", () => {
		const map = bareMap(4, 3);
		const at = (hex: string) => map.hexes.indexOf(hex);
		const pair = (one: string, other: string): [number, number] => [at(one), at(other)];
		map.sides = [
			{
				name: "river",
				directed: false,
				courses: [
					{ name: "Styx", pairs: [pair("0101", "0102"), pair("0102", "0201"), pair("0201", "0202")] },
				],
			},
		];
		map.links = [
			{ name: "road", courses: [{ name: "Road", pairs: [pair("0202", "0302"), pair("0302", "0402")] }] },
		];
		const { waters, roads, board } = draw(map);
		const left = Math.min(...board.hexes.flatMap((hex) => hex.corners.map((corner) => corner.x)));
		const right = Math.max(...board.hexes.flatMap((hex) => hex.corners.map((corner) => corner.x)));
		expect(Math.min(...waters[0]!.course.map((point) => point.x)), "the river").toBeLessThan(left);
		expect(Math.max(...waters[0]!.course.map((point) => point.x)), "it springs").toBeLessThan(right - 60);
		expect(Math.max(...roads[0]!.course.map((point) => point.x)), "the road").toBeGreaterThan(right);
		// In a town it ends.
		map.places = [{ name: "End", kind: "town", hex: at("0402") }];
		const town = board.hexes[at("0402")]!.middle;
		expect(draw(map).roads[0]!.course.at(-1)).toMatchObject({ x: town.x });
	});

	it("joins waters of two kinds without a gap: as wide as the narrower where they meet", () => {
		const map = bareMap(6, 3);
		const at = (hex: string) => map.hexes.indexOf(hex);
		const pair = (one: string, other: string): [number, number] => [at(one), at(other)];
		const upper = [pair("0201", "0202"), pair("0201", "0302"), pair("0302", "0301")];
		map.sides = [
			{ name: "stream", directed: false, courses: [{ name: "brook", pairs: upper }] },
			{
				name: "river",
				directed: false,
				courses: [{ name: "brook", pairs: [pair("0302", "0401"), pair("0401", "0402")] }],
			},
		];
		const joined = draw(map).waters;
		map.sides = map.sides.slice(0, 1);
		const alone = draw(map).waters;
		expect(joined).toHaveLength(2);
		expect(joined[0]!.path, "it does not thin out there").not.toBe(alone[0]!.path);
		// What only says what it is has no name on the map.
		expect(joined.map((line) => line.stretches)).toEqual([[], []]);
	});

	it("is not bare where nothing but open ground is: grass, bushes and gentle heights, of no effect", () => {
		const drawing = draw(bareMap());
		expect(drawing.growth.one.length).toBeGreaterThan(200);
		expect(drawing.growth.other.length).toBeGreaterThan(200);
		expect(new Set(drawing.field.heights).size).toBeGreaterThan(100);
		expect(drawing.patches.length).toBeGreaterThan(2);
		const view = { objectives: [] } as unknown as View;
		const legend = show(Legend, { drawing, view, seats: [], onclose: () => {} });
		expect(legend.textContent).toMatch(/bushes and grass \(no effect\)/);
	});

	it("has woods of more than one stamp: conifers and crowns, in stands, of different heights", () => {
		const map = bareMap();
		map.layers = [{ name: "terrain", values: ["forest"], of: map.hexes.map(() => 0) }];
		const { one, other } = draw(map).covers[0]!.scatter!;
		const heights = new Set([...one.matchAll(/l[\d.]+ ([\d.]+)h/g)].map(([, tall]) => tall));
		expect(heights.size).toBeGreaterThan(10);
		expect(other.split("M").length).toBeGreaterThan(10);
	});

	it("tells of a hex what one plays with, not what only the set-up needs", () => {
		const map = bareMap(2, 2);
		const of = map.hexes.map(() => 0);
		map.layers.push({ name: "initial", values: ["german"], of }, { name: "level", values: ["0"], of });
		map.zones = [
			{ name: "setup", zones: [{ name: "reserves", hexes: [0] }] },
			{ name: "region", zones: [{ name: "The downs", hexes: [0] }] },
		];
		expect(told(map, layOut(map), 0)).toEqual(["clear", "The downs"]);
	});

	it("is cut for a small picture around who stands on it", () => {
		const size = { width: 1000, height: 900 };
		const [x, y, wide, high] = framed(size, [{ x: 800, y: 800 }], 2)
			.split(" ")
			.map(Number);
		expect(wide! / high!).toBeCloseTo(2, 1);
		expect(x!).toBeGreaterThan(400);
		expect(x! + wide!).toBeLessThanOrEqual(1000);
		expect(y! + high!).toBeLessThanOrEqual(900);
		expect(framed(size, [], 2)).toBe("0 200 1000 500");
	});
});

describe("by night", () => {
	const night = readFileSync("src/styles.css", "utf8").split("@media (prefers-color-scheme: dark)")[1]!;
	const colour = (name: string) => seen(new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(night)![1]!);

	it("towns, their names and the edges of the hex of the keys are seen on every ground", () => {
		for (const ground of ["paper", "dry-paper"])
			expect(contrast(colour("house"), colour(ground)), `houses on ${ground}`).toBeGreaterThan(3);
		expect(contrast(colour("name"), colour("halo"))).toBeGreaterThan(7);
		const board = readFileSync("src/board/HexBoard.svelte", "utf8");
		const edge = /\.cursor-edge \{[^}]*stroke: (#[0-9a-f]{3,6}); stroke-width: ([\d.]+)/.exec(board)!;
		const full = edge[1]!.length === 4 ? edge[1]!.replace(/[0-9a-f]/g, "$&$&") : edge[1]!;
		for (const ground of ["paper", "wood", "rough", "marsh", "water", "built", "level"])
			expect(contrast(seen(full), colour(ground)), ground).toBeGreaterThan(4.5);
		expect(Number(edge[2])).toBeGreaterThan(5);
	});
});

describe("an overlay", () => {
	it("draws each side in the colour of its counters, zones, sources and lines alike", () => {
		const { board } = draw(smallMap());
		const [one, two] = board.hexes.map(({ number }) => number);
		const note = { label: "", words: "", level: 0, way: null };
		const overlay = {
			name: "supply",
			hexes: [
				{ ...note, hex: one, seat: 1, look: "source" },
				{ ...note, hex: two, seat: 0, look: "hatch" },
			],
			traces: [{ words: "", hexes: [one, two], seat: 1, whole: true }],
		} as unknown as Overlay;
		const art = drawn(OverlayArt, { overlay, board });
		const style = (what: string) => art.querySelector(what)!.getAttribute("style");
		expect(style(".source")).toContain("var(--rim-1)");
		expect(style(".trace")).toContain("var(--rim-1)");
		expect(style("#overlay-supply-0 path")).toContain("var(--rim-0)");
		expect(art.querySelector("[fill='url(#overlay-supply-0)']")).not.toBeNull();
	});
});
