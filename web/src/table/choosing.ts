// What a click means. The page knows no rule: it looks at the list of what can be decided, and asks the server about
// everything else.
import type { Choice, CounterId, HintKind, Proposal } from "../types";
import type { Grey } from "./expected";

/** What is being pointed at: a counter and the hex it is in, or a bare hex. */
export interface Pointed {
	unit: CounterId | null;
	hex: string | null;
	/** Whom it is to be done to, where that was pointed at first. */
	at?: CounterId | null;
}

export const NOTHING: Pointed = { unit: null, hex: null };

export type Meaning =
	| { kind: "decide"; choice: Choice }
	| { kind: "select"; selection: Pointed }
	| { kind: "ask"; proposals: Proposal[] };

const last = (choice: Choice) => choice.hexes.at(-1);

/** Who does it: the first counter that a choice names. */
export const actorOf = (choice: Choice): CounterId | null => choice.units[0] ?? null;

/** Whom it is done to: the second counter, where a choice names one. */
export const objectOf = (choice: Choice): CounterId | null => choice.units[1] ?? null;

/** Whether a choice points at nothing on the map: then it is a button. */
export const hasNoPlace = (choice: Choice) =>
	choice.units.length === 0 && choice.hexes.length === 0 && choice.points.length === 0 && !choice.hint.spot;

/** The choices that fit what is selected. */
export function fitting(choices: Choice[], { unit, hex, at = null }: Pointed): Choice[] {
	return choices.filter(
		(choice) =>
			(unit === null || actorOf(choice) === unit) &&
			(hex === null || choice.hexes.includes(hex)) &&
			(at === null || objectOf(choice) === at),
	);
}

/** So many ways of a selected counter are told beside the map as well. */
const TOLD = 4;

/** What is listed over the map for what is selected: where a counter can go is lit there already, so it covers nothing with a list. */
export function listed(
	choices: Choice[],
	selection: Pointed,
	isOnMap: (hex: string) => boolean = () => true,
): Choice[] {
	const fit = fitting(choices, selection);
	if (selection.hex !== null || selection.at) return fit;
	const lit = fit.filter((choice) => {
		const hex = last(choice);
		return hex !== undefined && isOnMap(hex) && choice.hint.kind !== "strike";
	});
	return lit.length > TOLD ? fit.filter((choice) => !lit.includes(choice)) : fit;
}

/** The counters to which something can be done: by the one that is meant, or by anybody. */
export function objectsOf(choices: Choice[], unit: CounterId | null): Set<CounterId> {
	return new Set(doneBy(choices, unit).flatMap((choice) => objectOf(choice) ?? []));
}

/** The only answer to a question that needs no person: one choice, without dice. */
export function onlyAnswer(choices: Choice[]): Choice | null {
	const [only, other] = choices;
	return only && !other && !only.hint.rolls && NEEDS_NOBODY.has(only.hint.kind) ? only : null;
}

const NEEDS_NOBODY = new Set<HintKind>(["plain", "go", "stop", "end"]);

/** Whether a selection still means anything after the table has changed. */
export function stillMeans(choices: Choice[], selection: Pointed): Pointed {
	if (fitting(choices, selection).length > 0) return selection;
	if (selection.unit !== null && selection.hex !== null)
		return stillMeans(choices, { unit: null, hex: selection.hex });
	return NOTHING;
}

/** What a click on a counter or hex means now. */
export function meaning(choices: Choice[], selection: Pointed, at: Pointed, isNear: Near = () => 0): Meaning {
	if (at.unit !== null) {
		if (at.unit === selection.unit) return { kind: "select", selection: NOTHING };
		// One counter that does something to another: the first was selected, this is the other.
		const between = choices.filter(
			({ units }) => selection.unit !== null && units[0] === selection.unit && units[1] === at.unit,
		);
		if (between.length > 0) return settle(between, selection);
		// Something that others can do to it: who does it is asked, unless it can only be one.
		const done = choices.filter((choice) => objectOf(choice) === at.unit);
		if (done.length > 0 && fitting(choices, { unit: at.unit, hex: null }).length === 0)
			return settle(done, { unit: null, hex: null, at: at.unit });
		const own = fitting(choices, { unit: at.unit, hex: null });
		const here = selection.hex ? fitting(own, { unit: null, hex: selection.hex }) : own;
		const found = here.length > 0 ? here : own;
		// A counter that can be selected wins over its hex, except as the place where the selected one goes.
		const goes =
			at.hex !== null && selection.unit !== null && into(choices, selection.unit, at.hex).length > 0;
		if (found.length > 0 && !goes)
			return settle(found, { unit: at.unit, hex: here.length > 0 ? selection.hex : null });
	}
	if (at.hex !== null) {
		if (at.hex === selection.hex && at.unit === null) return { kind: "select", selection: NOTHING };
		const found = into(choices, selection.unit, at.hex);
		if (found.length > 0) return settle(found, { unit: selection.unit, hex: at.hex });
	}
	return { kind: "ask", proposals: questions(choices, selection, at, isNear) };
}

/** The choices of a counter; all of them where none is meant. */
export const doneBy = (choices: Choice[], unit: CounterId | null) =>
	unit === null ? choices : choices.filter((choice) => actorOf(choice) === unit);

/** Choices of a unit, or of none in particular, that lead to a hex; those that end there before those that pass it. */
function into(choices: Choice[], unit: CounterId | null, hex: string): Choice[] {
	const own = doneBy(choices, unit);
	const ending = own.filter((choice) => last(choice) === hex);
	return ending.length > 0 ? ending : own.filter((choice) => choice.hexes.includes(hex));
}

/** The only one is decided on; also the only plain one, where all others have their price. */
function settle(found: Choice[], selection: Pointed): Meaning {
	const only = (wanted: Choice[]) => (wanted.length === 1 ? wanted[0] : undefined);
	const picking = found.filter((choice) => choice.hint.kind === "pick");
	const plain = found.filter((choice) => choice.hint.kind !== "price");
	const going = only(plain.filter((choice) => choice.hint.kind === "go" || choice.hint.kind === "stop"));
	const choice = only(picking) ?? only(found) ?? (plain.length === 1 ? going : plainWay(found));
	return choice ? { kind: "decide", choice } : { kind: "select", selection };
}

/**
 * The other way to a hex, where there are exactly two: through it instead of to it, or at a price instead of plainly.
 * It is the one that a plain click does not take.
 */
export function otherWay(choices: Choice[], selection: Pointed, hex: string): Choice | null {
	const own = doneBy(choices, selection.unit);
	const ending = own.filter((choice) => last(choice) === hex && WAYS.has(choice.hint.kind));
	if (ending.length !== 2) return null;
	const plain = settle(ending, selection);
	const taken = plain.kind === "decide" ? plain.choice : ending[0];
	return ending.find((choice) => choice !== taken) ?? null;
}

const WAYS = new Set<HintKind>(["go", "stop", "price"]);

/** Of two plain ways of one counter to a hex, to it or through it, the one that is listed first; the other has its own sign. */
function plainWay(found: Choice[]): Choice | undefined {
	const [one, other, third] = found;
	const isWay = ({ hint }: Choice) => hint.kind === "go" || hint.kind === "stop";
	if (!one || !other || third || !isWay(one) || !isWay(other)) return undefined;
	return actorOf(one) === actorOf(other) && last(one) === last(other) && one.verb !== other.verb
		? one
		: undefined;
}

/** How far two hexes are apart, as far as anybody knows. */
export type Near = (unit: CounterId, hex: string) => number;

/** A choice as something to ask about. */
export const proposalOf = ({ verb, units, hexes, points, numbers }: Choice): Proposal => ({
	verb,
	units,
	hexes,
	points,
	numbers,
});

/**
 * Decisions like those on offer, but about what was pointed at: the server is asked why they are not on offer. Of the
 * same kind with different hexes the nearest to the counter is asked about.
 */
export function questions(
	choices: Choice[],
	selection: Pointed,
	at: Pointed,
	isNear: Near = () => 0,
): Proposal[] {
	const found = new Map<string, Proposal>();
	const add = (proposal: Proposal) => found.set(JSON.stringify(proposal), proposal);
	if (at.unit !== null) {
		const unit = at.unit;
		const best = new Map<string, Choice>();
		for (const choice of choices.filter((one) => one.units.length > 0)) {
			const kind = `${choice.verb}/${choice.units.length}/${choice.hexes.length}`;
			const known = best.get(kind);
			const wanted = selection.hex !== null && choice.hexes.includes(selection.hex);
			const closer = () => isNear(unit, choice.hexes[0] ?? "") < isNear(unit, known?.hexes[0] ?? "");
			if (!known || wanted || closer()) best.set(kind, choice);
		}
		for (const choice of best.values())
			add({ ...proposalOf(choice), units: [unit, ...choice.units.slice(1)] });
	}
	if (at.hex !== null) {
		const hex = at.hex;
		const simple = choices.filter(
			(choice) =>
				choice.hexes.length === 1 && (choice.units.length === 0 || actorOf(choice) === selection.unit),
		);
		for (const choice of simple) add({ ...proposalOf(choice), hexes: [hex] });
	}
	for (const choice of choices) found.delete(JSON.stringify(proposalOf(choice)));
	return [...found.values()].slice(0, 3);
}

/** A button of the bar: a decision, or one that stays though it cannot be had now. */
export type Button = { choice: Choice; grey: null } | { choice: null; grey: Grey };

/** The safest stand at the outer end; what has its price before what has none. */
const RANKS: Partial<Record<HintKind, number>> = { discard: 0, back: 1, price: 2, end: 4 };
const USUAL = 3;
/** Where a notation calls it so, this is what goes on: where it needs no asking it stands at the end all the same. */
const ON = "done";

/**
 * Choices that have no place on the map, and those that are expected among them: buttons. Endings come last; the rest
 * in the order in which they came up in this phase, so that none jumps.
 */
export function buttons(
	choices: Choice[],
	greys: Grey[] = [],
	order: string[] = [],
	isAside: (choice: Choice) => boolean = () => false,
): Button[] {
	const bare = choices.filter((choice) => hasNoPlace(choice) || isAside(choice));
	const all: Button[] = [
		...bare.map((choice) => ({ choice, grey: null })),
		...greys.map((grey) => ({ choice: null, grey })),
	];
	const rank = ({ choice, grey }: Button) => {
		const kind = choice?.hint.kind ?? grey!.kind;
		return kind === "plain" && (choice ?? grey)!.verb === ON ? RANKS.end! : (RANKS[kind] ?? USUAL);
	};
	const place = ({ choice, grey }: Button) => {
		const found = order.indexOf(choice?.text ?? grey!.text);
		return found < 0 ? order.length : found;
	};
	return all.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
}

/** Decisions that several counters can make one after the other: they strike, or join, without dice in between. */
const TOGETHER = new Set<HintKind>(["strike", "plain"]);

/** The counters that can go together, with their decisions. */
export function joining(choices: Choice[], isOwn: (unit: CounterId) => boolean): Map<CounterId, Choice[]> {
	const found = new Map<CounterId, Choice[]>();
	for (const choice of choices) {
		const { hint } = choice;
		const unit = actorOf(choice);
		if (unit === null || !TOGETHER.has(hint.kind) || hint.rolls || !isOwn(unit)) continue;
		found.set(unit, [...(found.get(unit) ?? []), choice]);
	}
	return found;
}

/** What all of them can strike at; nothing if there is no such hex, or more than one. */
export function commonTarget(each: Choice[][]): string | null {
	const hexes = each.map((choices) => new Set(choices.map(last)));
	const common = [...(hexes[0] ?? [])].filter((hex) => hexes.every((others) => others.has(hex)));
	return common.length === 1 ? (common[0] ?? null) : null;
}

const UNDOES = new Set<HintKind>(["back", "discard"]);

/** Who could still do something if a step is ended now. */
export function couldStillAct(choices: Choice[]): CounterId[] {
	return [...new Set(choices.filter((choice) => !UNDOES.has(choice.hint.kind)).map(actorOf))].filter(
		(unit) => unit !== null,
	);
}

/** The words for a button. */
export const label = (choice: Choice) => named(choice.hint.label, choice.text);

/** A button with words of its own, or by its notation. */
export function named(label: string, text: string): string {
	const words = label || text;
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A part of the list of everything: with a heading, unless it is what has no place on the map. */
export interface Group {
	heading: string;
	choices: Choice[];
}

/** What is done by these choices, in words; the style sheet makes its first letter large. */
function headingOf(verb: string, choices: Choice[]): string {
	if (verb === "pick" && choices.every((choice) => choice.hint.kind === "pick")) return "pick a unit";
	if (verb === "to" && choices.every((choice) => choice.hexes.length > 0)) return "to a hex";
	return verb.replaceAll("-", " ");
}

/** Orders one after the other as one says them: who is taken in hand goes first, and what only goes on is nothing more. */
export function inWords(orders: string[]): string {
	const said = orders
		.join(", ")
		.replaceAll(/(^|, )pick ([^,]+), to /g, "$1$2 to ")
		.replaceAll(/(^|, )pick /g, "$1");
	return said.replace(new RegExp(`(^|, )${ON}$`), (_, before: string) => `${before}nothing more`);
}

/** Choices for the list of everything: what has no place on the map first, the rest by what is done. */
export function grouped(choices: Choice[]): Group[] {
	const verbs = new Map<string, Choice[]>();
	for (const choice of choices.filter((one) => !hasNoPlace(one)))
		verbs.set(choice.verb, [...(verbs.get(choice.verb) ?? []), choice]);
	const bare = choices.filter(hasNoPlace);
	return [
		...(bare.length > 0 ? [{ heading: "", choices: bare }] : []),
		...[...verbs].map(([verb, some]) => ({ heading: headingOf(verb, some), choices: some })),
	];
}

/** What is to be told of, if that is what was typed (`look 0505`) and the game itself has no such decision. */
export function lookedFor(choices: Choice[], text: string): string | null {
	const word = /^look\s+(\S.*)$/i.exec(text.trim())?.[1] ?? null;
	return choices.some((choice) => choice.verb.toLowerCase() === "look") ? null : word;
}

/** What was typed: a whole decision, the only one that begins so, or several that do. */
export function typed(choices: Choice[], text: string): { choice: Choice | null; beginning: Choice[] } {
	const wanted = text.trim().replace(/\s+/g, " ").toLowerCase();
	const exact = choices.find((choice) => choice.text.toLowerCase() === wanted);
	const beginning = choices.filter((choice) => choice.text.toLowerCase().startsWith(wanted));
	return { choice: exact ?? (beginning.length === 1 ? beginning[0]! : null), beginning };
}
