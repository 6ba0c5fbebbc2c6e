// What is marked on a hex map, from the list of choices and from what the page speaks of.
import { otherWay, type Pointed } from "../table/choosing";
import type { Choice, Counter, Overlay, View } from "../types";
import { stackInWords } from "./faces";

const isStrike = (choice: Choice) => choice.hint.kind === "strike";

/** Hexes that can be clicked, with the choice that leads there, the plainest first. */
export function targetsOf(choices: Choice[], selected: Pointed): Map<string, Choice> {
	const wanted = selected.unit ? choices.filter((choice) => choice.unit === selected.unit) : choices;
	const found = new Map<string, Choice>();
	for (const choice of wanted) {
		const hex = choice.hexes.at(-1);
		if (
			!hex ||
			(selected.unit === null && choice.unit !== null && selected.hex === null && !isStrike(choice))
		)
			continue;
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

/** The hexes of names: hexes as they are, counters where they stand. */
export function hexesOf(names: string[], counters: Counter[], onBoard: (place: string) => boolean): string[] {
	const found = new Set<string>();
	for (const name of names) {
		const place = onBoard(name) ? name : counters.find((counter) => counter.name === name)?.place;
		if (place && onBoard(place)) found.add(place);
	}
	return [...found];
}

/** What lies in a hex besides the ground: counters, marks, what overlays say. */
export function said(
	hex: string,
	here: Counter[],
	seats: string[],
	{ marks }: Pick<View, "marks">,
	overlays: Overlay[],
): string[] {
	return [
		...(here.length > 0 ? [stackInWords(here, seats)] : []),
		...marks.filter((mark) => mark.hex === hex).map((mark) => mark.words),
		...overlays.flatMap((overlay) =>
			overlay.hexes.filter((note) => note.hex === hex && note.words).map((note) => note.words),
		),
	];
}
