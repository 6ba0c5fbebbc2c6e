// Going back and forth by decision, phase and turn.
import type { LogEntry } from "../types";

/** A moment in its two parts, told apart by the first comma that stands in no brackets: `turn 1 (June, clear), movement`. */
const PARTS = /^((?:\([^)]*\)|[^,])*),\s*(.*)$/;

/** The turn of a moment. */
export const turnOf = (moment: string) => (PARTS.exec(moment)?.[1] ?? moment).trim();

/** What of a moment changes within its turn: side and phase. */
export const restOf = (moment: string) => PARTS.exec(moment)?.[2] ?? moment;

/** What one side decided in one phase. */
export interface Phase {
	moment: string;
	seat: number;
	steps: LogEntry[];
}

/** What happened, by turn and within it by phase. */
export function byTurn(story: LogEntry[]): { turn: string; phases: Phase[] }[] {
	const found: { turn: string; phases: Phase[] }[] = [];
	for (const step of story) {
		const turn = turnOf(step.moment);
		if (found.at(-1)?.turn !== turn) found.push({ turn, phases: [] });
		const phases = found.at(-1)!.phases;
		const phase = phases.at(-1);
		if (phase && phase.moment === step.moment && phase.seat === step.seat) phase.steps.push(step);
		else phases.push({ moment: step.moment, seat: step.seat, steps: [step] });
	}
	return found;
}

type Grain = "phase" | "turn";
const keyOf = (step: LogEntry, grain: Grain) =>
	grain === "phase" ? `${step.moment}/${step.seat}` : turnOf(step.moment);

/**
 * The step to look at when going one phase or turn on or back from a step: the state before the first decision of it.
 * `story` holds all decisions; step n is the state after n of them.
 */
export function jump(story: LogEntry[], from: number, grain: Grain, on: boolean): number {
	const starts = [0];
	for (let index = 1; index < story.length; index++)
		if (keyOf(story[index]!, grain) !== keyOf(story[index - 1]!, grain)) starts.push(index);
	if (on) return starts.find((start) => start > from) ?? story.length;
	return starts.findLast((start) => start < from) ?? 0;
}

/** The last roll, as long as nobody of this browser has decided anything since; what the page has decided does not count. */
export function freshRoll(
	story: LogEntry[],
	mine: number[],
	isUnasked: (number: number) => boolean = () => false,
): LogEntry | null {
	const roll = story.findLastIndex((step) => step.dice.length > 0);
	const decided = story.slice(roll + 1).some((step) => mine.includes(step.seat) && !isUnasked(step.number));
	return decided ? null : (story[roll] ?? null);
}

/** The next step with dice. */
export function nextRoll(story: LogEntry[], from: number): number {
	return story.find((step) => step.number > from && step.dice.length > 0)?.number ?? story.length;
}
