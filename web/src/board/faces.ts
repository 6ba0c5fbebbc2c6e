// What stands on counters: signs of size, symbols that staff maps do not have, and how stacks lie.
import type { Branch, Counter, CounterId, Echelon } from "../types";
import { SILHOUETTES } from "./silhouettes";
import { SYMBOLS } from "./symbols";

export const SIZES: Record<Echelon, string> = {
	team: "Ø",
	squad: "•",
	section: "••",
	platoon: "•••",
	company: "I",
	battalion: "II",
	regiment: "III",
	brigade: "X",
	division: "XX",
	corps: "XXX",
	army: "XXXX",
};

const FRAME = '<path d="M25 50h150v100h-150z" fill="none" stroke="currentColor" stroke-width="7"/>';
const plain = (body: string) => ({ viewBox: "18 43 164 114", body: FRAME + body });
const stroke = (d: string) => `<path d="${d}" fill="none" stroke="currentColor" stroke-width="8"/>`;
const solid = (d: string) => `<path d="${d}" fill="currentColor"/>`;

/** Drawn here: a few that the library lacks. Arms older than staff maps have silhouettes. */
const OWN: Record<string, { viewBox: string; body: string }> = {
	"mountain-infantry": plain(stroke("M25 50L175 150M25 150L175 50") + solid("M84 148L100 122L116 148Z")),
	"machine-gun": plain(stroke("M100 130V70M82 88L100 68L118 88M70 130H130")),
	boats: plain(stroke("M55 95H145L128 128H72ZM100 95V64")),
	unknown: plain(""),
};

/** Whether a branch is shown by a figure instead of a staff map's sign. */
export const hasFigure = (branch: Branch) => branch in SILHOUETTES;

/** The symbol of a branch. */
export function symbolOf(branch: Branch): { viewBox: string; body: string } {
	const figure = SILHOUETTES[branch];
	if (figure) return { viewBox: "0 0 100 100", body: figure };
	return OWN[branch] ?? SYMBOLS[branch] ?? OWN.unknown!;
}

/** All symbols that a set of counters needs, to be defined once. */
export function branchesOf(counters: Counter[]): Branch[] {
	return [...new Set(counters.map((counter) => counter.branch))];
}

/** Leaders lie small in the corner of those whom they lead, whose faces stay to be read. */
export function attached(stack: Stack, counter: Counter): boolean {
	return counter.branch === "leader" && stack.counters.some((other) => other.branch !== "leader");
}

export interface Stack {
	place: string;
	counters: Counter[];
}

const rank = (counter: Counter) => Number(counter.in_hand) + (counter.branch === "leader" ? 2 : 0);
/** What a counter adds to its stack by its first strength. */
const worth = (counter: Counter) => counter.figures.find((figure) => figure.adds !== null)?.adds ?? 0;

/** Counters by the hex they are in; who is in hand lies on top, then who has something to tell, then the strongest. */
export function stacked(counters: Counter[], onBoard: (place: string) => boolean): Stack[] {
	const stacks = new Map<string, Counter[]>();
	for (const counter of counters) {
		if (!onBoard(counter.place)) continue;
		const stack = stacks.get(counter.place);
		if (stack) stack.push(counter);
		else stacks.set(counter.place, [counter]);
	}
	return [...stacks].map(([place, here]) => ({
		place,
		counters: [...here].sort((one, other) => rank(one) - rank(other) || worth(one) - worth(other)),
	}));
}

/** Counters beside the map, by box, boxes in the order of their first counter. */
export function boxed(counters: Counter[], onBoard: (place: string) => boolean): Stack[] {
	const boxes = new Map<string, Counter[]>();
	for (const counter of counters) {
		if (onBoard(counter.place) || counter.spot) continue;
		const box = boxes.get(counter.place);
		if (box) box.push(counter);
		else boxes.set(counter.place, [counter]);
	}
	return [...boxes].map(([place, here]) => ({ place, counters: here }));
}

const PARTS = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"];

/** A number of eighths as it is printed. */
function printed(eighths: number): string {
	const size = Math.abs(eighths);
	const whole = Math.floor(size / 8);
	const part = PARTS[size % 8]!;
	return `${eighths < 0 ? "-" : ""}${whole > 0 || part === "" ? whole : ""}${part}`;
}

/** What the counters of a side in one place are worth together. */
export interface Strength {
	seat: number;
	/** As on a counter: `18-20`; with `+?` where somebody's figures are not known. */
	factors: string;
	words: string;
}

/** Sums of the figures that the game says add up, side by side; leaders and the like have none. */
export function strengths(counters: Counter[]): Strength[] {
	const sides = [...new Set(counters.map((counter) => counter.seat))];
	return sides.flatMap((seat) => {
		const own = counters.filter((counter) => counter.seat === seat && counter.branch !== "leader");
		const sums = new Map<string, number>();
		for (const { name, adds } of own.flatMap((counter) => counter.figures))
			if (adds !== null) sums.set(name, (sums.get(name) ?? 0) + adds);
		if (own.length < 2 || sums.size === 0) return [];
		const known = own.every((counter) => counter.figures.some((figure) => figure.adds !== null));
		const factors = [...sums.values()].map(printed).join("-") + (known ? "" : "+?");
		const words = [...sums].map(([name, sum]) => `${name} ${printed(sum)}`).join(", ");
		return [{ seat, factors, words: known ? words : `${words} and what is not known` }];
	});
}

/** A stack as a sentence, with what it is worth together. */
export function stackInWords(counters: Counter[], seats: string[]): string {
	const together = strengths(counters).map(({ seat, words }) => `${seats[seat] ?? ""} together: ${words}`);
	return [inWords(counters, seats), ...together].join("; ").trim();
}

function inWords(counters: Counter[], seats: string[]): string {
	return counters
		.map((counter) => {
			const status = counter.statuses.length > 0 ? `, ${counter.statuses.join(", ")}` : "";
			// A kind that names its size already does not name it twice.
			const size = counter.kind.includes(counter.size) ? "" : counter.size;
			return `${seats[counter.seat] ?? ""} ${counter.name} ${counter.factors} ${counter.kind} ${size}${status}`;
		})
		.map((words) => words.replace(/\s+/g, " ").replace(/ ,/g, ",").trim())
		.join("; ");
}

/** The counter that something on the page shows or lies in. */
export function unitAt(target: EventTarget | null): CounterId | null {
	const found = (target as Element | null)?.closest("[data-unit]")?.getAttribute("data-unit");
	return found === null || found === undefined ? null : Number(found);
}
