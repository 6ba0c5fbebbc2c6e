// How a chart is read before the roll: what stands under each result, and which column it was before shifts.
import type { Arrow, LogEntry, Report } from "../types";
import { sum } from "./fractions";

/**
 * The exact chance of every result in the one column that is read. Nothing where the outcomes are not those of the
 * column: then more than this column decides, and a number under a result would say too much.
 */
export function chancesOf(report: Pick<Report, "outcomes">, cells: string[]): Map<string, string> {
	const printed = new Set(cells);
	if (report.outcomes.length === 0 || report.outcomes.some((outcome) => !printed.has(outcome.result)))
		return new Map();
	const of = (cell: string) =>
		sum(report.outcomes.filter((outcome) => outcome.result === cell).map((outcome) => outcome.chance));
	return new Map([...printed].map((cell) => [cell, of(cell)]));
}

/** The head at the end of a sentence. */
const endsWith = (words: string, head: string) => words.split(" ").at(-1) === head;

/**
 * The column that the strengths reach before it is shifted: where there are shifts, a fact ends with its head. What the
 * next column would need is no such fact.
 */
export function beforeShifts(
	report: Pick<Report, "facts" | "sums" | "chart">,
	heads: string[],
): string | null {
	const shift = report.sums.find(([part]) => part === "shift")?.[1];
	if (!report.chart || shift === undefined || Number(shift) === 0) return null;
	const others = heads.filter((head) => !report.chart!.columns.includes(head));
	const facts = report.facts.filter((fact) => fact.label !== "next column");
	return others.find((head) => facts.some((fact) => endsWith(fact.words, head))) ?? null;
}

/**
 * Of the odds that were told before a roll those that were about it: arrows say which hex each is about. Others use the same
 * letters for what would have become of somebody else.
 */
export function aboutRoll(reports: Report[], arrows: Arrow[], step: LogEntry): Report[] {
	const telling = arrows.filter(({ report }) => report !== null);
	if (telling.length === 0) return reports;
	const heads = (hexes: string[]) =>
		new Set(telling.flatMap(({ to, report }) => (hexes.includes(to) ? [report] : [])));
	const decided = heads(step.text.split(/\s+/));
	// Where it happened is told before where somebody went, who may have gone to where another is fought.
	const there = step.events.flatMap(({ hexes }) => hexes).find((hex) => telling.some(({ to }) => to === hex));
	const wanted = decided.size > 0 ? decided : heads(there === undefined ? [] : [there]);
	return reports.filter((_, place) => wanted.has(place));
}
