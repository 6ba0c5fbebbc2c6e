// Lines on a map: watercourses, ravines, entrenchments, roads and rails.
import type { MapData } from "../types";
import { chaikin, ribbon, taut, wandering } from "./courses";
import {
	type Board,
	beside,
	between,
	curved,
	type Hex,
	join,
	outward,
	type Point,
	shaken,
	sideBetween,
	sideMiddle,
	straight,
} from "./geometry";
import { gullies } from "./townscape";

export interface Line {
	/** Name of the feature: river, road. */
	feature: string;
	/** Name of this one: Volga. */
	name: string;
	path: string;
	/** Its course, for what keeps clear of it. */
	course: Point[];
	/** An area a little larger: the bank of a river. */
	bank: string;
	/** Parts of it that are long enough for its name, running left to right; its middle first, then on to both sides. */
	stretches: Stretch[];
}

/** A part of a line that a name is written along. */
export interface Stretch {
	path: string;
	course: Point[];
}

export interface Tooth {
	from: Point;
	to: Point;
}
export type Barrier = Line & { teeth: Tooth[] };
export type Ravine = Line & { strokes: string };

type Feature = MapData["sides"][number];

function sidesOf(board: Board, pairs: [number, number][]): [Point, Point][] {
	return pairs.map(([one, other]) => sideBetween(board, one, other)).filter((side) => side !== null);
}

/** How wide a river runs where it is grown, and where it springs. */
const GROWN: Record<string, number> = { river: 7.5, strait: 17, sea: 19, lake: 13 };
const SMALL = 4.2;
/** How far lines that leave the map are drawn beyond its edge, where they are cut off. */
const BEYOND = 46;
const SPRING = 0.9;

/**
 * Watercourses as areas: thin where they spring, wide where they leave the map or meet another, of whatever kind; those that
 * leave the map run on beyond its edge.
 */
export function watercourses(board: Board, features: Feature[]): Line[] {
	const all = features.flatMap(({ name: feature, courses }) =>
		courses.flatMap(({ name, pairs }) =>
			join(sidesOf(board, pairs)).map((line) => ({ feature, name, line, grown: GROWN[feature] ?? SMALL })),
		),
	);
	const near = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y) < 2;
	const beyond = outward(board, BEYOND);
	return all.map(({ feature, name, line, grown }) => {
		const closed = near(line[0]!, line.at(-1)!);
		/** Where it ends in another it is as wide as the narrower of both. */
		const wide = (end: Point) => {
			if (!near(beyond(end), end)) return grown;
			const met = all.filter((other) => other.line !== line && other.line.some((point) => near(point, end)));
			return met.length > 0 ? Math.min(grown, ...met.map((other) => other.grown)) : SPRING;
		};
		const out = (end: Point) => (closed || near(beyond(end), end) ? [] : [beyond(end)]);
		const long = [...out(line[0]!), ...line, ...out(line.at(-1)!)];
		const course = chaikin(wandering(softenedOpen(long), 4.5), 2);
		const widths = { from: wide(line[0]!), to: wide(line.at(-1)!) };
		// A closed course is as wide all along.
		if (closed) widths.from = widths.to = grown;
		return {
			feature,
			name,
			path: straight(ribbon(course, widths), true),
			bank: straight(ribbon(course, widths, 2.6), true),
			course,
			// What has no name of its own, but only says what it is, needs none on the map.
			stretches: /^\p{Lu}/u.test(name) ? named(wandering(softenedOpen(line), 3)) : [],
		};
	});
}

/** Dry courses: a line with strokes falling into it from both sides. */
export function ravines(board: Board, feature: Feature): Ravine[] {
	return feature.courses.flatMap((course) =>
		join(sidesOf(board, course.pairs)).map((line) => {
			const winding = shaken(softenedOpen(line), 2.4);
			const { name } = course;
			return {
				feature: feature.name,
				name,
				path: curved(winding),
				bank: "",
				course: winding,
				stretches: named(winding),
				strokes: gullies(winding),
			};
		}),
	);
}

function softenedOpen(line: Point[]): Point[] {
	if (line.length < 2) return line;
	const inner = line.slice(0, -1).map((point, index) => between(point, line[index + 1]!, 0.5));
	return [line[0]!, ...inner, line.at(-1)!];
}

/** How many points of a line a name takes. */
const NAMED = 7;

/** The parts of a line as gentle paths from left to right, its middle first, if it is long enough to be written along. */
function named(line: Point[]): Stretch[] {
	if (line.length < 6) return [];
	const last = Math.max(0, line.length - NAMED);
	const middle = Math.floor(line.length / 2) - 3;
	const starts = [...Array(last + 1).keys()].sort(
		(one, other) => Math.abs(one - middle) - Math.abs(other - middle),
	);
	return starts.map((from) => {
		const part = line.slice(from, from + NAMED);
		const eased = part.map((point, index) =>
			between(point, part[Math.min(part.length - 1, index + 1)]!, 0.5),
		);
		const course = eased[0]!.x > eased.at(-1)!.x ? eased.reverse() : eased;
		return { path: curved(course), course };
	});
}

/** Lines with an inside and an outside show teeth outward, as entrenchments do on staff maps. */
export function barriers(board: Board, feature: Feature): Barrier[] {
	return feature.courses.flatMap((course) => {
		const teeth = feature.directed ? course.pairs.flatMap((pair) => toothed(board, pair)) : [];
		const path = join(sidesOf(board, course.pairs))
			.map((line) => straight(line))
			.join("");
		return [{ feature: feature.name, name: course.name, path, bank: "", course: [], stretches: [], teeth }];
	});
}

function toothed(board: Board, [inner, outer]: [number, number]): Tooth[] {
	const side = sideBetween(board, inner, outer);
	if (!side) return [];
	const out = board.hexes[outer]!.middle;
	return [0.25, 0.5, 0.75].map((part) => {
		const from = between(side[0], side[1], part);
		return { from, to: between(from, out, 0.13) };
	});
}

/** A road that ends at the edge of the map in no town goes on beyond it, as straight as the edge lets it. */
function leaving(line: Point[], hexes: Hex[], isTown: (hex: Hex) => boolean): Point[] {
	const onward = (hex: Hex, from: Point): Point[] => {
		if (isTown(hex) || (hex.middle.x === from.x && hex.middle.y === from.y)) return [];
		const way = { x: hex.middle.x - from.x, y: hex.middle.y - from.y };
		const long = Math.hypot(way.x, way.y);
		let best: { at: Point; along: number } | null = null;
		hex.neighbours.forEach((next, side) => {
			const at = sideMiddle(hex, side);
			const [x, y] = [at.x - hex.middle.x, at.y - hex.middle.y];
			const along = (x * way.x + y * way.y) / (long * Math.hypot(x, y));
			if (next < 0 && along > (best?.along ?? 0.4)) best = { at, along };
		});
		const found = best as { at: Point } | null;
		return found ? [found.at, between(hex.middle, found.at, 2.2)] : [];
	};
	if (line.length < 2) return line;
	const before = onward(hexes[0]!, line[1]!).reverse();
	return [...before, ...line, ...onward(hexes.at(-1)!, line.at(-2)!)];
}

export function ways(
	board: Board,
	feature: { name: string; courses: Feature["courses"] },
	aside: number,
	towns: Set<number>,
): Line[] {
	const at = (point: Point) => `${Math.round(point.x)} ${Math.round(point.y)}`;
	const byMiddle = new Map(board.hexes.map((hex) => [at(hex.middle), hex]));
	return feature.courses.flatMap((course) => {
		const pieces = course.pairs.map(([one, other]): [Point, Point] => [
			board.hexes[one]!.middle,
			board.hexes[other]!.middle,
		]);
		return join(pieces).map((line) => {
			const hexes = line.flatMap((point) => byMiddle.get(at(point)) ?? []);
			const isTown = (hex: Hex) => towns.has(hex.index);
			const pulled = chaikin(leaving(taut(board, hexes, isTown), hexes, isTown), 2);
			const ordered = pulled[0]!.x <= pulled.at(-1)!.x ? pulled : [...pulled].reverse();
			const placed = aside === 0 ? ordered : beside(ordered, aside);
			return {
				feature: feature.name,
				name: course.name,
				path: straight(placed),
				bank: "",
				course: placed,
				stretches: [],
			};
		});
	});
}
