// A guided first game: what to say next, what is waited for, and what to say when something else was decided. The game is the
// real one; the guide only looks on, and rolls the dice as its lesson has them.
import type { Choice, LessonStep } from "../types";

/** A decision that was made. */
export interface Made {
	number: number;
	text: string;
}

/** What the guide looks at. */
export interface Scene {
	/** The decisions as far as they are known, in their order. */
	story: Made[];
	choices: Choice[];
	/** Whether the side that is led decides now. */
	isLed: boolean;
	/** Something is on its way: nothing can be said of it yet. */
	busy: boolean;
	/** Whether the page has made a decision itself, since there was no other. */
	isUnasked: (number: number) => boolean;
}

/** How far a guided game has come, as the browser keeps it. */
export interface Progress {
	/** The step that is being shown; nothing once the lesson has been left. */
	at: number | null;
	/** How many decisions there were when each step was left. */
	left: number[];
	/** The last decision that the guide knows of. */
	seen: number | null;
}

/** A lesson that begins; and one that has been left, whose dice the page still rolls. */
export const BEGINNING: Progress = { at: 0, left: [], seen: null };
export const LEFT: Progress = { ...BEGINNING, at: null };

/** How many steps ahead the guide keeps in mind. */
const SOON = 3;

const begins = (text: string, how: string) => text.toLowerCase().startsWith(how.toLowerCase());

export class Guide {
	/** The step that is being shown; as many as there are when it is over. */
	at = $state(0);
	/** Something else was decided than what is waited for. */
	strayed = $state(false);
	/** What is waited for cannot be decided any more, and nobody knows how it came to that. */
	lost = $state(false);
	private left: number[];
	private seen: number | null;
	/** The table is making the decision of this step. */
	plays = false;
	/** The last decision led to what is waited for. */
	private led = false;
	/** Faces that this step has given already. */
	private given = 0;

	constructor(
		readonly steps: LessonStep[],
		progress: Progress,
		private readonly keep: (progress: Progress) => void,
	) {
		this.at = Math.min(progress.at ?? 0, steps.length);
		this.left = progress.left.slice(0, this.at);
		this.seen = progress.seen;
	}

	get step(): LessonStep | null {
		return this.steps[this.at] ?? null;
	}
	/** Whether somebody reads and goes on. */
	get isTold(): boolean {
		return this.step !== null && isTold(this.step);
	}
	get isOver(): boolean {
		return this.at >= this.steps.length;
	}

	/** Whether the game has left the way of the lesson. */
	get isOff(): boolean {
		return this.strayed || this.lost;
	}

	/** Whether a decision is the one that is waited for: its button is pointed at. */
	means(text: string): boolean {
		const { step } = this;
		return step !== null && !this.isOff && !step.plays && step.expects !== "" && begins(text, step.expects);
	}

	next(after = this.seen ?? 0): void {
		this.left[this.at] = after;
		this.at++;
		this.given = 0;
		this.strayed = false;
		this.led = false;
		this.remember();
	}

	private remember(): void {
		this.keep({ at: this.at, left: this.left, seen: this.seen });
	}

	/** What a die shows in this lesson; nothing where chance may have its way. */
	face(): number | null {
		return this.step?.faces[this.given++] ?? null;
	}

	/** Whether the lesson itself speaks of a decision soon, so that it is not made before it has. */
	speaksOf(text: string): boolean {
		const soon = this.steps.slice(this.at).filter((step) => !isTold(step));
		return soon.slice(0, SOON).some((step) => begins(text, step.expects || step.when || "\n"));
	}

	/** Looks at the table; says which decision is the table's to make, if one is. */
	look({ story, choices, isLed, busy, isUnasked }: Scene): Choice | null {
		// Between two sides of one screen there is a moment without anything to decide: it says nothing.
		if (busy || this.isOver || choices.length === 0) return null;
		const last = story.at(-1)?.number ?? 0;
		const before = `${this.at} ${this.seen}`;
		this.seen ??= last;
		this.takeBack(last);
		// Several may have been made since: the page answers by itself where there is only one answer.
		for (const made of story.filter((one) => one.number > this.seen!)) {
			this.seen = made.number;
			this.weigh(made, isUnasked(made.number));
		}
		const can = (how: string) => choices.some((choice) => begins(choice.text, how));
		const pass = () => {
			while (this.step?.when && !can(this.step.when)) this.next();
		};
		pass();
		while (this.led && !this.canHappen(choices, isLed)) {
			this.next();
			pass();
		}
		// The page itself gives the only answer that there is, in a moment.
		this.lost = choices.length > 1 && !this.canHappen(choices, isLed);
		if (before !== `${this.at} ${this.seen}`) this.remember();
		const now = this.step;
		if (!now?.plays) return null;
		return choices.find((choice) => begins(choice.text, now.expects || now.when)) ?? null;
	}

	/** Whether what is waited for can still be decided, now or after what leads to it. */
	private canHappen(choices: Choice[], isLed: boolean): boolean {
		const { step } = this;
		if (!step || isTold(step)) return true;
		const can = (how: string) => choices.some((choice) => begins(choice.text, how));
		if (step.plays) return can(step.expects || step.when);
		// On a table without hexes not every place is listed.
		const open = choices.filter((choice) => choice.points.length > 0);
		const places = open.some((choice) => begins(step.expects, `${choice.verb} `));
		return isLed && (places || can(step.expects) || step.via.some(can));
	}

	/** What was taken back is forgiven, and the steps that it had settled are waited for again. */
	private takeBack(last: number): void {
		if (last >= this.seen!) return;
		this.seen = last;
		this.strayed = false;
		this.led = false;
		const back = this.left.findIndex((number) => number > last);
		if (back < 0) return;
		this.at = back;
		this.given = 0;
		this.left = this.left.slice(0, back);
	}

	/** What a decision means for the step that is being shown. */
	private weigh(made: Made, unasked: boolean): void {
		if (this.strayed) return;
		// Who is quicker than the words need not read them.
		const awaited = this.steps.findIndex((step, place) => place >= this.at && !isTold(step));
		const step = this.steps[awaited];
		if (!step) return;
		// What the table has decided for the other side may be told in other words than it was decided in.
		const settles = this.plays || begins(made.text, step.expects || step.when);
		this.plays = false;
		if (settles && !(step.plays && step.when && !step.expects)) {
			while (this.at <= awaited) this.next(made.number);
			return;
		}
		if (settles || unasked) return;
		this.led = step.via.some((how) => begins(made.text, how));
		if (this.led) return;
		while (this.at < awaited) this.next(made.number - 1);
		this.strayed = true;
	}
}

const isTold = (step: LessonStep) => !step.expects && !step.plays;
