// A counter for tests.
import type { Area, AreaKind, Counter, CounterId, Figure } from "../../src/types";

const known: string[] = [];

/** The id of a counter by its name: 0 for the first that a test speaks of. */
export function id(name: string): CounterId {
	if (!known.includes(name)) known.push(name);
	return known.indexOf(name);
}

export function counter(name: string, place: string, more: Partial<Counter> = {}): Counter {
	return {
		id: id(name),
		name,
		place,
		seat: 0,
		factors: "",
		figures: [],
		back: null,
		kind: "",
		size: "",
		branch: "infantry",
		echelon: null,
		statuses: [],
		badges: [],
		in_hand: false,
		spent: false,
		facing: null,
		spot: null,
		model: null,
		...more,
	};
}

/** Terrain for tests. */
export const area = (
	name: string,
	kind: AreaKind,
	points: [number, number][],
	more: Partial<Area> = {},
): Area => ({
	name,
	kind,
	points,
	words: "",
	width: null,
	height: 0,
	floors: 0,
	openings: [],
	burning: false,
	seat: null,
	...more,
});

/** Figures that add up in a stack, in eighths. */
export const adding = (figures: Record<string, number>): Figure[] =>
	Object.entries(figures).map(([name, adds]) => ({ name, value: String(adds / 8), adds }));
