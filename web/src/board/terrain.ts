// Shapes of terrain: outlines, courses and heights of a table measured in millimetres.
import type { Area } from "../types";
import type { Point } from "./geometry";

export const pointsOf = (area: Area): Point[] => area.points.map(([x, y]) => ({ x, y }));

export function isWithin({ x, y }: Point, outline: Point[]): boolean {
	let inside = false;
	for (let at = 0, before = outline.length - 1; at < outline.length; before = at++) {
		const [one, other] = [outline[at]!, outline[before]!];
		if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
			inside = !inside;
	}
	return inside;
}

/** How far a point is from the border of an outline. */
export function toBorder({ x, y }: Point, outline: Point[]): number {
	let least = Number.POSITIVE_INFINITY;
	for (let at = 0; at < outline.length; at++) {
		const [a, b] = [outline[at]!, outline[(at + 1) % outline.length]!];
		const [dx, dy] = [b.x - a.x, b.y - a.y];
		const part = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
		least = Math.min(least, Math.hypot(a.x + part * dx - x, a.y + part * dy - y));
	}
	return least;
}

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export function boxOf(points: Point[]): Box {
	const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
	return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export const middleOf = (points: Point[]): Point => ({
	x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
	y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** A long piece as a line: its middle from one short side to the other, and how wide it is. */
export interface Course {
	points: Point[];
	width: number;
}

export function courseOf(area: Area): Course {
	const points = pointsOf(area);
	if (area.width != null) return { points, width: area.width };
	const [a, b, c, d] = points;
	if (!a || !b || !c || !d || points.length !== 4) return { points, width: 10 };
	const half = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
	const far = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
	const long = far(a, b) >= far(b, c);
	const ends = long ? [half(a, d), half(b, c)] : [half(a, b), half(c, d)];
	const length = far(ends[0]!, ends[1]!) || 1;
	// Area by length: slanting ends make it no wider.
	const double = points.reduce((sum, one, at) => {
		const next = points[(at + 1) % 4]!;
		return sum + one.x * next.y - next.x * one.y;
	}, 0);
	return { points: ends, width: Math.abs(double) / 2 / length };
}

/** Points along a course, so far apart, with their direction. */
export function* along({ points }: Course, apart: number): Generator<Point & { angle: number }> {
	for (let at = 0; at + 1 < points.length; at++) {
		const [from, to] = [points[at]!, points[at + 1]!];
		const long = Math.hypot(to.x - from.x, to.y - from.y);
		const angle = Math.atan2(to.y - from.y, to.x - from.x);
		const many = Math.max(1, Math.round(long / apart));
		for (let step = 0; step < many; step++) {
			const part = (step + 0.5) / many;
			yield { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, angle };
		}
	}
}

/** The same number between 0 and 1 for a place, whatever the screen. */
export function chance(x: number, y: number, seed: number): number {
	let hash = (Math.round(x) * 374_761_393 + Math.round(y) * 668_265_263 + seed * 1_274_126_177) | 0;
	hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
	hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_519);
	return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

/** Wide, low noise: smooth between chances on a lattice. */
export function noise(x: number, y: number, size: number, seed: number): number {
	const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
	const smooth = (part: number) => part * part * (3 - 2 * part);
	const [right, down] = [smooth(x / size - column), smooth(y / size - row)];
	const at = (c: number, r: number) => chance(c * 57, r * 91, seed);
	const upper = at(column, row) * (1 - right) + at(column + 1, row) * right;
	const lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
	return upper * (1 - down) + lower * down - 0.5;
}

/** Places inside an outline, about so far apart, none on a regular grid. */
export function scattered(outline: Point[], apart: number, seed: number, fill = 1): Point[] {
	const { left, top, right, bottom } = boxOf(outline);
	const found: Point[] = [];
	for (let y = Math.floor(top / apart) * apart; y <= bottom; y += apart)
		for (let x = Math.floor(left / apart) * apart; x <= right; x += apart) {
			if (chance(x, y, seed + 3) > fill) continue;
			const point = {
				x: x + (chance(x, y, seed) - 0.5) * apart * 0.85,
				y: y + (chance(x, y, seed + 1) - 0.5) * apart * 0.85,
			};
			if (isWithin(point, outline)) found.push(point);
		}
	return found;
}

/** How high the ground is drawn: levels rise softly from their true edge inward. */
export class Heights {
	readonly columns: number;
	readonly rows: number;
	private readonly heights: Float32Array;

	constructor(
		areas: Area[],
		width: number,
		depth: number,
		readonly cell = 8,
	) {
		this.columns = Math.ceil(width / cell) + 1;
		this.rows = Math.ceil(depth / cell) + 1;
		this.heights = new Float32Array(this.columns * this.rows);
		const hills = areas
			.filter((area) => area.kind === "hill")
			.sort((one, other) => one.height - other.height);
		hills.forEach((hill, place) => {
			const outline = pointsOf(hill);
			const below = hills.slice(0, place).filter((lower) => isWithin(middleOf(outline), pointsOf(lower)));
			const rise = (hill.height || 30) - Math.max(0, ...below.map((lower) => lower.height));
			this.raise(outline, rise);
		});
	}

	private raise(outline: Point[], rise: number): void {
		const { left, top, right, bottom } = boxOf(outline);
		const { cell } = this;
		for (let row = Math.max(0, Math.floor(top / cell)); row < this.rows && row * cell <= bottom; row++)
			for (
				let column = Math.max(0, Math.floor(left / cell));
				column < this.columns && column * cell <= right;
				column++
			) {
				const point = { x: column * cell, y: row * cell };
				if (!isWithin(point, outline)) continue;
				const part = Math.min(1, toBorder(point, outline) / 130);
				this.heights[row * this.columns + column]! += rise * part * part * (3 - 2 * part);
			}
	}

	at(column: number, row: number): number {
		const c = Math.min(this.columns - 1, Math.max(0, column));
		const r = Math.min(this.rows - 1, Math.max(0, row));
		return this.heights[r * this.columns + c]!;
	}

	/** Light from the upper left: what rises toward it is dark behind, what falls away from it lit before. */
	light(column: number, row: number): number {
		const right = this.at(column + 1, row) - this.at(column - 1, row);
		const down = this.at(column, row + 1) - this.at(column, row - 1);
		return (right + down) / (2 * this.cell);
	}
}
