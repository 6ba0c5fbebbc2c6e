// A guided first game at its table: the guide looks at what happens, and the page plays what is the table's to play.
import { untrack } from "svelte";
import { fallen } from "../lib/chance";
import * as keep from "../lib/keep";
import { openGame } from "../lib/opening";
import { LED, lessonOf, setupOf, usual } from "../pages/wish";
import type { Choice, LessonStep } from "../types";
import { Guide, LEFT, type Progress } from "./guide.svelte";
import type { Sitting } from "./sitting.svelte";

export class Guiding {
	/** The guide, as long as one wants to be guided. */
	guide = $state.raw<Guide | null>(null);
	/** The decision that is the table's to make, as soon as its words have been read. */
	tables = $state.raw<Choice | null>(null);

	/** To be made where a component is: it watches the table as long as that is there. */
	constructor(
		private readonly sitting: Sitting,
		private readonly lesson: () => LessonStep[],
	) {
		$effect(() => {
			const progress = this.lesson().length > 0 ? keep.lesson(sitting.id) : null;
			untrack(() => progress && this.begin(progress));
		});
		$effect(() => this.watch());
		// The page rolls the dice of a guided game: as the lesson has them, else as they fall.
		$effect(() => {
			const waiting = sitting.throwing;
			if (!waiting || keep.lesson(sitting.id) === null) return;
			untrack(() => void sitting.give(this.guide?.face() ?? fallen(waiting.needs.sides)));
		});
	}

	private begin(progress: Progress): void {
		const { id } = this.sitting;
		keep.keepLesson(id, progress);
		this.guide =
			progress.at === null ? null : new Guide(this.lesson(), progress, (made) => keep.keepLesson(id, made));
	}

	leave(): void {
		this.begin(LEFT);
	}

	/** Looks whether what is waited for has happened, and plays what is the table's if there is nothing to read first. */
	private watch(): (() => void) | undefined {
		const { sitting } = this;
		const { story, now } = sitting;
		const scene = {
			story,
			choices: now?.choices ?? [],
			isLed: now?.deciding === LED,
			busy: sitting.pending !== null || sitting.past !== null || sitting.throwing !== null,
			isUnasked: (number: number) => sitting.isUnasked(number),
		};
		void this.guide?.at;
		// The story is told a moment after the table has changed.
		const current = (story.at(-1)?.number ?? 0) === (now?.steps ?? 0);
		this.tables = current ? untrack(() => this.guide?.look(scene) ?? null) : null;
		sitting.leaves = (text) => this.guide?.speaksOf(text) ?? false;
		const asked = this.tables;
		if (!asked || this.guide?.step?.words) return undefined;
		const timer = setTimeout(() => this.play(), 350);
		return () => clearTimeout(timer);
	}

	/** Makes the decision that is the table's. */
	private play(): void {
		if (!this.tables || !this.guide) return;
		this.guide.plays = true;
		void this.sitting.decide(this.tables);
	}

	onward(): void {
		if (this.tables) this.play();
		else if (this.guide?.isTold) this.guide.next();
	}

	/** The same lesson from its beginning, at a new table. */
	async again(): Promise<void> {
		const { info, shelved } = this.sitting;
		if (!info || !shelved) return;
		const setup = setupOf(shelved, lessonOf({ ...usual(shelved), scenario: info.scenario }));
		const where = await openGame(setup, info, true).catch((trouble: Error) => {
			this.sitting.message = trouble.message;
		});
		// The whole page anew: nothing of this table is to stay.
		if (where) location.assign(where);
	}
}
