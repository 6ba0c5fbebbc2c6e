// Names of seas, marshes and ranges, written across what they name; borders between countries.
import type { MapData } from "../types";
import { type Board, between, curved, join, type Point, RADIUS, sideBetween, straight } from "./geometry";

export interface Region {
	name: string;
	/** Whether it is mostly water. */
	wet: boolean;
	/** Along which the name is written. */
	path: string;
	size: number;
	/** How far apart its letters stand. */
	apart: number;
	/** Where its letters stand, about: other names keep clear of them. */
	letters: Point[];
}

/** So many points along a line, as far apart as given, around its middle. */
function along(line: Point[], many: number, apart: number): Point[] {
	const lengths = line.slice(1).map((to, at) => Math.hypot(to.x - line[at]!.x, to.y - line[at]!.y));
	const whole = lengths.reduce((sum, one) => sum + one, 0);
	return Array.from({ length: many }, (_, place) => {
		let far = whole / 2 + (place - (many - 1) / 2) * apart;
		let piece = 0;
		while (piece < lengths.length - 1 && far > lengths[piece]!) far -= lengths[piece++]!;
		return between(line[piece]!, line[piece + 1]!, far / (lengths[piece] || 1));
	});
}

/** Ways in which a name can be set: level if possible, else the more slanting the later; upright last. */
const SLANTS = [0, -12, 12, -24, 24, -40, 40, -58, 58, 90].map((degrees) => (degrees * Math.PI) / 180);

/** The straight line on which a name of some size stands wholly within some hexes, if there is one. */
function fitting(points: Point[], middle: Point, name: string, size: number): Point[] | null {
	const isWithin = ({ x, y }: Point) =>
		points.some((point) => Math.hypot(point.x - x, point.y - y) < RADIUS * 0.88);
	const far = ({ x, y }: Point) => Math.hypot(x - middle.x, y - middle.y);
	const starts = [...points].sort((one, other) => far(one) - far(other)).slice(0, 60);
	const half = (name.length * size * 0.78) / 2;
	for (const slant of SLANTS) {
		const [x, y] = [Math.cos(slant), Math.sin(slant)];
		for (const start of starts) {
			const at = (by: number, across: number) => ({
				x: start.x + x * by - y * across,
				y: start.y + y * by + x * across,
			});
			const steps = Math.ceil((2 * half) / 20);
			const holds = Array.from({ length: steps + 1 }, (_, step) => -half + (step * 2 * half) / steps).every(
				(by) => isWithin(at(by, size * 0.42)) && isWithin(at(by, -size * 0.42)),
			);
			if (holds) return [at(-half * 1.3, 0), at(half * 1.3, 0)];
		}
	}
	return null;
}

/** The long way through some points: where it lies and how long and wide they are along it. */
function axis(points: Point[]) {
	const many = points.length;
	const middle = {
		x: points.reduce((sum, point) => sum + point.x, 0) / many,
		y: points.reduce((sum, point) => sum + point.y, 0) / many,
	};
	let [xx, yy, xy] = [0, 0, 0];
	for (const point of points) {
		const [x, y] = [point.x - middle.x, point.y - middle.y];
		xx += x * x;
		yy += y * y;
		xy += x * y;
	}
	const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
	const along = { x: Math.cos(angle), y: Math.sin(angle) };
	// Names run from left to right; what stands nearly upright runs downward.
	const turned = along.x < -0.08 || (Math.abs(along.x) <= 0.08 && along.y < 0);
	return { middle, along: turned ? { x: -along.x, y: -along.y } : along };
}

/** The largest part of a region: names do not lie across what is between its parts. */
function largest(board: Board, hexes: number[]): number[] {
	const left = new Set(hexes);
	let best: number[] = [];
	while (left.size > 0) {
		const [first] = left as Set<number>;
		const part = [first!];
		left.delete(first!);
		for (const hex of part)
			for (const next of board.hexes[hex]!.neighbours) if (left.delete(next)) part.push(next);
		if (part.length > best.length) best = part;
	}
	return best;
}

/** What a group of zones called `region` names. */
export function regions(board: Board, map: MapData, isWater: (index: number) => boolean): Region[] {
	const group = map.zones.find((one) => one.name === "region");
	return (group?.zones ?? []).map(({ name, hexes }) => {
		const part = largest(board, hexes);
		const points = part.map((hex) => board.hexes[hex]!.middle);
		const { middle, along: way } = axis(points);
		const far = (point: Point) => (point.x - middle.x) * way.x + (point.y - middle.y) * way.y;
		const sorted = [...points].sort((one, other) => far(one) - far(other));
		const length = far(sorted.at(-1)!) - far(sorted[0]!) + RADIUS;
		const thick = (part.length * RADIUS * RADIUS * 2.6) / Math.max(length, RADIUS);
		const size = Math.max(12, Math.min(58, thick * 0.34, (length / name.length) * 1.2));
		const room = Math.max(name.length * size * 0.62, Math.min(length * 0.86, name.length * size * 1.15));
		const apart = Math.max(1, room / name.length - size * 0.58);
		// It bends as the region does: through the middles of its three thirds.
		const third = Math.ceil(sorted.length / 3);
		const bends = sorted.length >= 9;
		const knots = bends
			? [0, 1, 2].map((at) => axis(sorted.slice(at * third, (at + 1) * third)).middle)
			: [-1, 1].map((by) => ({ x: middle.x + way.x * by, y: middle.y + way.y * by }));
		const reach = Math.max(room * 0.62, RADIUS);
		const beyond = (from: Point, to: Point) => {
			const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
			return { x: to.x + ((to.x - from.x) / long) * reach, y: to.y + ((to.y - from.y) / long) * reach };
		};
		const line = [beyond(knots[1]!, knots[0]!), ...knots, beyond(knots.at(-2)!, knots.at(-1)!)];
		const wet = part.filter(isWater).length * 2 > part.length;
		const bent = bends ? line : [line[0]!, line.at(-1)!];
		const letters = along(bent, name.length, size * 0.58 + apart);
		const isOut = ({ x, y }: Point) =>
			!points.some((point) => Math.hypot(point.x - x, point.y - y) < RADIUS * 0.95);
		// A sea that bends around a peninsula would have its name written across it.
		if (wet && letters.filter(isOut).length * 8 > letters.length)
			for (const smaller of [size, size * 0.86, size * 0.72, size * 0.6, size * 0.5, size * 0.4]) {
				const found = fitting(points, middle, name, smaller);
				if (found)
					return {
						name,
						wet,
						path: straight(found),
						size: smaller,
						apart: smaller * 0.2,
						letters: along(found, name.length, smaller * 0.78),
					};
			}
		return { name, wet, path: bends ? curved(line) : straight(bent), size, apart, letters };
	});
}

/** The borders between countries, where a layer tells whose a hex is. Over water there is none. */
export function borders(board: Board, map: MapData, isWater: (index: number) => boolean): string[] {
	const layer = map.layers.find((one) => /country|nation/.test(one.name));
	if (!layer) return [];
	const pieces: [Point, Point][] = [];
	for (const hex of board.hexes)
		for (const next of hex.neighbours) {
			if (next <= hex.index || layer.of[next] === layer.of[hex.index] || isWater(next) || isWater(hex.index))
				continue;
			const side = sideBetween(board, hex.index, next);
			if (side) pieces.push(side);
		}
	return join(pieces).map((line) =>
		curved([
			line[0]!,
			...line.slice(0, -1).map((point, at) => between(point, line[at + 1]!, 0.5)),
			line.at(-1)!,
		]),
	);
}
