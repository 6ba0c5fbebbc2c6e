import { describe, expect, it } from "vitest";
import { nearest, placeNamed, pointedNamed, surroundings } from "../../src/board/around";
import { layOut } from "../../src/board/geometry";
import { lookedFor } from "../../src/table/choosing";
import { Looking } from "../../src/table/looking.svelte";
import type { Choice } from "../../src/types";
import { adding, area, counter, id } from "./counter";
import { smallMap } from "./map";

const map = smallMap();
const board = layOut(map);
const seats = ["Red", "Blue"];
const view = {
	counters: [
		counter("331", "0201", { factors: "4-6", kind: "rifle", statuses: ["disrupted"] }),
		counter("78.ID", "0302", { seat: 1, factors: "5-5", kind: "infantry" }),
		counter("GD", "reserve", { seat: 1 }),
	],
	marks: [{ hex: "0201", words: "under attack", kind: "target" as const, seat: null }],
};
const told = (number: string) => surroundings(map, board, view, seats, board.byNumber.get(number)!);

describe("a hex in words", () => {
	it("tells what it is, who stands there and in what state", () => {
		const { name, here } = told("0201");
		expect(name).toBe("0201");
		expect(here.join(" / ")).toBe("Mill (city); clear / Red 331 4-6 rifle, disrupted / under attack");
		expect(told("0101").here).toEqual(["clear; army West", "nobody stands here"]);
	});

	it("tells its six neighbours by direction, with what lies and leads between", () => {
		const { around } = told("0201");
		expect(around.map(({ direction, name }) => `${direction} ${name}`)).toEqual([
			"north null",
			"north-east 0301",
			"south-east 0302",
			"south 0202",
			"south-west 0102",
			"north-west 0101",
		]);
		const words = Object.fromEntries(around.map((one) => [one.direction, one.words]));
		expect(words.north).toBe("the edge of the map");
		expect(words.south).toBe("forest");
		expect(words["south-east"]).toBe("clear; road Mill road to it; Blue 78.ID 5-5 infantry");
		expect(words["north-west"]).toBe("clear; river Ford between; road Mill road to it");
	});

	it("tells on which side of a wall one is", () => {
		const wall = (from: string, to: string) => told(from).around.find(({ name }) => name === to)!.words;
		expect(wall("0301", "0401")).toContain("wall facing it");
		expect(wall("0401", "0301")).toContain("wall facing here");
	});

	it("knows the directions of a map in rows", () => {
		const pointy = smallMap("pointy, even rows right");
		const rows = layOut(pointy);
		const { around } = surroundings(pointy, rows, view, seats, rows.byNumber.get("0202")!);
		expect(around.map(({ direction }) => direction)).toEqual([
			"north-east",
			"east",
			"south-east",
			"south-west",
			"west",
			"north-west",
		]);
	});
});

describe("a table without hexes", () => {
	const spot = (x: number, y: number) => ({ x, y, width: 40, depth: 30 });
	const wood: [number, number][] = [
		[0, 0],
		[300, 0],
		[300, 300],
		[0, 300],
	];
	const table = {
		counters: [
			counter("A", "table", { spot: spot(100, 100), figures: adding({ fire: 8 }) }),
			counter("B", "table", { spot: spot(100, 600), seat: 1 }),
			counter("C", "table", { spot: spot(220, 90) }),
		],
		ground: {
			width: 1000,
			depth: 1000,
			areas: [area("wood", "wood", wood)],
		},
	};

	it("tells who is nearest, how far and where", () => {
		const told = nearest(table, seats, "A");
		expect(told?.here).toEqual(["Red A", "in wood"]);
		expect(told?.around).toEqual([
			{ direction: "east", name: "C", words: "12.0 cm; Red C" },
			{ direction: "south", name: "B", words: "50.0 cm; Blue B" },
		]);
		expect(nearest(table, seats, "nobody")).toBeNull();
	});
});

describe("asking for a place", () => {
	const choices = (...texts: string[]) =>
		texts.map((text) => ({ text, verb: text.split(" ")[0] })) as Choice[];

	it("is typed, unless the game has a decision that begins so", () => {
		expect(lookedFor(choices("pick 331"), " Look  0505 ")).toBe("0505");
		expect(lookedFor(choices("pick 331"), "look")).toBeNull();
		expect(lookedFor(choices("pick 331"), "lookout 0505")).toBeNull();
		expect(lookedFor(choices("look north", "pick 331"), "look 0505")).toBeNull();
	});

	it("goes by number, by name and by counter", () => {
		const named = (word: string) => placeNamed(word, map, board, view.counters);
		expect(["0302", "mill", " 78.id ", "GD", "nowhere"].map(named)).toEqual([
			"0302",
			"0201",
			"0302",
			null,
			null,
		]);
	});

	it("means a click where nothing else was typed: the counter itself, or the bare hex", () => {
		const pointed = (word: string) => pointedNamed(word, map, board, view.counters);
		expect(pointed("mill")).toEqual({ unit: null, hex: "0201" });
		expect(pointed(" 78.id ")).toEqual({ unit: id("78.ID"), hex: "0302" });
		expect(pointed("GD")).toEqual({ unit: id("GD"), hex: null });
		expect(pointed("nowhere")).toBeNull();
	});
});

describe("a closer look", () => {
	it("is over with the key, unless it was asked to stay", () => {
		const looking = new Looking();
		looking.peek(id("331"));
		expect(looking.units).toEqual([id("331")]);
		looking.peek(null);
		expect(looking.units).toEqual([]);
		expect(looking.close()).toBe(false);
		looking.closely([id("331"), id("78.ID")]);
		looking.peek(id("GD"));
		looking.peek(null);
		expect(looking.units).toEqual([id("331"), id("78.ID")]);
		looking.closely([id("331"), id("78.ID")]);
		expect(looking.units).toEqual([]);
		looking.closely([id("GD")]);
		expect(looking.close()).toBe(true);
		expect(looking.units).toEqual([]);
	});
});

describe("a course that has no name of its own", () => {
	it("is told by what it is", () => {
		const nameless = smallMap();
		nameless.sides[0]!.courses[0]!.name = "lower stream";
		const { around } = surroundings(nameless, layOut(nameless), view, seats, board.byNumber.get("0101")!);
		const said = around.map(({ words }) => words).join(" / ");
		expect(said).toContain("river");
		expect(said).not.toContain("lower stream");
	});
});
