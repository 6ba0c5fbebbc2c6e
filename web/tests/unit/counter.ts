// A counter for tests.
import type { Counter, Figure } from "../../src/types";

export function counter(name: string, place: string, more: Partial<Counter> = {}): Counter {
	return {
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
		...more,
	};
}

/** Figures that add up in a stack, in eighths. */
export const adding = (figures: Record<string, number>): Figure[] =>
	Object.entries(figures).map(([name, adds]) => ({ name, value: String(adds / 8), adds }));
