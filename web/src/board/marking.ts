// What is marked on a hex map, from the list of choices and from what the page speaks of.
import { actorOf, doneBy, otherWay, type Pointed } from "../table/choosing";
import type { Lit } from "../table/watching.svelte";
import type { Choice, Counter, Overlay, View } from "../types";
import { stackInWords } from "./faces";

const isStrike = (choice: Choice) => choice.hint.kind === "strike";

/** Hexes that can be clicked, with the choice that leads there, the plainest first. */
export function targetsOf(choices: Choice[], selected: Pointed): Map<string, Choice> {
	const wanted = doneBy(choices, selected.unit);
	const found = new Map<string, Choice>();
	// Who alone can go somewhere need not be selected first: a beaten unit whose way back is asked for.
	const isAlone =
		new Set(wanted.flatMap((choice) => actorOf(choice) ?? [])).size === 1 &&
		wanted.every((choice) => choice.hint.kind !== "pick");
	for (const choice of wanted) {
		const hex = choice.hexes.at(-1);
		const isSelected = selected.unit !== null || selected.hex !== null || isAlone;
		if (!hex || (actorOf(choice) !== null && !isSelected && !isStrike(choice))) continue;
		if (!found.has(hex)) found.set(hex, choice);
	}
	return found;
}

/** Hexes that can be reached in another way too. */
export function forksOf(
	targets: Map<string, Choice>,
	choices: Choice[],
	selected: Pointed,
): Map<string, Choice> {
	const found = new Map<string, Choice>();
	for (const hex of targets.keys()) {
		const other = otherWay(choices, selected, hex);
		if (other) found.set(hex, other);
	}
	return found;
}

/** The hexes that are lit: as they are, and where lit counters stand. */
export function hexesOf(
	{ units, hexes }: Lit,
	counters: Counter[],
	onBoard: (place: string) => boolean,
): string[] {
	const places = counters.filter((counter) => units.includes(counter.id)).map((counter) => counter.place);
	return [...new Set([...hexes, ...places].filter(onBoard))];
}

/** Where a player points: at a hex, or at the counter with this name. */
export const pointedAt = (name: string, counters: Counter[], onBoard: (place: string) => boolean) =>
	onBoard(name) ? name : (counters.find((counter) => counter.name === name)?.place ?? null);

/** What lies in a hex besides the ground: counters, marks, what overlays say. */
export function said(
	hex: string,
	here: Counter[],
	seats: string[],
	{ marks, objectives }: Pick<View, "marks" | "objectives">,
	overlays: Overlay[],
): string[] {
	return [
		...(here.length > 0 ? [stackInWords(here, seats)] : []),
		...marks.filter((mark) => mark.hex === hex).map((mark) => mark.words),
		...objectives
			.filter((objective) => objective.hexes.includes(hex))
			.map(
				({ name, holder, words }) => `${name}${holder === null ? "" : ` (${seats[holder] ?? ""})`}: ${words}`,
			),
		...overlays.flatMap((overlay) =>
			overlay.hexes.filter((note) => note.hex === hex && note.words).map((note) => note.words),
		),
	];
}
