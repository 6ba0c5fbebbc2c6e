// How towns, works, heights, ravines and islands are drawn: seeded by the place, so that nothing jumps.
import { between, chanceAt, curved, type Hex, type Point, straight } from "./geometry";

/** Corners of a rectangle turned about a point. */
function block(middle: Point, across: number, down: number, w: number, h: number, turn: number): Point[] {
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	return [
		[across, down],
		[across + w, down],
		[across + w, down + h],
		[across, down + h],
	].map(([x, y]) => ({ x: middle.x + x! * cos - y! * sin, y: middle.y + x! * sin + y! * cos }));
}

const isWithin = (points: Point[], middle: Point, far: number) =>
	points.every((point) => Math.hypot(point.x - middle.x, point.y - middle.y) < far);

/** Streets run alike in a whole town, a little askew to the page. */
const STREETS = -0.2;

/** House blocks of a built-up hex: a grid of streets, some plots empty. */
export function blocks({ middle }: Hex): string {
	const plots: Point[][] = [];
	for (let row = 0; row < 6; row += 1)
		for (let column = 0; column < 6; column += 1) {
			const seed = row * 6 + column;
			if (chanceAt(middle, seed) < 0.14) continue;
			const [w, h] = [8 + chanceAt(middle, seed + 40) * 4, 6 + chanceAt(middle, seed + 80) * 5];
			const plot = block(middle, column * 14.5 - 43, row * 14.5 - 43, w, h, STREETS);
			if (isWithin(plot, middle, 41)) plots.push(plot);
		}
	return plots.map((plot) => straight(plot, true)).join("");
}

/** The halls of a works, with the light bands of their roofs. */
export function halls({ middle }: Hex): { roofs: string; lights: string } {
	const plots = [
		block(middle, -33, -26, 30, 17, STREETS),
		block(middle, 2, -29, 27, 22, STREETS),
		block(middle, -34, -3, 22, 27, STREETS),
		block(middle, -7, 1, 40, 13, STREETS),
		block(middle, -7, 19, 26, 11, STREETS),
	];
	const lights = plots.flatMap((plot) =>
		[0.25, 0.5, 0.75].map((part) =>
			straight([between(plot[0]!, plot[1]!, part), between(plot[3]!, plot[2]!, part)]),
		),
	);
	return { roofs: plots.map((plot) => straight(plot, true)).join(""), lights: lights.join("") };
}

/** Short strokes on both banks of a ravine, which leave its bed free. */
export function gullies(line: Point[]): string {
	return line
		.slice(0, -1)
		.flatMap((point, index) => {
			const next = line[index + 1]!;
			const far = Math.hypot(next.x - point.x, next.y - point.y) || 1;
			const across = { x: -(next.y - point.y) / far, y: (next.x - point.x) / far };
			const steps = Math.max(1, Math.round(far / 5));
			return Array.from({ length: steps }, (_, step) => between(point, next, (step + 0.5) / steps)).flatMap(
				(at) =>
					[1, -1].map((way) =>
						straight(
							[3.6, 8].map((out) => ({ x: at.x + across.x * way * out, y: at.y + across.y * way * out })),
						),
					),
			);
		})
		.join("");
}

/** An island in the stream: long, with an uneven bank. */
export function island(middle: Point): string {
	const shore = Array.from({ length: 14 }, (_, place) => {
		const angle = (Math.PI * 2 * place) / 14;
		const far = 0.8 + chanceAt(middle, place) * 0.35;
		return { x: middle.x + Math.cos(angle) * 17 * far, y: middle.y + Math.sin(angle) * 36 * far };
	});
	return curved(shore, true);
}

/** How far a camp's rampart lies within its edge, and how wide its gates are. */
const GATE = 13;

/** The rampart of a camp: its edge, open at four gates. */
export function rampart(edge: Point[]): string {
	const points = [...edge, edge[0]!];
	const far = points
		.slice(1)
		.map((point, at) => Math.hypot(point.x - points[at]!.x, point.y - points[at]!.y));
	const length = far.reduce((sum, one) => sum + one, 0);
	/** The point so far along the edge. */
	const along = (wanted: number): Point => {
		let left = wanted;
		for (const [at, one] of far.entries()) {
			if (left <= one) return between(points[at]!, points[at + 1]!, left / one);
			left -= one;
		}
		return points.at(-1)!;
	};
	const gates = [0.125, 0.375, 0.625, 0.875].map((part) => part * length);
	const walls = gates.map((gate, at) => [gate + GATE / 2, (gates[at + 1] ?? gates[0]! + length) - GATE / 2]);
	return walls
		.map(([from, to]) => {
			const steps = Math.max(1, Math.round((to! - from!) / 6));
			const wall = Array.from({ length: steps + 1 }, (_, step) =>
				along((from! + ((to! - from!) * step) / steps) % length),
			);
			return straight(wall);
		})
		.join("");
}

/** Rows of tents in a hex of a camp, with a street between them; `lights` are their ridges. */
export function tents({ middle }: Hex): { roofs: string; lights: string } {
	const rows = [-24, -11, 9, 22];
	const plots = rows.flatMap((down) =>
		[-29, -18, -7, 4, 15].map((across) => block(middle, across, down - 4, 8, 8, STREETS)),
	);
	const pitched = plots.filter((plot) => isWithin(plot, middle, 38));
	return {
		roofs: pitched.map((plot) => straight(plot, true)).join(""),
		lights: pitched
			.map((plot) => straight([between(plot[0]!, plot[1]!, 0.5), between(plot[3]!, plot[2]!, 0.5)]))
			.join(""),
	};
}
