// From the data of a map to what is drawn: done once, since a map does not change.
import type { MapData } from "../types";
import {
	type Board,
	between,
	chanceAt,
	curved,
	type Hex,
	hexAt,
	layOut,
	outlines,
	outward,
	type Point,
	shaken,
	straight,
} from "./geometry";
import { type Ground, groundOf } from "./ground";
import { type Barrier, barriers, type Line, type Ravine, ravines, watercourses, ways } from "./lines";
import { borders, type Region, regions } from "./regions";
import { contour, type Field, fieldOf, slopes } from "./relief";
import { boulders, Clearings, growth, type Scatter, trees, tufts } from "./scatter";
import { blocks, halls, island, rampart, tents } from "./townscape";

export interface Cover {
	name: string;
	ground: Ground;
	path: string;
	/** What stands on it: blocks or halls, and the lines on their roofs. */
	houses: string;
	lights: string;
	/** A wall along its edge, open at gates. */
	rampart: string;
	/** Strokes along its edge, where it is high. */
	hachures: string;
	/** What grows or lies on it. */
	scatter: Scatter | null;
}

export interface Site {
	name: string;
	kind: string;
	large: boolean;
	middle: Point;
	houses: { x: number; y: number; w: number; h: number; turn: number }[];
	/** An island has a shore and no houses. */
	island: string;
	/** Boats land here. */
	landing: boolean;
	/** How great a town is, on a map of many: from 0, a town, to 3. */
	rank: number;
	fortress: boolean;
	port: boolean;
}

export interface Drawing {
	board: Board;
	grid: string;
	/** The edge of the map. */
	land: string;
	covers: Cover[];
	levels: { level: number; path: string; contour: string }[];
	waters: Line[];
	barriers: Barrier[];
	roads: Line[];
	rails: Line[];
	walls: Line[];
	ravines: Ravine[];
	sites: Site[];
	/** Seas, marshes and ranges by name. */
	regions: Region[];
	/** Between countries. */
	borders: string[];
	/** Whether it is a map of many towns: they are signs of their class, not houses. */
	operational: boolean;
	/** Open, dry country without towns. */
	dry: boolean;
	/** Heights, for light and shade; nothing where a map is flat and small. */
	field: Field;
	/** Strokes down the slopes of ranges. */
	slopes: string;
	/** Fields around towns: decor, and the legend says so. */
	fields: string;
	/** Grass and bushes on open ground: decor as well. */
	growth: Scatter;
	/** Wide, faint patches: ground is nowhere of one colour. */
	patches: { x: number; y: number; rx: number; ry: number; kind: "dry" | "green" }[];
	legend: { name: string; ground: Ground }[];
}

export function draw(map: MapData): Drawing {
	const board = layOut(map);
	const terrain = map.layers.find((layer) => layer.name === "terrain") ?? map.layers[0];
	const isWater = (name: string) => /river|stream|brook|canal|water|ford|gully|strait|sea|lake/.test(name);
	const isRavine = (name: string) => /balka|ravine/.test(name);
	const isRail = (name: string) => /rail/.test(name);
	const isWall = (name: string) => /wall|rampart/.test(name);
	const towns = new Set(map.places.map((place) => place.hex));
	const waters = watercourses(
		board,
		map.sides.filter((side) => isWater(side.name)),
	);
	const roads = map.links
		.filter((link) => !isRail(link.name) && !isWall(link.name))
		.flatMap((link) => ways(board, link, 0, towns));
	const rails = map.links
		.filter((link) => isRail(link.name))
		.flatMap((link) => ways(board, link, 4.5, towns));
	const walls = map.links.filter((link) => isWall(link.name)).flatMap((link) => ways(board, link, -9, towns));
	const clear = new Clearings();
	for (const line of [...waters, ...roads, ...rails, ...walls]) clear.add(line.course);
	const wet = (index: number) => groundOf(terrain?.values[terrain.of[index] ?? -1] ?? "") === "water";
	const highs = (terrain?.values ?? []).map((name) => HIGHS.find(([words]) => words.test(name))?.[1] ?? 0);
	const steps = heightLayer(map);
	const field = fieldOf(
		board,
		(index) => (highs[terrain?.of[index] ?? -1] ?? 0) + (steps ? steps(index) * 0.9 : 0),
		waters.map((line) => line.course),
		steps ? 0.2 : 0.62,
	);
	const operational = map.places.length > MANY;
	const isRange = (point: Point) => {
		const hex = hexAt(board, point);
		const near = hex ? [hex.index, ...hex.neighbours] : [];
		const high = (index: number) => (highs[terrain?.of[index] ?? -1] ?? 0) > 0 || (steps?.(index) ?? 0) > 0;
		return near.some(high) && !(hex && wet(hex.index));
	};
	const covers = terrain ? terrain.values.map((_, value) => cover(board, terrain, value, clear)) : [];
	return {
		board,
		grid: board.hexes.map(sidesOnce).join(""),
		land: outlines(board, () => true)
			.map((line) => straight(line, true))
			.join(""),
		covers: covers.filter((cover) => cover.ground !== "open"),
		levels: levels(board, map, field),
		waters,
		barriers: map.sides
			.filter((side) => !isWater(side.name) && !isRavine(side.name))
			.flatMap((side) => barriers(board, side)),
		ravines: map.sides.filter((side) => isRavine(side.name)).flatMap((side) => ravines(board, side)),
		roads,
		rails,
		walls,
		sites: map.places.map((place) => site(board, place, map)),
		regions: regions(board, map, wet),
		borders: borders(board, map, wet),
		operational,
		dry: map.places.length === 0 || steps !== null,
		field,
		slopes: steps || highs.some((high) => high > 0) ? slopes(field, board, isRange) : "",
		fields: operational || !towns.size || !roads.length ? "" : fields(board, terrain, towns, clear),
		growth: operational
			? { shadow: "", one: "", other: "" }
			: growth(
					board,
					(index) => groundOf(terrain?.values[terrain.of[index] ?? -1] ?? "open") === "open",
					clear,
				),
		patches: patches(board),
		legend: covers.map(({ name, ground }) => ({ name, ground })),
	};
}

const GROWS: Partial<Record<Ground, typeof trees>> = { wood: trees, marsh: tufts, rough: boulders };

function cover(board: Board, layer: MapData["layers"][number], value: number, clear: Clearings): Cover {
	const name = layer.values[value]!;
	const ground = groundOf(name);
	// A slope goes on under the summit above it.
	const rises = layer.values.map((other) => ground === "slope" && groundOf(other) === "summit");
	const covers = (index: number) => layer.of[index] === value || rises[layer.of[index] ?? -1] === true;
	const lines = ground === "open" ? [] : outlines(board, covers);
	const straightened = ["built", "works", "camp"].includes(ground);
	// What lies at the edge of the map goes on beyond it, and is cut off there.
	const beyond = outward(board, 40);
	const shapes = straightened
		? lines
		: lines
				.map((line) => line.map(beyond))
				.map((line) => shaken(ground === "water" ? rounded(softened(line), 1) : softened(line), 4));
	const path = shapes.map((line) => (straightened ? straight(line, true) : curved(line, true))).join("");
	const here = board.hexes.filter((hex) => layer.of[hex.index] === value);
	const works = ground === "works" ? here.map(halls) : ground === "camp" ? here.map(tents) : [];
	const houses = ground === "built" ? here.map(blocks).join("") : works.map(({ roofs }) => roofs).join("");
	const isHigh = ground === "slope" || ground === "summit";
	return {
		name,
		ground,
		path,
		houses,
		lights: works.map(({ lights }) => lights).join(""),
		rampart: ground === "camp" ? lines.map(rampart).join("") : "",
		hachures: isHigh ? lines.map((line) => hachures(board, line, covers)).join("") : "",
		scatter: GROWS[ground]?.(board, (index) => layer.of[index] === value, clear) ?? null,
	};
}

/** Points between the corners, so that a shaken outline is not a chain of hexes. */
function softened(line: Point[]): Point[] {
	return line.flatMap((point, index) => {
		const next = line[(index + 1) % line.length]!;
		return [between(point, next, 0.25), between(point, next, 0.75)];
	});
}

/** How high ground lies by its name. */
const HIGHS: [RegExp, number][] = [
	[/mountain|summit|peak/, 2.1],
	[/hill|slope/, 1.1],
];

/** With more places than this a map shows signs of their class instead of houses. */
const MANY = 60;

/** How high hexes lie, where a layer tells it. */
function heightLayer(map: MapData): ((index: number) => number) | null {
	const layer = map.layers.find((layer) => /level|height|elevation/.test(layer.name));
	const heights = layer?.values.map((value, index) => Number(/\d+/.exec(value)?.[0] ?? index));
	return layer && heights ? (index) => heights[layer.of[index] ?? 0] ?? 0 : null;
}

/** Strips of ploughed land on open ground, nearer to towns more of them. */
function fields(
	board: Board,
	terrain: MapData["layers"][number] | undefined,
	towns: Set<number>,
	clear: Clearings,
): string {
	let path = "";
	for (const hex of board.hexes) {
		const ground = groundOf(terrain?.values[terrain.of[hex.index] ?? -1] ?? "open");
		if (ground !== "open") continue;
		const near = towns.has(hex.index) || hex.neighbours.some((next) => towns.has(next));
		for (let at = 0; at < 3; at++) {
			if (chanceAt(hex.middle, 60 + at) > (near ? 0.5 : 0.16)) continue;
			const angle = chanceAt(hex.middle, 63 + at) * Math.PI * 2;
			const middle = { x: hex.middle.x + Math.cos(angle) * 31, y: hex.middle.y + Math.sin(angle) * 27 };
			if (clear.has(middle)) continue;
			const turn = (Math.round(chanceAt(hex.middle, 66 + at) * 6) * Math.PI) / 6;
			const [wide, high] = [7 + chanceAt(middle, 1) * 5, 5 + chanceAt(middle, 2) * 4];
			const turned = (x: number, y: number) => ({
				x: middle.x + x * Math.cos(turn) - y * Math.sin(turn),
				y: middle.y + x * Math.sin(turn) + y * Math.cos(turn),
			});
			for (let row = -high; row <= high; row += 2.6)
				path += straight([turned(-wide, row), turned(wide, row)]);
		}
	}
	return path;
}

/** The sides of a hex that no other has drawn, so that each is as dark as the next. */
function sidesOnce(hex: Hex): string {
	return hex.neighbours
		.map((next, side) =>
			next < 0 || next > hex.index ? straight([hex.corners[side]!, hex.corners[(side + 1) % 6]!]) : "",
		)
		.join("");
}

/** Heights: every level covers all that is at least as high. */
function levels(board: Board, map: MapData, field: Field): Drawing["levels"] {
	const layer = map.layers.find((layer) => /level|height|elevation/.test(layer.name));
	if (!layer) return [];
	const heights = layer.values.map((value, index) => {
		const digits = /\d+/.exec(value);
		return digits ? Number(digits[0]) : index;
	});
	const steps = [...new Set(heights)].sort((one, other) => one - other).slice(1);
	const beyond = outward(board, 40);
	return steps.map((level) => {
		const isHigh = (index: number) => heights[layer.of[index] ?? 0]! >= level;
		const lines = outlines(board, isHigh).map((line) => rounded(softened(line.map(beyond))));
		return {
			level,
			path: lines.map((line) => curved(line, true)).join(""),
			// The ground is 0.9 high for every level, spread: the middle of the slope lies where the level begins.
			contour: contour(field, (level - 0.5) * 0.9),
		};
	});
}

/** A closed line whose points give way to their neighbours: a hill does not wave along its hexes. */
function rounded(line: Point[], rounds = 3): Point[] {
	let points = line;
	const many = line.length;
	for (let round = 0; round < rounds; round++)
		points = points.map((_, at) => {
			const near = [-2, -1, 0, 1, 2].map((by) => points[(at + by + many) % many]!);
			return {
				x: near.reduce((sum, one) => sum + one.x, 0) / 5,
				y: near.reduce((sum, one) => sum + one.y, 0) / 5,
			};
		});
	return points;
}

/** Short strokes down the slope, along the outline of a height; at the edge of the map nobody knows the slope. */
function hachures(board: Board, line: Point[], isHigh: (index: number) => boolean): string {
	let path = "";
	line.forEach((point, at) => {
		const next = line[(at + 1) % line.length]!;
		const length = Math.hypot(next.x - point.x, next.y - point.y);
		for (let part = 0; part < length; part += 6) {
			const from = between(point, next, part / length);
			const across = { x: (next.y - point.y) / length, y: -(next.x - point.x) / length };
			const beyond = (sign: number) =>
				hexAt(board, { x: from.x + across.x * 26 * sign, y: from.y + across.y * 26 * sign });
			const [one, other] = [beyond(1), beyond(-1)];
			if (!one || !other || isHigh(one.index) === isHigh(other.index)) continue;
			const long = (6 + chanceAt(from, 5) * 7) * (isHigh(one.index) ? -1 : 1);
			path += straight([from, { x: from.x + across.x * long, y: from.y + across.y * long }]);
		}
	});
	return path;
}

/** By place, wider than a hex, so that they say nothing about any. */
function patches(board: Board): Drawing["patches"] {
	return board.hexes
		.filter((hex) => chanceAt(hex.middle, 31) < 0.16)
		.map(({ middle }) => ({
			x: middle.x + (chanceAt(middle, 32) - 0.5) * 70,
			y: middle.y + (chanceAt(middle, 33) - 0.5) * 70,
			rx: 90 + chanceAt(middle, 34) * 130,
			ry: 50 + chanceAt(middle, 35) * 70,
			kind: chanceAt(middle, 36) < 0.55 ? "dry" : "green",
		}));
}

const RANKS: [RegExp, number][] = [
	[/victory|capital/, 3],
	[/major/, 2],
	[/city|dot/, 1],
];

function site(board: Board, place: MapData["places"][number], map: MapData): Site {
	const { middle } = board.hexes[place.hex]!;
	const rank = RANKS.find(([words]) => words.test(place.kind))?.[1] ?? 0;
	const operational = map.places.length > MANY;
	const large = operational ? rank > 1 : /city|capital|major/.test(place.kind);
	const isIn = (name: string) =>
		map.zones.some(
			(group) => group.name === name && group.zones.some((zone) => zone.hexes.includes(place.hex)),
		);
	const isIsland = /island/.test(place.kind);
	const landing = /landing|ferry|jetty/.test(`${place.kind} ${place.name.toLowerCase()}`);
	// Where the ground shows what is there, the place only gives it a name.
	const bare =
		operational || isIsland || landing || /strongpoint|height|summit|suburb|works|factory/.test(place.kind);
	const many = bare ? 0 : large ? 11 : 5;
	const houses = Array.from({ length: many }, (_, index) => {
		const angle = chanceAt(middle, index) * Math.PI * 2;
		const far = Math.sqrt(chanceAt(middle, index + 20)) * (large ? 25 : 13);
		const [w, h] = [5 + chanceAt(middle, index + 40) * (large ? 8 : 5), 4 + chanceAt(middle, index + 60) * 5];
		return {
			x: middle.x + Math.cos(angle) * far - w / 2,
			y: middle.y + Math.sin(angle) * far - h / 2,
			w,
			h,
			turn: Math.round((chanceAt(middle, index + 80) - 0.5) * 50),
		};
	});
	return {
		name: place.name,
		kind: place.kind,
		large,
		middle,
		houses,
		island: isIsland ? island(middle) : "",
		landing,
		rank,
		fortress: isIn("fortress"),
		port: isIn("port"),
	};
}
