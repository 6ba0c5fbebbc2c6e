// The other side's turn, played before one's eyes: what is shown lags behind what is, step by step, until it has caught up.
import type { CounterId, LogEntry, TableState } from "../types";
import { trails } from "./trails";

/** A counter on its way. */
export interface Moving {
	unit: CounterId;
	hexes: string[];
	/** How long it takes, in milliseconds. */
	lasts: number;
}

/** What the play is made from. */
export interface Stage {
	/** Decisions as far as they are known. */
	story: () => LogEntry[];
	/** How many have been made. */
	steps: () => number;
	/** The table after so many decisions. */
	at: (step: number) => Promise<TableState | null>;
	/** Whether a seat is this browser's. */
	isMine: (seat: number) => boolean;
	onBoard: (place: string) => boolean;
	/** How fast: 0 not at all, 1 as people move counters, 4 four times as fast. */
	pace: () => number;
	/** It has caught up. */
	done: () => void;
}

/** Milliseconds at a pace of 1. */
const HEX = 240;
const LONGEST = 1400;
const TOLD = 700;
const ROLLED = 1800;
/** Who has missed more than this is shown the end of it. */
const MOST = 80;
/** Tenths of a second in which a decision is waited for that is not told yet. */
const PATIENCE = 30;

export class Staging {
	/** What is shown instead of the table as it is. */
	state = $state.raw<TableState | null>(null);
	/** What is being shown. */
	step = $state.raw<LogEntry | null>(null);
	moving = $state.raw<Moving[]>([]);
	private skipping = false;
	private running = false;
	private wake: (() => void) | null = null;

	constructor(private readonly stage: Stage) {}

	get active(): boolean {
		return this.state !== null;
	}

	/** Whose turn is played. */
	get seat(): number | null {
		return this.step?.seat ?? null;
	}

	/** Holds what was seen until it is known what has happened since. */
	hold(before: TableState): void {
		if (this.stage.pace() > 0 && !this.running) this.state = before;
	}

	/** Straight to the table as it is. */
	skip(): void {
		this.skipping = true;
		this.wake?.();
	}

	/** Plays what others have done since what is held; what oneself did is passed over. */
	async play(): Promise<void> {
		if (this.running || !this.state) return;
		this.running = true;
		this.skipping = false;
		try {
			let at = this.state.step;
			if (this.stage.steps() - at > MOST) at = this.stage.steps() - MOST;
			let missing = 0;
			while (!this.skipping && at < this.stage.steps() && missing < PATIENCE) {
				const step = this.stage.story().find((one) => one.number === at + 1);
				if (!step) {
					// It is told a moment after the table has changed.
					missing++;
					await this.wait(100);
					continue;
				}
				missing = 0;
				at = step.number;
				const isShown = !this.stage.isMine(step.seat) && (step.events.length > 0 || step.dice.length > 0);
				if (isShown) await this.show(step);
			}
		} finally {
			this.running = false;
			this.state = null;
			this.step = null;
			this.moving = [];
			this.stage.done();
		}
	}

	private async show(step: LogEntry): Promise<void> {
		const before = this.state;
		const after = await this.stage.at(step.number);
		if (!after || !before || this.skipping) return;
		this.step = step;
		const pace = this.stage.pace() || 1;
		const went = trails(before.view.counters, after.view.counters, [step], this.stage.onBoard).filter(
			(trail) => trail.kind === "went",
		);
		this.moving = went.map(({ unit, hexes }) => ({
			unit,
			hexes,
			lasts: Math.min(LONGEST, HEX * (hexes.length - 1)) / pace,
		}));
		await this.wait(Math.max(0, ...this.moving.map((one) => one.lasts)));
		this.state = after;
		this.moving = [];
		if (!this.skipping)
			await this.wait((step.dice.length > 0 ? ROLLED : went.length > 0 ? 120 : TOLD) / pace);
	}

	private wait(long: number): Promise<void> {
		return new Promise((go) => {
			const timer = setTimeout(go, long);
			this.wake = () => {
				clearTimeout(timer);
				go();
			};
		});
	}
}
