// How much room the counters of a hex take, so that names keep clear of them.
import type { Counter } from "../types";
import { attached, type Stack, strengths } from "./faces";
import type { Point } from "./geometry";
import type { Box } from "./labels";

/** A counter takes about two thirds of its hex, as printed ones do. */
export const LARGER = 1.32;
/** No more counters of a pile are seen; each lies so far from the one below. */
const SEEN = 3;
const STEP = 5;
/** Half a counter with its shadow and its ring. */
const HALF = 23.5;

/** The counters of a pile; leaders lie small in its corner. */
export const piledIn = (stack: Stack): Counter[] =>
	stack.counters.filter((counter) => !attached(stack, counter));

/** Where a counter of a pile lies, from the middle of the hex. */
export function offsetOf(index: number, many: number): Point {
	const seen = Math.min(many, SEEN);
	const step = (Math.max(0, index - (many - seen)) - (seen - 1) / 2) * STEP;
	return { x: step, y: -step - 1 };
}

/** The pill at the lower right of a pile: how many there are where it cannot be seen, and what they are worth together. */
export interface Pill {
	words: string;
	box: Box;
}

export function pillOf(piled: Counter[], simple: boolean): Pill | null {
	const many = piled.length;
	// Sides that share a place stand one beside the other.
	const sum = strengths(piled)
		.map(({ factors }) => factors)
		.join(" · ");
	const words = [many > SEEN ? `${many}×` : "", sum && (many > SEEN || !simple) ? sum : ""].join(" ").trim();
	const width = words.length * 5.6 + 8;
	return words ? { words, box: { x: 27 - width, y: 21, width, height: 14 } } : null;
}

/** What a pile covers of the map, around the middle of its hex. */
export function coveredBy(stack: Stack, middle: Point, simple: boolean): Box[] {
	const piled = piledIn(stack);
	const half = HALF + ((Math.min(Math.max(1, piled.length), SEEN) - 1) / 2) * STEP;
	const boxes: Box[] = [{ x: -half, y: -half, width: 2 * half, height: 2 * half }];
	const pill = pillOf(piled, simple);
	if (pill) boxes.push(pill.box);
	return boxes.map(({ x, y, width, height }) => ({
		x: middle.x + x * LARGER,
		y: middle.y + y * LARGER,
		width: width * LARGER,
		height: height * LARGER,
	}));
}
