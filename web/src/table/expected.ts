// Buttons that a player expects because they were there before: they stay, grey, and say why they cannot be had. What
// "before" means is found out from what was on offer in the same phase; the server says the reason.
import type { Choice, HintKind, Proposal, Refusal, View, WhyData } from "../types";
import { hasNoPlace } from "./choosing";
import { restOf } from "./moments";
import { NOBODY } from "./sending.svelte";

/** A button as it was last on offer. */
export interface Known {
	text: string;
	verb: string;
	numbers: number[];
	label: string;
	kind: HintKind;
}

/** A button that stays though it cannot be pressed. */
export interface Grey extends Known {
	refusal: Refusal;
}

/** Known buttons by phase and side, in the order in which they came up. */
export type Phases = Record<string, Known[]>;

/** More than this in one phase are names of things, not buttons that one looks for. */
const MOST = 12;
/** No more than this is asked about one state of the table. */
const ASKED = 6;

/** A phase is the same phase in another turn: what the moment says of it, without numbers. */
export const phaseOf = (view: View, seat: number | null) =>
	`${seat}/${restOf(view.moment).replace(/\d+/g, "")}`;

/** What another game of the same kind may take over: no button that belongs to a place or a moment. */
export const lasting = (phases: Phases): Phases =>
	Object.fromEntries(
		Object.entries(phases).map(([phase, known]) => [
			phase,
			known.filter((button) => button.kind === "plain" || button.kind === "end"),
		]),
	);

/** What is asked, whoever and wherever it is about: by which rules, and with which verbs it can be answered. */
export function questionOf(view: View, choices: Choice[]): string {
	const verbs = new Set(choices.map((choice) => choice.verb));
	return [...(view.prompt?.clauses ?? []), ...[...verbs].sort()].join(" ");
}

/** What is known of a phase after another look at its buttons. */
export function remembered(known: Known[], choices: Choice[]): Known[] {
	const now = new Map(
		choices
			.filter(hasNoPlace)
			.map(({ text, verb, numbers, hint }) => [
				text,
				{ text, verb, numbers, label: hint.label, kind: hint.kind },
			]),
	);
	const old = known.map((button) => now.get(button.text) ?? button);
	const fresh = [...now.values()].filter((button) => !known.some((one) => one.text === button.text));
	return [...old, ...fresh].slice(0, MOST);
}

/** Until the server has said why not. */
const UNKNOWN: Refusal = {
	clause: "",
	reason: "It cannot be had now; why not is being asked.",
	...NOBODY,
};

/** Asks whether something is allowed. */
export type Why = (proposal: Proposal) => Promise<Pick<WhyData, "refusal">>;

/** Keeps in mind what was on offer, and finds out why some of it is not. */
export class Expected {
	/** What is not worth asking: a button and a question to which it has never been an answer. */
	private readonly elsewhere = new Set<string>();
	/** Why a button could not be had when the same was asked before. */
	private readonly told = new Map<string, Refusal>();

	constructor(
		private phases: Phases,
		private readonly keep: (phases: Phases) => void,
	) {}

	/** Takes over what other games of this kind have shown. */
	learn(phases: Phases): void {
		for (const [phase, known] of Object.entries(phases)) {
			const own = this.phases[phase] ?? [];
			const fresh = known.filter((button) => !own.some((one) => one.text === button.text));
			this.phases = { ...this.phases, [phase]: [...own, ...fresh].slice(0, MOST) };
		}
	}

	/** The buttons of this phase in their order. */
	order(view: View, seat: number | null): string[] {
		return (this.phases[phaseOf(view, seat)] ?? []).map((button) => button.text);
	}

	/** Who will most likely stay grey: what is known to be so for this question, and endings. Shown until it is known. */
	likely(view: View, seat: number | null, choices: Choice[]): Grey[] {
		const phase = phaseOf(view, seat);
		const offered = new Set(choices.map((choice) => choice.text));
		return (this.phases[phase] ?? []).flatMap((button) => {
			const refusal = this.told.get(`${phase}/${questionOf(view, choices)}/${button.text}`);
			const stays = !offered.has(button.text) && (refusal || button.kind === "end");
			return stays ? [{ ...button, refusal: refusal ?? UNKNOWN }] : [];
		});
	}

	/** Whether the server has said that nobody expects a button where something else is asked. */
	isElsewhere(view: View, seat: number | null, choices: Choice[], text: string): boolean {
		return this.elsewhere.has(`${phaseOf(view, seat)}/${questionOf(view, choices)}/${text}`);
	}

	async missing(view: View, seat: number | null, choices: Choice[], why: Why): Promise<Grey[]> {
		const phase = phaseOf(view, seat);
		const before = this.phases[phase] ?? [];
		const known = remembered(before, choices);
		if (JSON.stringify(known) !== JSON.stringify(before)) {
			this.phases = { ...this.phases, [phase]: known };
			this.keep(this.phases);
		}
		const offered = new Set(choices.map((choice) => choice.text));
		const question = `${phase}/${questionOf(view, choices)}`;
		const worth = known.filter(
			({ text }) => !offered.has(text) && !this.elsewhere.has(`${question}/${text}`),
		);
		const found = await Promise.all(worth.slice(0, ASKED).map((button) => this.ask(button, question, why)));
		return found.filter((grey) => grey !== null);
	}

	/**
	 * Why a button cannot be had. Where something else is being asked nobody expects it, except the one that ends the
	 * phase, which is not to jump.
	 */
	private async ask(button: Known, question: string, why: Why): Promise<Grey | null> {
		const { refusal } = await why({ verb: button.verb, numbers: button.numbers }).catch(() => ({
			refusal: null,
		}));
		if (!refusal) return null;
		if (button.kind === "end" || !refusal.elsewhere) {
			this.told.set(`${question}/${button.text}`, refusal);
			return { ...button, refusal };
		}
		this.elsewhere.add(`${question}/${button.text}`);
		return null;
	}
}
