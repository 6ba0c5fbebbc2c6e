// What the dice have decided, in words: the server weighs every roll by all that could have come of it.
import type { LogEntry, LuckData, RollLuck } from "../types";

/** Whom the dice have favoured, and how much. */
export function verdictOf(luck: LuckData, sides: string[]): string {
	const favoured = luck.percentile >= 50 ? 0 : 1;
	const share = Math.round(favoured === 0 ? luck.percentile : 100 - luck.percentile);
	if (luck.rolls.length === 0) return "No die was rolled: nothing was luck.";
	if (share < 60)
		return "The dice favoured nobody: about as many games with other dice would have gone either way.";
	const how = share >= 95 ? "were very kind to" : share >= 80 ? "favoured" : "leaned towards";
	return `The dice ${how} ${sides[favoured] ?? ""}: more luck than in ${Math.min(99, share)} of 100 games with the same decisions and other dice.`;
}

export interface TurningPoint {
	step: number;
	turn: number;
	/** What happened. */
	words: string;
	/** For whom it was good, how much it gave him, and how often it comes so well or better. */
	seat: number;
	worth: number;
	chance: number;
}

/** The rolls that mattered most, in the order of the game. */
export function turningPoints(rolls: RollLuck[], story: LogEntry[], most = 5): TurningPoint[] {
	const told = new Map(story.map((entry) => [entry.number, entry]));
	return [...rolls]
		.filter((roll) => Math.abs(roll.luck) > 0.005)
		.sort((one, other) => Math.abs(other.luck) - Math.abs(one.luck))
		.slice(0, most)
		.sort((one, other) => one.step - other.step)
		.map(({ step, turn, luck, as_good, as_bad }) => {
			const entry = told.get(step);
			// What happened to somebody or somewhere; that a turn begins or who is ready is no part of it.
			const events = entry?.events ?? [];
			const about = events.filter(({ units, hexes }) => units.length > 0 || hexes.length > 0);
			const words =
				(about.length > 0 ? about : events.slice(0, 1))
					.map((event) => event.words.replace(/\.$/, ""))
					.join("; ") ||
				entry?.text ||
				`decision ${step}`;
			return {
				step,
				turn,
				words,
				seat: luck > 0 ? 0 : 1,
				worth: Math.abs(luck),
				chance: luck > 0 ? as_good : as_bad,
			};
		});
}

/** A chance in hundredths, as one says it. */
export function rarely(chance: number): string {
	if (chance >= 99.5) return "always";
	if (chance < 0.5) return "less than once in 200";
	return `${Math.round(chance)} of 100`;
}

/** What a side was given, with its sign. */
export function given(amount: number): string {
	// Where a game counts in small points, tenths would all be nought.
	const digits = Math.abs(amount) < 0.95 ? 2 : 1;
	const shown = Math.abs(amount).toFixed(digits);
	return Number(shown) === 0 ? "0" : `${amount > 0 ? "+" : "−"}${shown}`;
}
