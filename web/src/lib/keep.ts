// What this browser remembers: seats it holds, what was seen last, what was typed and not sent, how things are shown.
import type { Phases } from "../table/expected";
import type { Progress } from "../table/guide.svelte";
import type { Plan } from "../table/planning.svelte";
import type { Chosen } from "./bindings";
import type { Cards } from "./colours";

export interface KeptGame {
	id: string;
	game: string;
	title: string;
	scenario: string;
	/** Secrets by seat. */
	seats: { seat: number; name: string; secret: string }[];
	opened: number;
}

function read<T>(key: string, otherwise: T): T {
	try {
		const text = localStorage.getItem(`sandtable.${key}`);
		return text === null ? otherwise : (JSON.parse(text) as T);
	} catch {
		return otherwise;
	}
}

function write(key: string, value: unknown): void {
	try {
		localStorage.setItem(`sandtable.${key}`, JSON.stringify(value));
	} catch {
		// Full or forbidden: the page works without memory.
	}
}

export const games = (): KeptGame[] => read<KeptGame[]>("games", []);
export const keptGame = (id: string) => games().find((game) => game.id === id) ?? null;

export function keepGame(game: KeptGame): void {
	write("games", [game, ...games().filter((known) => known.id !== game.id)].slice(0, 200));
}

export function forgetGame(id: string): void {
	write(
		"games",
		games().filter((known) => known.id !== id),
	);
}

export const seen = (id: string) => read<number>(`seen.${id}`, -1);
export const keepSeen = (id: string, step: number) => write(`seen.${id}`, step);

export const draft = (key: string) => read<string>(`draft.${key}`, "");
export const keepDraft = (key: string, text: string) => write(`draft.${key}`, text);

export const notes = (id: string) => read<string>(`notes.${id}`, "");
export const keepNotes = (id: string, text: string) => write(`notes.${id}`, text);

/** What the player calls himself at every table; empty for nothing. */
export const player = () => read<string>("player", "");
export const keepPlayer = (name: string) => write("player", name);

/** The number of the last line of the talk that was read. */
export const heard = (id: string) => read<number>(`heard.${id}`, 0);
export const keepHeard = (id: string, number: number) => write(`heard.${id}`, number);

export const expected = (id: string) => read<Phases>(`expected.${id}`, {});
export const keepExpected = (id: string, phases: Phases) => write(`expected.${id}`, phases);

/** Buttons that other games of the same kind, with the same rules, have shown. */
export const customary = (game: string, rules: number) => read<Phases>(`customary.${game}.${rules}`, {});
export const keepCustomary = (game: string, rules: number, phases: Phases) =>
	write(`customary.${game}.${rules}`, phases);

/** How far a guided game has come; nothing for a game that was not begun as one. */
export const lesson = (id: string) => read<Progress | null>(`guided.${id}`, null);
export const keepLesson = (id: string, progress: Progress) => write(`guided.${id}`, progress);

/** The promise of the dice as it was when the seat was taken, and the words that this browser has added to them. */
export const receipt = (id: string) => read<string | null>(`receipt.${id}`, null);
export const keepReceipt = (id: string, text: string) => write(`receipt.${id}`, text);
export const words = (id: string) => read<string | null>(`words.${id}`, null);
export const keepWords = (id: string, text: string) => write(`words.${id}`, text);

export const plan = (id: string) => read<Plan>(`plan.${id}`, {});
export const keepPlan = (id: string, value: Plan) => write(`plan.${id}`, value);

export interface Taste {
	side: boolean;
	numbers: boolean;
	fractions: boolean;
	speed: number;
	/** Where the other side went in its last turn. */
	trails: boolean;
	/** What can be clicked is tinted: not (0), lightly (1) or strongly (2). */
	tint: number;
	/** Stacks spread when they are pointed at, and not only at a click. */
	spread: boolean;
	/** The wheel zooms; else it scrolls. */
	wheel: boolean;
	/** What something speaks of is brought into view. */
	follow: boolean;
	/** How fast the other side's turn is played before one's eyes; 0: not at all. */
	pace: number;
	/** A sound when it is one's turn. */
	sound: boolean;
	/** Questions with one answer are answered without asking. */
	alone: boolean;
	/** Plain counters: large figures, no symbols. */
	plain: boolean;
	/** Colours that were chosen for the sides. */
	cards: Cards;
	/** Keys that were chosen instead of the usual. */
	keys: Chosen;
}

const USUAL: Taste = {
	side: true,
	numbers: true,
	fractions: false,
	speed: 2,
	trails: true,
	tint: 1,
	spread: true,
	wheel: true,
	follow: true,
	pace: 2,
	sound: false,
	alone: true,
	plain: false,
	cards: {},
	keys: {},
};
export const taste = (): Taste => ({ ...USUAL, ...read<Partial<Taste>>("taste", {}) });
export const keepTaste = (value: Taste) => write("taste", value);
