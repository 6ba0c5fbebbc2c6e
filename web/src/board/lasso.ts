// A loop drawn around counters.
import type { Point } from "./geometry";

/** Whether a point lies inside a loop: a line from it to the right crosses the loop an odd number of times. */
export function isInside({ x, y }: Point, loop: Point[]): boolean {
	let inside = false;
	for (let at = 0, before = loop.length - 1; at < loop.length; before = at++) {
		const [one, other] = [loop[at]!, loop[before]!];
		if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
			inside = !inside;
	}
	return inside;
}

/** A loop shorter than this was a tap. */
const LEAST = 60;

export function isLoop(points: Point[]): boolean {
	const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
	return points.length > 2 && Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) > LEAST;
}
