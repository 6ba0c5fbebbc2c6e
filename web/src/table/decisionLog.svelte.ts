// The decisions of a game as far as this browser has read them.
import type { LogEntry } from "../types";

/** How many are read at first, and at once. */
const TAIL = 80;
const CHUNK = 500;

/** Asks for decisions from one place to another; nothing if they cannot be had. */
export type Read = (from: number, to: number) => Promise<LogEntry[] | null>;

export class DecisionLog {
	/** The last decisions; the first of them has the number `from` + 1. */
	steps = $state.raw<LogEntry[]>([]);
	from = $state(0);

	constructor(private readonly ask: Read) {}

	/** A decision that follows those that are known. */
	add(step: LogEntry): void {
		if (step.number === this.from + this.steps.length + 1) this.steps = [...this.steps, step];
	}

	/** How often something was taken back. */
	private cuts = 0;

	/** Forgets what was taken back. */
	cut(steps: number): void {
		this.cuts++;
		if (this.steps.some((step) => step.number > steps))
			this.steps = this.steps.filter((step) => step.number <= steps);
	}

	/** Reads the end of the story, or all that was missed of it. */
	async read(steps: number, from?: number): Promise<void> {
		const start = from ?? (this.steps.length > 0 ? this.from : Math.max(0, steps - TAIL));
		const found: LogEntry[] = [];
		const cuts = this.cuts;
		for (let at = start; at < steps; at += CHUNK) {
			const part = await this.ask(at, Math.min(steps, at + CHUNK));
			if (!part) return;
			found.push(...part);
		}
		// If something was taken back meanwhile this is out of date, and asked for again with the table; what was added is kept.
		if (cuts !== this.cuts) return;
		this.from = start;
		this.steps = [...found, ...this.steps.filter((step) => step.number > steps)];
	}
}
