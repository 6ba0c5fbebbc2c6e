// A guided first game: what to say next, what is waited for, and what to say when something else was decided. The game is the
// real one; the guide only looks on.
import type { Choice, LessonStep } from "../types";

/** What the guide looks at. */
export interface Scene {
	/** The number of the last decision and its words. */
	last: { number: number; text: string } | null;
	choices: Choice[];
	/** Something is on its way: nothing can be said of it yet. */
	busy: boolean;
}

const begins = (text: string, how: string) => text.toLowerCase().startsWith(how.toLowerCase());

export class Guide {
	/** The step that is being shown; as many as there are when it is over. */
	at = $state(0);
	/** The last decision that the guide knows of. */
	private seen = $state<number | null>(null);
	/** Something else was decided than what is waited for. */
	strayed = $state(false);

	constructor(
		readonly steps: LessonStep[],
		at: number,
		private readonly keep: (at: number) => void,
	) {
		this.at = Math.min(at, steps.length);
	}

	get step(): LessonStep | null {
		return this.steps[this.at] ?? null;
	}
	/** Whether somebody reads and goes on. */
	get isTold(): boolean {
		return this.step !== null && !this.step.expects && !this.step.plays;
	}
	get isOver(): boolean {
		return this.at >= this.steps.length;
	}

	next(): void {
		this.at++;
		this.strayed = false;
		this.keep(this.at);
	}

	/** Looks at the table; says which decision is the table's to make, if one is. */
	look({ last, choices, busy }: Scene): Choice | null {
		// Between two sides of one screen there is a moment without anything to decide: it says nothing.
		if (busy || this.isOver || choices.length === 0) return null;
		const number = last?.number ?? 0;
		this.seen ??= number;
		const fresh = number > this.seen ? last : null;
		// What was taken back is forgiven.
		if (number < this.seen) this.strayed = false;
		this.seen = number;
		const step = this.step!;
		if (fresh && step.expects) {
			if (begins(fresh.text, step.expects)) this.next();
			else this.strayed = true;
		}
		while (this.step?.when && !choices.some((choice) => begins(choice.text, this.step!.when))) this.next();
		const now = this.step;
		return now?.plays
			? (choices.find((choice) => begins(choice.text, now.when || now.expects)) ?? null)
			: null;
	}
}
