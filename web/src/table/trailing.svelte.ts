// Keeps the trails of the other side's last turn true while the game goes on.
import type { LogEntry, TableState } from "../types";
import { lastTurnOfOthers, spotTrails, type Trail, trails } from "./trails";

/** What is known when the trails are asked for. */
export interface Scene {
	now: TableState;
	story: LogEntry[];
	/** The seats of this browser. */
	mine: number[];
	/** The table after so many decisions. */
	at: (step: number) => Promise<TableState | null>;
	onBoard: (place: string) => boolean;
}

/** Whose eyes: the only seat of this browser, else who has begun the phase that is being played. */
export function eyesOf({ now, story, mine }: Pick<Scene, "now" | "story" | "mine">): number | null {
	if (mine.length === 1) return mine[0]!;
	const first = story.findLastIndex((step) => step.moment !== now.view.moment) + 1;
	return story[first]?.seat ?? now.deciding;
}

export class Trailing {
	trails = $state.raw<Trail[]>([]);
	private known = "";
	private base: { step: number; state: TableState } | null = null;

	async follow(scene: Scene): Promise<void> {
		const eyes = eyesOf(scene);
		const run = lastTurnOfOthers(scene.story, (seat) => seat !== eyes);
		const [first, last] = [run[0]?.number ?? 0, run.at(-1)?.number ?? 0];
		const wanted = `${first}-${last}`;
		if (wanted === this.known) return;
		this.known = wanted;
		if (last === 0) {
			this.trails = [];
			return;
		}
		const [before, after] = await Promise.all([
			this.before(first - 1, scene),
			last === scene.now.steps ? scene.now : scene.at(last),
		]);
		if (wanted !== this.known || !before || !after) return;
		const found = after.view.ground
			? spotTrails(before.view.counters, after.view.counters)
			: trails(before.view.counters, after.view.counters, run, scene.onBoard);
		// Before the first turn everybody comes onto the map: that is no news.
		this.trails = before.view.turn > 0 ? found : found.filter((trail) => trail.kind !== "came");
	}

	private async before(step: number, scene: Scene): Promise<TableState | null> {
		if (this.base?.step === step) return this.base.state;
		const state = await scene.at(step);
		if (state) this.base = { step, state };
		return state;
	}
}
