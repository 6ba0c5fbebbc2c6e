// Where hexes lie on the page, and lines along their middles and sides.
import type { MapData } from "../types";

export interface Point {
	x: number;
	y: number;
}

/** From the middle of a hex to a corner, in the units of the drawing. */
export const RADIUS = 50;
const HALF = (RADIUS * Math.sqrt(3)) / 2;

export interface Hex {
	index: number;
	number: string;
	middle: Point;
	corners: Point[];
	/** Neighbours by side; side i lies between corner i and corner i + 1. -1 beyond the edge. */
	neighbours: number[];
}

export interface Board {
	flat: boolean;
	width: number;
	height: number;
	hexes: Hex[];
	byNumber: Map<string, Hex>;
}

const MARGIN = 26;

/** Lays out the hexes of a map by its layout, such as `flat, even columns down`. */
export function layOut(map: Pick<MapData, "layout" | "hexes" | "columns" | "rows">): Board {
	const flat = map.layout.startsWith("flat");
	const shoved = map.layout.includes("even") ? 0 : 1;
	const places = map.hexes.map((number) => ({
		column: Number(number.slice(0, -2)),
		row: Number(number.slice(-2)),
	}));
	const middleOf = (column: number, row: number): Point => {
		const [across, down] = [column - map.columns[0], row - map.rows[0]];
		return flat
			? { x: RADIUS * (1 + 1.5 * across), y: HALF * (1 + 2 * down + (column % 2 === shoved ? 1 : 0)) }
			: { x: HALF * (1 + 2 * across + (row % 2 === shoved ? 1 : 0)), y: RADIUS * (1 + 1.5 * down) };
	};
	const hexes = places.map(({ column, row }, index): Hex => {
		const plain = middleOf(column, row);
		const middle = { x: plain.x + MARGIN, y: plain.y + MARGIN };
		return { index, number: map.hexes[index]!, middle, corners: cornersOf(middle, flat), neighbours: [] };
	});
	// Two hexes are neighbours where the middle of a side of one is the middle of a side of the other.
	const sides = new Map<string, [number, number]>();
	for (const hex of hexes) {
		hex.neighbours = hex.corners.map((_, side) => {
			const key = keyOf(sideMiddle(hex, side));
			const known = sides.get(key);
			if (!known) {
				sides.set(key, [hex.index, side]);
				return -1;
			}
			hexes[known[0]]!.neighbours[known[1]] = hex.index;
			return known[0];
		});
	}
	const all = hexes.flatMap((hex) => hex.corners);
	return {
		flat,
		width: Math.max(0, ...all.map((corner) => corner.x)) + MARGIN,
		height: Math.max(0, ...all.map((corner) => corner.y)) + MARGIN,
		hexes,
		byNumber: new Map(hexes.map((hex) => [hex.number, hex])),
	};
}

function cornersOf(middle: Point, flat: boolean): Point[] {
	return Array.from({ length: 6 }, (_, place) => {
		const angle = (Math.PI / 3) * place + (flat ? 0 : Math.PI / 6);
		const corner = { x: middle.x + RADIUS * Math.cos(angle), y: middle.y + RADIUS * Math.sin(angle) };
		// Corners lie on a lattice; the same corner of three hexes must be the very same number.
		const snap = (value: number, step: number) => MARGIN + Math.round((value - MARGIN) / step) * step;
		return flat
			? { x: snap(corner.x, RADIUS / 2), y: snap(corner.y, HALF) }
			: { x: snap(corner.x, HALF), y: snap(corner.y, RADIUS / 2) };
	});
}

export function sideMiddle(hex: Hex, side: number): Point {
	return between(hex.corners[side]!, hex.corners[(side + 1) % 6]!, 0.5);
}

export function between(one: Point, other: Point, part: number): Point {
	return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

const keyOf = (point: Point) => `${Math.round(point.x)},${Math.round(point.y)}`;

/** The ends of the side between two neighbours; null if they are none. */
export function sideBetween(board: Board, one: number, other: number): [Point, Point] | null {
	const hex = board.hexes[one];
	const side = hex?.neighbours.indexOf(other) ?? -1;
	return hex && side >= 0 ? [hex.corners[side]!, hex.corners[(side + 1) % 6]!] : null;
}

/** Joins pieces that share an end into lines as long as possible. A closed line repeats its first point. */
export function join(pieces: [Point, Point][]): Point[][] {
	const ends = new Map<string, number[]>();
	pieces.forEach((piece, index) => {
		for (const end of piece) ends.set(keyOf(end), [...(ends.get(keyOf(end)) ?? []), index]);
	});
	const used = new Set<number>();
	const walk = (from: Point): Point[] => {
		const line: Point[] = [];
		let here = from;
		for (;;) {
			const next = (ends.get(keyOf(here)) ?? []).find((index) => !used.has(index));
			if (next === undefined) return line;
			used.add(next);
			const [one, other] = pieces[next]!;
			here = keyOf(one) === keyOf(here) ? other : one;
			line.push(here);
		}
	};
	const lines: Point[][] = [];
	// Ends and forks first, so that lines are not begun in their middle.
	const order = pieces.map((_, index) => index);
	const isEnd = (index: number) => pieces[index]!.some((end) => ends.get(keyOf(end))!.length !== 2);
	order.sort((one, other) => Number(isEnd(other)) - Number(isEnd(one)));
	for (const index of order) {
		if (used.has(index)) continue;
		const [one, other] = pieces[index]!;
		const start = ends.get(keyOf(other))!.length !== 2 && ends.get(keyOf(one))!.length === 2 ? other : one;
		lines.push([start, ...walk(start)]);
	}
	return lines;
}

/**
 * Pushes corners at the edge of the map outward, away from the hexes that share them: what lies at the edge of a map goes on
 * beyond it, and is cut off there.
 */
export function outward(board: Board, far: number): (point: Point) => Point {
	const sharing = new Map<string, Hex[]>();
	for (const hex of board.hexes)
		for (const corner of hex.corners)
			sharing.set(keyOf(corner), [...(sharing.get(keyOf(corner)) ?? []), hex]);
	return (point) => {
		const near = sharing.get(keyOf(point)) ?? [];
		if (near.length === 0 || near.length > 2) return point;
		const x = near.reduce((sum, hex) => sum + point.x - hex.middle.x, 0);
		const y = near.reduce((sum, hex) => sum + point.y - hex.middle.y, 0);
		const long = Math.hypot(x, y) || 1;
		return { x: point.x + (x / long) * far, y: point.y + (y / long) * far };
	};
}

/** A number between 0 and 1 that is always the same for the same place. */
export function chanceAt(point: Point, salt = 0): number {
	const wave =
		Math.sin(Math.round(point.x) * 12.9898 + Math.round(point.y) * 78.233 + salt * 37.719) * 43758.5453;
	return wave - Math.floor(wave);
}

/** Shakes the points of a line a little, so that nature does not look like a grid; equal places move alike. */
export function shaken(points: Point[], much: number): Point[] {
	return points.map((point) => ({
		x: point.x + (chanceAt(point, 1) - 0.5) * 2 * much,
		y: point.y + (chanceAt(point, 2) - 0.5) * 2 * much,
	}));
}

const round = (value: number) => Math.round(value * 10) / 10;
const write = (point: Point) => `${round(point.x)} ${round(point.y)}`;

/** Straight from point to point. */
export function straight(points: Point[], closed = false): string {
	return points.length === 0 ? "" : `M${points.map(write).join("L")}${closed ? "Z" : ""}`;
}

/** A soft curve through the points. */
export function curved(points: Point[], closed = false): string {
	if (points.length < 3) return straight(points, closed);
	const count = points.length;
	const at = (index: number) =>
		points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))]!;
	let path = `M${write(points[0]!)}`;
	for (let index = 0; index < (closed ? count : count - 1); index++) {
		const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
		const leave = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
		const arrive = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
		path += `C${write(leave)} ${write(arrive)} ${write(to)}`;
	}
	return closed ? `${path}Z` : path;
}

/** How wide a patch is that is drawn at once. */
const PATCH = 360;

/**
 * A path of many small pieces, patch by patch: whoever draws a part of the map passes over the patches that lie elsewhere. As
 * one path all of its pieces would be drawn again for each tile of the screen.
 */
export function patchwork(path: string): string[] {
	const patches = new Map<string, string[]>();
	for (const piece of path.split(/(?=M)/)) {
		const start = /^M(\S+) ([^\sA-Za-z]+)/.exec(piece);
		if (!start) continue;
		const key = `${Math.floor(Number(start[1]) / PATCH)} ${Math.floor(Number(start[2]) / PATCH)}`;
		const patch = patches.get(key);
		if (patch) patch.push(piece);
		else patches.set(key, [piece]);
	}
	return [...patches.values()].map((patch) => patch.join(""));
}

/** The outlines of a set of hexes, each a closed line without its first point repeated. */
export function outlines(board: Board, inside: (index: number) => boolean): Point[][] {
	const sides: [Point, Point][] = [];
	for (const hex of board.hexes) {
		if (!inside(hex.index)) continue;
		hex.neighbours.forEach((neighbour, side) => {
			if (neighbour < 0 || !inside(neighbour)) sides.push([hex.corners[side]!, hex.corners[(side + 1) % 6]!]);
		});
	}
	return join(sides).map((line) => (keyOf(line[0]!) === keyOf(line.at(-1)!) ? line.slice(0, -1) : line));
}

/** Lines between neighbours of different owners, both of whom are known; zigzags are evened out. */
export function borders(board: Board, owners: Map<number, number>): Point[][] {
	const sides: [Point, Point][] = [];
	for (const [index, owner] of owners) {
		for (const neighbour of board.hexes[index]?.neighbours ?? []) {
			const side = neighbour > index ? sideBetween(board, index, neighbour) : null;
			if (side && owners.has(neighbour) && owners.get(neighbour) !== owner) sides.push(side);
		}
	}
	return join(sides).map((line) => {
		const middles = line.slice(1).map((point, place) => between(line[place]!, point, 0.5));
		const isClosed = keyOf(line[0]!) === keyOf(line.at(-1)!);
		return isClosed ? [...middles, middles[0]!] : [line[0]!, ...middles, line.at(-1)!];
	});
}

/** Moves a line sideways; to the right when walking along it. */
export function beside(points: Point[], by: number): Point[] {
	return points.map((point, index) => {
		const before = points[Math.max(0, index - 1)]!;
		const after = points[Math.min(points.length - 1, index + 1)]!;
		const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
		return {
			x: point.x - ((after.y - before.y) / length) * by,
			y: point.y + ((after.x - before.x) / length) * by,
		};
	});
}

/** The hex under a point of the drawing. */
export function hexAt(board: Board, point: Point): Hex | null {
	let best: Hex | null = null;
	let nearest = RADIUS * RADIUS;
	for (const hex of board.hexes) {
		const distance = (hex.middle.x - point.x) ** 2 + (hex.middle.y - point.y) ** 2;
		if (distance < nearest) [best, nearest] = [hex, distance];
	}
	return best;
}

/** The neighbour that lies most in a direction, for going about with arrow keys. */
export function towards(board: Board, from: Hex, direction: Point): Hex | null {
	let best: Hex | null = null;
	let most = 0.3;
	for (const index of from.neighbours) {
		const hex = board.hexes[index];
		if (!hex) continue;
		const length = Math.hypot(hex.middle.x - from.middle.x, hex.middle.y - from.middle.y);
		const along =
			((hex.middle.x - from.middle.x) * direction.x + (hex.middle.y - from.middle.y) * direction.y) / length;
		if (along > most) [best, most] = [hex, along];
	}
	return best;
}
