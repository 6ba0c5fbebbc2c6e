// A place and what lies around it in words: for who cannot see the map, or wants to be sure.
import type { Pointed } from "../table/choosing";
import type { Counter, MapData, View } from "../types";
import { stackInWords } from "./faces";
import { type Board, type Hex, type Point, sideMiddle } from "./geometry";
import { isInside } from "./lasso";
import { lineKinds, ruler } from "./tabletop";
import { ground, zonesOf } from "./telling";

export interface Neighbour {
	direction: string;
	/** The hex or the counter that lies there; nothing beyond the edge. */
	name: string | null;
	words: string;
}

export interface Surroundings {
	name: string;
	here: string[];
	around: Neighbour[];
}

const NAMES = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Clockwise from north, in degrees. */
const bearing = (from: Point, to: Point) =>
	(Math.round((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI) + 360) % 360;

/** A direction by name. Hexes have six, of which none is exactly north-east: what lies between is called so. */
function directionOf(degrees: number): string {
	const main = [0, 90, 180, 270].find((one) => Math.abs(((degrees - one + 180 + 360) % 360) - 180) < 22.5);
	return NAMES[main === undefined ? Math.floor(degrees / 90) * 2 + 1 : main / 45]!;
}

/** What lies on the side between two hexes, and what leads over it. */
function between(map: MapData, one: number, other: number): string[] {
	const isPair = ([from, to]: [number, number]) =>
		(from === one && to === other) || (from === other && to === one);
	const sides = map.sides.flatMap(({ name, directed, courses }) =>
		courses.flatMap((course) => {
			const pair = course.pairs.find(isPair);
			if (!pair) return [];
			const way = directed ? (pair[0] === one ? " facing it" : " facing here") : " between";
			return [`${named(name, course.name)}${way}`];
		}),
	);
	const links = map.links.flatMap(({ name, courses }) =>
		courses
			.filter((course) => course.pairs.some(isPair))
			.map((course) => `${named(name, course.name)} to it`),
	);
	return [...new Set([...sides, ...links])];
}

/** What has no name of its own, but only says once more what it is (`lower stream`), needs none in words either. */
const named = (kind: string, name: string) =>
	/^\p{Lu}/u.test(name) && name.toLowerCase() !== kind.toLowerCase() ? `${kind} ${name}` : kind;

const standing = (counters: Counter[], hex: string) => counters.filter((counter) => counter.place === hex);

/** A hex with its six neighbours, clockwise from north. */
export function surroundings(
	map: MapData,
	board: Board,
	view: Pick<View, "counters" | "marks">,
	seats: string[],
	hex: Hex,
): Surroundings {
	const people = (number: string) => {
		const here = standing(view.counters, number);
		return here.length > 0 ? [stackInWords(here, seats)] : [];
	};
	const around = hex.neighbours.map((index, side) => {
		const other = board.hexes[index];
		const degrees = bearing(hex.middle, other?.middle ?? sideMiddle(hex, side));
		const words = other
			? [...ground(map, index), ...between(map, hex.index, index), ...people(other.number)].join("; ")
			: "the edge of the map";
		return { degrees, neighbour: { direction: directionOf(degrees), name: other?.number ?? null, words } };
	});
	const nobody = standing(view.counters, hex.number).length === 0 ? ["nobody stands here"] : [];
	return {
		name: hex.number,
		here: [
			[...ground(map, hex.index), ...zonesOf(map, hex.index)].join("; "),
			...people(hex.number),
			...nobody,
			...view.marks.filter((mark) => mark.hex === hex.number).map((mark) => mark.words),
		],
		around: around.sort((one, other) => one.degrees - other.degrees).map(({ neighbour }) => neighbour),
	};
}

/** So many counters are told of on a table without hexes. */
const NEAREST = 6;

/** A counter on a table without hexes, with what it stands in and who is nearest. */
export function nearest(
	{ counters, ground: table }: Pick<View, "counters" | "ground">,
	seats: string[],
	unit: string,
): Surroundings | null {
	const counter = counters.find((one) => one.name === unit);
	const spot = counter?.spot;
	if (!counter || !spot) return null;
	const stands = table?.areas.filter(
		({ kind, points }) =>
			!lineKinds.has(kind) &&
			isInside(
				spot,
				points.map(([x, y]) => ({ x, y })),
			),
	);
	const others = counters.flatMap((other) =>
		other.spot && other !== counter
			? [{ other, spot: other.spot, far: Math.hypot(other.spot.x - spot.x, other.spot.y - spot.y) }]
			: [],
	);
	others.sort((one, other) => one.far - other.far);
	return {
		name: unit,
		here: [stackInWords([counter], seats), ...(stands ?? []).map(({ name }) => `in ${name}`)],
		around: others.slice(0, NEAREST).map(({ other, spot: to }) => ({
			direction: directionOf(bearing(spot, to)),
			name: other.name,
			words: `${ruler(spot, to)}; ${stackInWords([other], seats)}`,
		})),
	};
}

/** What somebody means by a word: a hex, a named place or a counter; null if there is no such thing. */
export function placeNamed(
	word: string,
	map: MapData | null,
	board: Board | null,
	counters: Counter[],
): string | null {
	const wanted = word.trim().toLowerCase();
	const hex = [word.trim(), wanted].find((number) => board?.byNumber.has(number));
	if (hex) return hex;
	const place = map?.places.find((one) => one.name.toLowerCase() === wanted);
	if (place && board) return board.hexes[place.hex]?.number ?? null;
	const counter = counterNamed(word, counters);
	if (!counter) return null;
	if (counter.spot) return counter.name;
	return board?.byNumber.has(counter.place) ? counter.place : null;
}

const counterNamed = (word: string, counters: Counter[]): Counter | undefined =>
	counters.find((one) => one.name.toLowerCase() === word.trim().toLowerCase());

/** The same as if it had been clicked: a counter before the hex that it stands in. */
export function pointedNamed(
	word: string,
	map: MapData | null,
	board: Board | null,
	counters: Counter[],
): Pointed | null {
	const counter = counterNamed(word, counters);
	if (counter) return { unit: counter.id, hex: board?.byNumber.has(counter.place) ? counter.place : null };
	const hex = placeNamed(word, map, board, []);
	return hex ? { unit: null, hex } : null;
}
