// Where names stand on a table: below what they name, or beside it, and never over one another.
import type { Badge, Counter, CounterId } from "../types";

export interface Tag {
	unit: CounterId;
	seat: number;
	name: string;
	strength: string;
	badges: Badge[];
	chosen: boolean;
	spent: boolean;
	/** Its middle and base line, in millimetres. */
	x: number;
	y: number;
	/** How wide its words are, in pixels. */
	width: number;
}

interface Room {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

const LETTER = 6.7;
const HIGH = 16;

/** Half of what a sign of something that is fought for takes, in pixels. */
const SIGN = { width: 20, height: 13 };

/** Where the signs of what is fought for stand: at their places, or as near as they cover no model. */
export function signsFor(spots: [number, number][], counters: Counter[], scale: number): [number, number][] {
	const models = counters.flatMap(({ spot, model }) => (spot && model ? [spot] : []));
	const [wide, high] = [SIGN.width / scale, SIGN.height / scale];
	const covers = ([x, y]: [number, number]) =>
		models.some((one) => {
			const reach = Math.max(one.width, one.depth) / 2;
			return Math.abs(one.x - x) < wide + reach && Math.abs(one.y - y) < high + reach;
		});
	return spots.map(([x, y]) => {
		const around = [1, 2, 3].flatMap((far) =>
			[
				[0, -1],
				[0, 1],
				[-1, 0],
				[1, 0],
				[-1, -1],
				[1, -1],
				[-1, 1],
				[1, 1],
			].map(([right, down]): [number, number] => [
				x + right! * far * wide,
				y + down! * far * (wide + high) * 0.5,
			]),
		);
		return [[x, y] as [number, number], ...around].find((place) => !covers(place)) ?? [x, y];
	});
}

interface Place {
	x: number;
	y: number;
	/** How far off it is, in lines of type. */
	far: number;
}

/** Where a name so wide and high can stand beside a box: the nearest places first, in each direction up to three lines away. */
function around({ left, right, top, bottom }: Room, wide: number, high: number): Place[] {
	const [x, y] = [(left + right) / 2, (top + bottom) / 2 + high * 0.3];
	const [below, above] = [bottom + high * 0.85, top - high * 0.3];
	const sides = [0, -1, 1, -2, 2].flatMap((lines) =>
		[right + wide / 2, left - wide / 2].map((x) => ({ x, y: y + lines * high, far: 0.2 + Math.abs(lines) })),
	);
	const rows = [0, 1, 2].flatMap((lines) =>
		[0, 0.35, -0.35, 0.7, -0.7].flatMap((part) => [
			{ x: x + part * wide, y: below + lines * high, far: lines + Math.abs(part) },
			{ x: x + part * wide, y: above - lines * high, far: 0.1 + lines + Math.abs(part) },
		]),
	);
	return [...rows, ...sides];
}

/** The names of the units that stand somewhere, those that matter first; who finds no room goes without. */
export function tagsFor(
	counters: Counter[],
	scale: number,
	matters: (counter: Counter) => number,
	bounds: { width: number; depth: number },
	/** Signs that stand somewhere already. */
	signs: [number, number][] = [],
): Tag[] {
	const groups = new Map<CounterId, Counter[]>();
	for (const counter of counters) {
		if (!counter.spot || !counter.model || counter.model.wear !== "whole") continue;
		const unit = counter.model.of ?? counter.id;
		groups.set(unit, [...(groups.get(unit) ?? []), counter]);
	}
	const units = counters
		.filter(
			(counter) => groups.has(counter.id) && counter.model?.of === null && counter.model.figure !== "marker",
		)
		.sort((one, other) => matters(other) - matters(one));
	const boxes = new Map<CounterId, Room>();
	const reach = (counter: Counter) => Math.max(counter.spot!.width, counter.spot!.depth) / 2 + 3;
	const models = [...groups.values()].flat().map((one): Room => {
		const half = reach(one) - 3;
		const { x, y } = one.spot!;
		return { left: x - half, right: x + half, top: y - half, bottom: y + half };
	});
	for (const [unit, members] of groups) {
		boxes.set(unit, {
			left: Math.min(...members.map((one) => one.spot!.x - reach(one))),
			right: Math.max(...members.map((one) => one.spot!.x + reach(one))),
			top: Math.min(...members.map((one) => one.spot!.y - reach(one))),
			bottom: Math.max(...members.map((one) => one.spot!.y + reach(one))),
		});
	}
	const taken: Room[] = signs.map(([x, y]) => ({
		left: x - SIGN.width / scale,
		right: x + SIGN.width / scale,
		top: y - SIGN.height / scale,
		bottom: y + SIGN.height / scale,
	}));
	const hits = (one: Room, other: Room) =>
		one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
	const tags: Tag[] = [];
	for (const counter of units) {
		const box = boxes.get(counter.id)!;
		const badges = counter.badges.slice(0, 4);
		const width = (counter.name.length + counter.factors.length + 1) * LETTER;
		const [wide, high] = [(width + badges.length * 17) / scale, HIGH / scale];
		const places = around(box, wide, high);
		const room = (place: { x: number; y: number }): Room => ({
			left: place.x - width / scale / 2,
			right: place.x - width / scale / 2 + wide,
			top: place.y - high * 0.8,
			bottom: place.y + high * 0.25,
		});
		const fits = (place: { x: number; y: number }) => {
			const wanted = room(place);
			return (
				wanted.left > 0 &&
				wanted.right < bounds.width &&
				wanted.top > 0 &&
				wanted.bottom < bounds.depth &&
				!taken.some((one) => hits(one, wanted))
			);
		};
		// Over a model it is hard to read, and far off hard to tell whose it is.
		const cost = (place: Place) => {
			const wanted = room(place);
			return place.far + 2 * models.filter((one) => hits(one, wanted)).length;
		};
		const [free] = places
			.filter(fits)
			.map((place) => [place, cost(place)] as const)
			.sort(([, one], [, other]) => one - other);
		const place = free?.[0] ?? (matters(counter) > 1 ? places[0] : undefined);
		if (!place) continue;
		taken.push(room(place));
		tags.push({
			unit: counter.id,
			seat: counter.seat,
			name: counter.name,
			strength: counter.factors,
			badges,
			chosen: matters(counter) > 2,
			spent: counter.spent,
			width,
			x: place.x,
			y: place.y,
		});
	}
	return tags;
}
