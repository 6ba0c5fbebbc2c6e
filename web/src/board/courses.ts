// Courses that begin and end as nature and people make them: rivers that grow from a thread, roads pulled taut.
import { type Board, beside, between, chanceAt, type Hex, type Point, sideBetween } from "./geometry";

/** Corners cut off again and again: a soft line through the middles of its pieces that keeps its ends. */
export function chaikin(line: Point[], rounds: number): Point[] {
	let points = line;
	for (let round = 0; round < rounds && points.length > 2; round++)
		points = [
			points[0]!,
			...points.slice(0, -1).flatMap((point, index) => {
				const next = points[index + 1]!;
				return [between(point, next, 0.25), between(point, next, 0.75)];
			}),
			points.at(-1)!,
		];
	return points;
}

/** A line that wanders a little, seeded by the place; its ends stay. */
export function wandering(line: Point[], much: number): Point[] {
	return line.map((point, index) =>
		index === 0 || index === line.length - 1
			? point
			: {
					x: point.x + (chanceAt(point, 3) - 0.5) * 2 * much,
					y: point.y + (chanceAt(point, 4) - 0.5) * 2 * much,
				},
	);
}

/** How wide a course is at its beginning and its end. */
export interface Widths {
	from: number;
	to: number;
}

/** A course as an area that widens along its way, with so much more on both sides for its bank. */
export function ribbon(line: Point[], { from, to }: Widths, more = 0): Point[] {
	const last = Math.max(1, line.length - 1);
	const half = (index: number) => {
		const part = index / last;
		const grown = from <= to ? Math.sqrt(part) : 1 - Math.sqrt(1 - part);
		return (from + (to - from) * grown + more) / 2;
	};
	const side = (sign: number) =>
		line.map(
			(_, index) =>
				beside(line.slice(Math.max(0, index - 1), index + 2), sign * half(index))[Math.min(index, 1)]!,
		);
	return [...side(-1), ...side(1).reverse()];
}

/** How far from the ends of a side a road keeps, as a part of the side. */
const EDGE = 0.16;
const ROUNDS = 60;

/** The nearest a point of a side comes to the straight line between two others. */
function pulled([one, other]: [Point, Point], before: Point, after: Point): Point {
	const [sx, sy] = [other.x - one.x, other.y - one.y];
	const [cx, cy] = [after.x - before.x, after.y - before.y];
	const across = sx * cy - sy * cx;
	const part = across === 0 ? 0.5 : ((before.x - one.x) * cy - (before.y - one.y) * cx) / across;
	return between(one, other, Math.min(1 - EDGE, Math.max(EDGE, part)));
}

/**
 * A road through hexes, pulled taut: it crosses the sides between them where that is shortest, and only towns and its own
 * ends hold it to the middle of a hex.
 */
export function taut(board: Board, hexes: Hex[], isFixed: (hex: Hex) => boolean): Point[] {
	type Knot = { at: Point; side: [Point, Point] | null };
	const knots: Knot[] = [];
	hexes.forEach((hex, place) => {
		if (place === 0 || place === hexes.length - 1 || isFixed(hex)) knots.push({ at: hex.middle, side: null });
		const next = hexes[place + 1];
		const side = next ? sideBetween(board, hex.index, next.index) : null;
		if (side) knots.push({ at: between(side[0], side[1], 0.5), side });
	});
	for (let round = 0; round < ROUNDS; round++)
		for (let place = 1; place < knots.length - 1; place++) {
			const knot = knots[place]!;
			if (knot.side) knot.at = pulled(knot.side, knots[place - 1]!.at, knots[place + 1]!.at);
		}
	return knots.map((knot) => knot.at);
}
