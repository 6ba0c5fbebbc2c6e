// Where names go: clear of counters and of each other, the large ones first.
import type { Point } from "./geometry";

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface Named {
	name: string;
	large: boolean;
	middle: Point;
}

/** A name with its place: the middle of its line. */
export interface Label<T extends Named> {
	site: T;
	at: Point;
}

export const meets = (one: Box, other: Box) =>
	one.x < other.x + other.width &&
	other.x < one.x + one.width &&
	one.y < other.y + other.height &&
	other.y < one.y + one.height;

/** By how much names grow where a map is seen small: they stay some eleven pixels high as long as that leaves a map to be seen. */
export const growth = (scale: number, most = 2.4) => Math.min(most, Math.max(1, 0.88 / scale));

/** No name is written smaller on the screen than this. */
export const LEAST = 9;

const NARROW = /[iljtfrI' .,-]/;
const WIDE = /[mwMW]/;
const widthOfLetter = (letter: string) =>
	WIDE.test(letter) ? 0.86 : NARROW.test(letter) ? 0.32 : /\p{Lu}/u.test(letter) ? 0.7 : 0.51;

const estimated = (name: string) => [...name].reduce((sum, letter) => sum + widthOfLetter(letter), 0);

/** By how much the type that a browser has is wider than one thinks: measured once. */
let stretch: number | null = null;
const SAMPLE = "Red October North, Smolensk, Yartsevo, Osuga";
function stretched(): number {
	if (typeof CanvasRenderingContext2D === "undefined") return 1;
	const type = getComputedStyle(document.documentElement).getPropertyValue("--serif");
	const pen = document.createElement("canvas").getContext("2d");
	if (!type || !pen) return 1;
	pen.font = `600 100px ${type}`;
	return pen.measureText(SAMPLE).width / (estimated(SAMPLE) * 100);
}

/** How wide a name is. */
export function widthOf(name: string, size: number): number {
	stretch ??= stretched();
	return estimated(name) * size * stretch;
}

/** How far what lies at a place reaches from its middle: to the sides, up and down. */
export interface Reach {
	side: number;
	up: number;
	down: number;
}

/** The same on all sides. */
export const within = (half: number): Reach => ({ side: half, up: half, down: half });

/** How far boxes reach from a point. */
export const reachOf = (boxes: Box[], { x, y }: Point): Reach => ({
	side: Math.max(...boxes.flatMap((box) => [x - box.x, box.x + box.width - x])),
	up: Math.max(...boxes.map((box) => y - box.y)),
	down: Math.max(...boxes.map((box) => box.y + box.height - y)),
});

/** What lies at a place leaves these places for a name so large: below, above, to the sides, corners. */
function candidates({ x, y }: Point, width: number, size: number, reach: Reach): Point[] {
	const [down, up] = [y + reach.down + size * 0.62, y - reach.up - size * 0.55];
	const side = reach.side + width / 2 + 4;
	return [
		{ x, y: down },
		{ x, y: up },
		{ x: x + side, y },
		{ x: x - side, y },
		{ x: x + side * 0.6, y: down },
		{ x: x - side * 0.6, y: down },
		{ x: x + side * 0.6, y: up },
		{ x: x - side * 0.6, y: up },
		// A line farther, where others have taken the near ones.
		{ x: x + side, y: down },
		{ x: x - side, y: down },
		{ x: x + side, y: up },
		{ x: x - side, y: up },
		{ x, y: down + size },
		{ x, y: up - size },
	];
}

/** The room that letters of one size take. */
export const boxesOf = (letters: Point[], size: number): Box[] =>
	letters.map(({ x, y }) => ({
		x: x - size * 0.36,
		y: y - size * 0.36,
		width: size * 0.72,
		height: size * 0.72,
	}));

/** Places names; a small one that finds no place stays away, a large one lies below whatever is there. */
export function placed<T extends Named>(
	sites: T[],
	obstacles: Box[],
	size: (site: T) => number,
	extra: (site: T) => number,
	reach: (site: T) => Reach,
	/** What is written first, among those as large. */
	weight: (site: T) => number = () => 0,
	/** How far the middle of a name may lie from its place. */
	limit: (site: T) => number = () => Number.POSITIVE_INFINITY,
): Label<T>[] {
	const taken = [...obstacles];
	const found: Label<T>[] = [];
	const rank = (site: T) => Number(site.large) * 100 + weight(site);
	for (const site of [...sites].sort((one, other) => rank(other) - rank(one))) {
		const height = size(site);
		const width = widthOf(site.name, height) + extra(site);
		const boxOf = ({ x, y }: Point): Box => ({ x: x - width / 2, y: y - height / 2, width, height });
		const far = limit(site);
		const spots = candidates(site.middle, width, height, reach(site)).filter(
			({ x, y }) => Math.abs(x - site.middle.x) <= far && Math.abs(y - site.middle.y) <= far,
		);
		const free = spots.find((spot) => !taken.some((box) => meets(box, boxOf(spot))));
		const at = free ?? (site.large ? spots[0] : undefined);
		if (!at) continue;
		taken.push(boxOf(at));
		found.push({ site, at });
	}
	return found;
}

/** Points a step apart along a line, as far as a name in its middle reaches, each raised above the line. */
function underName(course: Point[], long: number, raised: number): Point[] {
	const dense = course.slice(1).flatMap((to, place) => {
		const from = course[place]!;
		const [x, y] = [to.x - from.x, to.y - from.y];
		const far = Math.hypot(x, y) || 1;
		return [...Array(Math.ceil(far / 4)).keys()].map((step) => {
			const part = (step * 4) / far;
			return { x: from.x + x * part + (y / far) * raised, y: from.y + y * part - (x / far) * raised };
		});
	});
	const half = Math.ceil(long / 8);
	const middle = Math.floor(dense.length / 2);
	return dense.slice(Math.max(0, middle - half), middle + half + 1);
}

/** Of the parts of a line the first along which a name hits nothing that is covered; else the first of all. */
export function clearOf<T extends { course: Point[] }>(
	stretches: T[],
	covered: Box[],
	long: number,
	size: number,
): T | undefined {
	const isFree = ({ course }: T) =>
		underName(course, long, size * 0.75).every(
			({ x, y }) =>
				!covered.some((box) => meets(box, { x: x - size / 2, y: y - size / 2, width: size, height: size })),
		);
	return stretches.find(isFree) ?? stretches[0];
}
