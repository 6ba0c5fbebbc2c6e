// Heights as one smooth field, and what is seen of it: light from the upper left, strokes down the slopes. Seeded by the
// place, never by the screen, so that nothing moves when one zooms.
import { type Board, between, chanceAt, type Point, RADIUS, straight } from "./geometry";

export interface Field {
	/** Units of the drawing to a cell. */
	cell: number;
	columns: number;
	rows: number;
	heights: Float32Array;
	/** Where there are hexes. */
	land: Float32Array;
}

/** So many cells are enough for something soft. */
const CELLS = 110_000;
/** How far a height spreads around its hex: less, and its slopes wave along the hexes. */
const BELL = RADIUS * 0.95;

/** A wide, low noise: smooth between chances on a lattice. */
function noise(field: Field, size: number, seed: number): Float32Array {
	const step = size / field.cell;
	const across = Math.ceil(field.columns / step) + 2;
	const lattice = new Map<number, number>();
	const at = (column: number, row: number) => {
		const key = row * across + column;
		let found = lattice.get(key);
		if (found === undefined) {
			found = chanceAt({ x: column * 37.7, y: row * 53.3 }, seed) - 0.5;
			lattice.set(key, found);
		}
		return found;
	};
	const smooth = (part: number) => part * part * (3 - 2 * part);
	const out = new Float32Array(field.heights.length);
	for (let row = 0; row < field.rows; row++) {
		const [down, y] = [Math.floor(row / step), smooth((row / step) % 1)];
		for (let column = 0; column < field.columns; column++) {
			const [right, x] = [Math.floor(column / step), smooth((column / step) % 1)];
			const upper = at(right, down) * (1 - x) + at(right + 1, down) * x;
			const lower = at(right, down + 1) * (1 - x) + at(right + 1, down + 1) * x;
			out[row * field.columns + column] = upper * (1 - y) + lower * y;
		}
	}
	return out;
}

/** Spreads values over their neighbours, rows then columns, three times: nearly a bell. */
function blurred(values: Float32Array, columns: number, rows: number, reach: number): Float32Array {
	const run = (from: Float32Array, many: number, step: number, lines: number, next: number) => {
		const out = new Float32Array(from.length);
		for (let line = 0; line < lines; line++) {
			const start = line * next;
			const value = (at: number) => from[start + Math.min(many - 1, Math.max(0, at)) * step]!;
			let sum = 0;
			for (let at = -reach; at <= reach; at++) sum += value(at);
			for (let at = 0; at < many; at++) {
				out[start + at * step] = sum / (2 * reach + 1);
				sum += value(at + reach + 1) - value(at - reach);
			}
		}
		return out;
	};
	let now = values;
	for (let round = 0; round < 3; round++) {
		now = run(now, columns, 1, rows, columns);
		now = run(now, rows, columns, columns, 1);
	}
	return now;
}

/** The field of a map: the heights of its hexes spread, valleys along its courses, and gentle ground everywhere. */
export function fieldOf(
	board: Board,
	heightOf: (index: number) => number,
	courses: Point[][],
	/** How much the ground rises and falls where no height is meant. */
	gentle: number,
): Field {
	const cell = Math.max(6, Math.sqrt((board.width * board.height) / CELLS));
	const [columns, rows] = [Math.ceil(board.width / cell) + 1, Math.ceil(board.height / cell) + 1];
	const field: Field = {
		cell,
		columns,
		rows,
		heights: new Float32Array(columns * rows),
		land: new Float32Array(columns * rows),
	};
	const stamp = (into: Float32Array, { x, y }: Point, far: number, value: number) => {
		const [left, right] = [
			Math.max(0, Math.floor((x - far) / cell)),
			Math.min(columns - 1, (x + far) / cell),
		];
		const [top, low] = [Math.max(0, Math.floor((y - far) / cell)), Math.min(rows - 1, (y + far) / cell)];
		for (let row = top; row <= low; row++)
			for (let column = left; column <= right; column++)
				if (Math.hypot(column * cell - x, row * cell - y) <= far) into[row * columns + column] = value;
	};
	for (const hex of board.hexes) stamp(field.land, hex.middle, RADIUS * 0.95, 1);
	const high = new Float32Array(columns * rows);
	for (const hex of board.hexes)
		if (heightOf(hex.index) !== 0) stamp(high, hex.middle, RADIUS * 0.98, heightOf(hex.index));
	const low = new Float32Array(columns * rows);
	for (const course of courses) for (const point of course) stamp(low, point, cell * 1.5, 1);
	const reach = (far: number) => Math.max(1, Math.round(far / cell / 1.7));
	const spread = blurred(high, columns, rows, reach(BELL));
	const valleys = blurred(low, columns, rows, reach(36));
	const [wide, narrow] = [noise(field, 230, 9), noise(field, 64, 19)];
	for (let at = 0; at < field.heights.length; at++) {
		const rough = gentle * 0.16 + 0.4 * Math.min(1, spread[at]!);
		field.heights[at] = spread[at]! + wide[at]! * gentle + narrow[at]! * rough - valleys[at]! * 0.75;
	}
	return field;
}

/** How the ground rises at a cell, to the right and downward. */
function slope(field: Field, column: number, row: number): Point {
	const at = (c: number, r: number) =>
		field.heights[
			Math.min(field.rows - 1, Math.max(0, r)) * field.columns + Math.min(field.columns - 1, Math.max(0, c))
		]!;
	const run = (2 * field.cell) / RADIUS;
	return {
		x: (at(column + 1, row) - at(column - 1, row)) / run,
		y: (at(column, row + 1) - at(column, row - 1)) / run,
	};
}

/** Lit and dark sides, stronger or weaker, as an overlay of light and shade on whatever lies there. */
export function shading(field: Field, strong = 1): Uint8ClampedArray<ArrayBuffer> {
	const out = new Uint8ClampedArray(new ArrayBuffer(field.heights.length * 4));
	for (let row = 0; row < field.rows; row++)
		for (let column = 0; column < field.columns; column++) {
			const rise = slope(field, column, row);
			const lit = (rise.x + rise.y) * 62 * strong;
			const at = (row * field.columns + column) * 4;
			const [red, green, blue] = lit > 0 ? [255, 251, 232] : [66, 42, 12];
			out[at] = red!;
			out[at + 1] = green!;
			out[at + 2] = blue!;
			out[at + 3] = field.land[at / 4]! * (lit > 0 ? Math.min(95, lit * 1.4) : Math.min(88, -lit));
		}
	return out;
}

/** Lines of equal height, cell by cell. */
export function contour(field: Field, level: number): string {
	let path = "";
	const at = (column: number, row: number) => field.heights[row * field.columns + column]! - level;
	const place = (column: number, row: number) => ({ x: column * field.cell, y: row * field.cell });
	for (let row = 0; row < field.rows - 1; row++)
		for (let column = 0; column < field.columns - 1; column++) {
			if (field.land[row * field.columns + column] === 0) continue;
			const corners = [
				[column, row],
				[column + 1, row],
				[column + 1, row + 1],
				[column, row + 1],
			] as const;
			const crossed: Point[] = [];
			corners.forEach(([c, r], side) => {
				const [nc, nr] = corners[(side + 1) % 4]!;
				const [one, other] = [at(c, r), at(nc, nr)];
				if (one < 0 === other < 0) return;
				crossed.push(between(place(c, r), place(nc, nr), one / (one - other)));
			});
			for (let pair = 0; pair + 1 < crossed.length; pair += 2)
				path += straight([crossed[pair]!, crossed[pair + 1]!]);
		}
	return path;
}

/** Short strokes down the slopes, where the ground is steep and a height is meant. */
export function slopes(field: Field, board: Board, isHigh: (point: Point) => boolean): string {
	let path = "";
	const apart = 6.6;
	for (let y = 0; y < board.height; y += apart)
		for (let x = 0; x < board.width; x += apart) {
			// Most ground is flat: that is seen before anything else is reckoned.
			const about = slope(field, Math.round(x / field.cell), Math.round(y / field.cell));
			if (Math.abs(about.x) + Math.abs(about.y) < 0.25) continue;
			const point = {
				x: x + (chanceAt({ x, y }, 41) - 0.5) * apart,
				y: y + (chanceAt({ x, y }, 42) - 0.5) * apart,
			};
			const rise = slope(field, Math.round(point.x / field.cell), Math.round(point.y / field.cell));
			const steep = Math.hypot(rise.x, rise.y);
			if (steep < 0.34 || chanceAt(point, 43) > (steep - 0.24) * 2 || !isHigh(point)) continue;
			const long = Math.min(8, 3 + steep * 4) / steep;
			path += straight([point, { x: point.x - rise.x * long, y: point.y - rise.y * long }]);
		}
	return path;
}
