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
		const { middle, along } = axis(points);
		const far = (point: Point) => (point.x - middle.x) * along.x + (point.y - middle.y) * along.y;
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
			: [-1, 1].map((way) => ({ x: middle.x + along.x * way, y: middle.y + along.y * way }));
		const reach = Math.max(room * 0.62, RADIUS);
		const beyond = (from: Point, to: Point) => {
			const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
			return { x: to.x + ((to.x - from.x) / long) * reach, y: to.y + ((to.y - from.y) / long) * reach };
		};
		const line = [beyond(knots[1]!, knots[0]!), ...knots, beyond(knots.at(-2)!, knots.at(-1)!)];
		const wet = part.filter(isWater).length * 2 > part.length;
		return { name, wet, path: bends ? curved(line) : straight([line[0]!, line.at(-1)!]), size, apart };
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
