// The account of a game that is over: what each side has lost, and how its dice fell.
import type { Counter, LogEntry, Summary } from "../types";

/** The dice of one side. */
export interface DiceAccount {
	seat: number;
	rolled: number;
	/** The average face, and the one to be expected. */
	mean: number;
	expected: number;
	/** Of a hundred sides with so many dice so many would have thrown less in all; as much counts half. */
	percentile: number;
}

/** How high the dice of a side fell; nothing where it threw none. Whether high is good is another question. */
export function diceOf(story: LogEntry[], seat: number): DiceAccount | null {
	const dice = story.filter((step) => step.seat === seat).flatMap((step) => step.dice);
	const faced = dice.flatMap(({ die, face }) => {
		const sides = Number(/\d+$/.exec(die)?.[0] ?? 0);
		return sides > 1 ? [{ sides, face }] : [];
	});
	if (faced.length === 0) return null;
	const sum = faced.reduce((all, die) => all + die.face, 0);
	// The chance of every sum, die by die.
	let chances = [1];
	for (const { sides } of faced) {
		const next = new Array<number>(chances.length + sides).fill(0);
		chances.forEach((chance, at) => {
			for (let face = 1; face <= sides; face++) next[at + face]! += chance / sides;
		});
		chances = next;
	}
	const less = chances.slice(0, sum).reduce((all, chance) => all + chance, 0) + (chances[sum] ?? 0) / 2;
	return {
		seat,
		rolled: faced.length,
		mean: sum / faced.length,
		expected: faced.reduce((all, die) => all + (die.sides + 1) / 2, 0) / faced.length,
		percentile: Math.round(less * 100),
	};
}

/** Who was on the table and is not any more, by side. */
export function lossesOf(
	before: Counter[],
	after: Counter[],
	onBoard: (counter: Counter) => boolean,
): Counter[] {
	const still = new Set(after.filter(onBoard).map((counter) => counter.id));
	// A man is part of his team: who falls is told by its strength.
	return before.filter((counter) => onBoard(counter) && !counter.model?.of && !still.has(counter.id));
}

/** Everybody who was ever seen on the table, as he was first seen there. */
export function everOn(states: Counter[][], onBoard: (counter: Counter) => boolean): Counter[] {
	const seen = new Map<number, Counter>();
	for (const counter of states.flat())
		if (onBoard(counter) && !seen.has(counter.id)) seen.set(counter.id, counter);
	return [...seen.values()];
}

/** Who is still there with fewer men than he has, where a counter tells both: `8/10`. */
export function weakened(counters: Counter[], onBoard: (counter: Counter) => boolean): Counter[] {
	return counters.filter((counter) => {
		const [, left, full] = /^(\d+)\/(\d+)$/.exec(counter.factors) ?? [];
		return onBoard(counter) && !counter.model?.of && Number(left) < Number(full);
	});
}

/** Of a long game so many turns are asked about, the last among them. */
const MOST = 12;

/** The last decisions of turns, of all or of some that lie evenly. */
export function sampled(story: LogEntry[]): { turn: number; step: number }[] {
	const all = endsOfTurns(story);
	const every = Math.ceil(all.length / MOST);
	return all.filter((_, place) => (all.length - 1 - place) % every === 0);
}

/** The last decision of each turn: its number, and the turn. */
export function endsOfTurns(story: LogEntry[]): { turn: number; step: number }[] {
	const ends = new Map<number, number>();
	for (const { moment, number } of story) {
		const turn = Number(/\bturn (\d+)/.exec(moment)?.[1] ?? 0);
		if (turn > 0) ends.set(turn, number);
	}
	return [...ends].map(([turn, step]) => ({ turn, step })).sort((one, other) => one.turn - other.turn);
}

/** The same game once more, with the sides changed. */
export function rematch(info: Pick<Summary, "game" | "scenario" | "seats" | "options">) {
	const whos = info.seats.map((seat) => seat.who).reverse();
	return {
		game: info.game,
		scenario: info.scenario,
		seats: Object.fromEntries(info.seats.map((seat, place) => [seat.name, whos[place] ?? "here"])),
		options: info.options,
	};
}
