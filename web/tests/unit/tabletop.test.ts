import { describe, expect, it } from "vitest";
import { Aiming } from "../../src/board/aiming.svelte";
import { bearing, choicesAt, proposed, spotOf } from "../../src/board/tabletop";
import { signsFor, tagsFor } from "../../src/board/tagging";
import { courseOf, Heights, isWithin, scattered, toBorder } from "../../src/board/terrain";
import type { Choice, Counter, Freehand, Proposal, View, WhyData } from "../../src/types";
import { area, counter } from "./counter";

const tool = (more: Partial<Freehand>): Freehand => ({
	label: "Go there",
	verb: "to",
	kind: "go",
	units: [],
	numbers: [],
	point: true,
	heading: null,
	facing: 0,
	from: null,
	floors: false,
	grip: null,
	target: false,
	...more,
});
const square: [number, number][] = [
	[0, 0],
	[200, 0],
	[200, 100],
	[0, 100],
];

describe("what is fought for on a table", () => {
	const gun = (x: number, y: number) =>
		counter("gun", "", {
			spot: { x, y, heading: 0, width: 40, depth: 60 } as Counter["spot"],
			model: { figure: "gun", of: null, wear: "whole" } as unknown as Counter["model"],
		});

	it("has its sign at its place, or beside a model that stands there", () => {
		expect(signsFor([[500, 500]], [gun(900, 900)], 1)).toEqual([[500, 500]]);
		const [[x, y]] = signsFor([[500, 500]], [gun(500, 505)], 1) as [[number, number]];
		expect(Math.abs(x - 500) >= 50 || Math.abs(y - 505) >= 43).toBe(true);
		expect(Math.hypot(x - 500, y - 500)).toBeLessThan(120);
	});
});

describe("a point or a heading completes a decision", () => {
	it("puts heading and floor where the notation has them", () => {
		expect(proposed(tool({}), null, 0, 0)).toBeNull();
		expect(proposed(tool({ floors: true }), { x: 10.4, y: 20.6 }, 0, 1)).toMatchObject({
			verb: "to",
			points: [[10, 21]],
			numbers: [1],
		});
		const placed = tool({ verb: "place", units: [4], numbers: [2], heading: 0, floors: true });
		expect(proposed(placed, { x: 1, y: 2 }, 90, 0)).toMatchObject({ units: [4], numbers: [90, 2] });
		expect(
			proposed(tool({ verb: "form", point: false, numbers: [1], heading: 1 }), null, 45, 0),
		).toMatchObject({
			points: [],
			numbers: [1, 45],
		});
	});

	it("measures headings clockwise from north", () => {
		const from = { x: 100, y: 100 };
		expect(bearing(from, { x: 100, y: 0 })).toBe(0);
		expect(bearing(from, { x: 200, y: 100 })).toBe(90);
		expect(bearing(from, { x: 100, y: 200 })).toBe(180);
		expect(bearing(from, { x: 0, y: 100 })).toBe(270);
	});

	it("asks one thing at a time, and the newest last", async () => {
		const asked: Proposal[] = [];
		const answer = (text: string): WhyData => ({ text, allowed: true, refusal: null, outlook: null });
		const waiting: (() => void)[] = [];
		const aiming = new Aiming((proposal) => {
			asked.push(proposal);
			return new Promise((done) => waiting.push(() => done(answer(JSON.stringify(proposal.points)))));
		});
		aiming.lay({ freehand: [tool({})] } as unknown as View);
		for (const x of [1, 2, 3]) aiming.point({ x, y: 0 });
		expect(asked).toHaveLength(1);
		waiting[0]!();
		await new Promise((go) => setTimeout(go));
		expect(asked.map(({ points }) => points?.[0]?.[0])).toEqual([1, 3]);
		waiting[1]!();
		await new Promise((go) => setTimeout(go));
		expect(aiming.answer?.text).toBe("[[3,0]]");
		aiming.drop();
		expect(aiming.proposal).toBeNull();
	});

	it("first shows where, then whither", () => {
		const aiming = new Aiming(async () => null);
		aiming.lay({
			freehand: [tool({ verb: "place", units: [4], heading: 0, facing: 180 })],
		} as unknown as View);
		aiming.point({ x: 50, y: 50 });
		expect(aiming.proposal?.numbers).toEqual([180]);
		aiming.pinned = true;
		aiming.point({ x: 150, y: 50 });
		expect(aiming.at).toEqual({ x: 50, y: 50 });
		expect(aiming.proposal?.numbers).toEqual([90]);
		aiming.turn(-100);
		expect(aiming.heading).toBe(350);
	});
});

describe("terrain", () => {
	const points = square.map(([x, y]) => ({ x, y }));
	it("knows inside and border", () => {
		expect(isWithin({ x: 100, y: 50 }, points)).toBe(true);
		expect(isWithin({ x: 100, y: 150 }, points)).toBe(false);
		expect(toBorder({ x: 100, y: 40 }, points)).toBe(40);
		expect(scattered(points, 20, 3).every((point) => isWithin(point, points))).toBe(true);
		expect(scattered(points, 20, 3)).toEqual(scattered(points, 20, 3));
	});
	it("finds the course of a long piece, and takes one that is given", () => {
		expect(courseOf(area("road", "road", square))).toEqual({
			points: [
				{ x: 0, y: 50 },
				{ x: 200, y: 50 },
			],
			width: 100,
		});
		expect(courseOf(area("brook", "stream", square, { width: 24 })).width).toBe(24);
	});
	it("lights a hill from the upper left", () => {
		const hill: [number, number][] = [
			[400, 400],
			[1200, 400],
			[1200, 1200],
			[400, 1200],
		];
		const heights = new Heights([area("hill", "hill", hill, { height: 30 })], 1600, 1600);
		expect(heights.at(100, 100)).toBeCloseTo(30);
		expect(heights.at(10, 10)).toBe(0);
		expect(heights.light(55, 100)).toBeGreaterThan(0);
		expect(heights.light(145, 100)).toBeLessThan(0);
	});
});

describe("names on a table", () => {
	const man = (name: string, x: number, y: number): Counter =>
		counter(name, "table", {
			factors: "8/10",
			spot: { x, y, width: 20, depth: 20 },
			model: { figure: "commander", turret: null, barrel: 0, of: null, floor: 0, wear: "whole" },
		});
	const size = { width: 1200, depth: 1200 };
	it("stand near and never over one another", () => {
		const units = [man("1st squad", 600, 600), man("2nd squad", 620, 600), man("3rd squad", 640, 600)];
		const tags = tagsFor(units, 1, () => 0, size);
		expect(tags).toHaveLength(3);
		const boxes = tags.map(({ x, y, width }) => ({ left: x - width / 2, right: x + width / 2, y }));
		for (const [at, one] of boxes.entries())
			for (const other of boxes.slice(at + 1))
				expect(one.left >= other.right || other.left >= one.right || Math.abs(one.y - other.y) >= 15).toBe(
					true,
				);
	});
	it("stand beside models and not over them, as long as there is room", () => {
		// A gun with men above, below and to the left of it.
		const crew = [...Array(9).keys()].map((place) => man(`${place}`, 520 + place * 20, 560));
		const others = [...Array(9).keys()].map((place) => man(`${place + 9}`, 520 + place * 20, 640));
		const all = [man("45 mm gun", 600, 600), ...crew, ...others];
		const [tag] = tagsFor(all, 1, (one) => Number(one.name === "45 mm gun"), size);
		expect(tag!.name).toBe("45 mm gun");
		const covers = all.filter(
			({ spot }) =>
				Math.abs(spot!.x - tag!.x) < tag!.width / 2 + 10 &&
				spot!.y + 10 > tag!.y - 13 &&
				spot!.y - 10 < tag!.y + 4,
		);
		expect(covers.map(({ name }) => name)).toEqual([]);
		expect(Math.hypot(tag!.x - 600, tag!.y - 600)).toBeLessThan(120);
	});
	it("who matters is named, however small the table is", () => {
		const crowd = Array.from({ length: 12 }, (_, place) => man(`${place}. squad`, 600 + place * 4, 600));
		const tags = tagsFor(crowd, 0.16, (one) => (one.name === "7. squad" ? 3 : 0), size);
		expect(tags[0]).toMatchObject({ name: "7. squad", chosen: true });
		expect(tags.length).toBeLessThan(12);
	});
});

describe("what is taken hold of or struck by itself", () => {
	const choice = (text: string, spot: [number, number] | null, points: [number, number][] = []): Choice => ({
		text,
		verb: text.split(" ")[0]!,
		units: [],
		hexes: [],
		points,
		numbers: [],
		hint: {
			label: "",
			kind: "strike",
			path: [],
			spent: [],
			spot,
			facing: null,
			note: "",
			rolls: false,
		},
	});
	it("a click near a window finds everything that can go through it, and nothing farther off", () => {
		const bomb = choice("toss bomb", [100, 100]);
		const bag = choice("toss bag", [100, 100]);
		const wall = choice("plant bag", [160, 100]);
		const all = [bomb, bag, wall, choice("hold", null)];
		expect(choicesAt(all, { x: 108, y: 100 }, 14)).toEqual([bomb, bag]);
		expect(choicesAt(all, { x: 155, y: 100 }, 14)).toEqual([wall]);
		expect(choicesAt(all, { x: 130, y: 300 }, 14)).toEqual([]);
		expect(spotOf(choice("to 5,6", null, [[5, 6]]))).toEqual({ x: 5, y: 6 });
	});
	it("a man is taken by his figure, a weapon is given a target", () => {
		const man = tool({ label: "Man 3", verb: "man", numbers: [3], grip: 77 });
		const weapon = tool({
			label: "Man 2",
			verb: "allot",
			numbers: [2],
			point: false,
			grip: 76,
			target: true,
		});
		const go = tool({});
		const aiming = new Aiming(async () => null);
		aiming.lay({ freehand: [go, man, weapon] } as unknown as View);
		expect(aiming.fitting).toEqual([go]);
		expect(aiming.single).toEqual([man, weapon]);
		expect(aiming.grip(5)).toBe(false);
		expect(aiming.grip(77)).toBe(true);
		aiming.at = { x: 10, y: 20 };
		expect(aiming.proposal).toMatchObject({ verb: "man", numbers: [3], points: [[10, 20]], units: [] });
		expect(aiming.grip(76)).toBe(true);
		expect(aiming.proposal).toBeNull();
		aiming.aimAt(9);
		expect(aiming.proposal).toMatchObject({ verb: "allot", numbers: [2], points: [], units: [9] });
		aiming.release();
		expect(aiming.tool).toEqual(go);
	});
});
