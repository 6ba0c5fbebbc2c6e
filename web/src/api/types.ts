// What the server answers, around the types that come from Rust.
import type { Choice, Overlay, Refusal, Report, Step, View } from "../types";

export interface Named {
	name: string;
	title: string;
}

export interface ShelfGame extends Named {
	about: string;
	playable: boolean;
	rules: number;
	hides: boolean;
	seats: string[];
	scenarios: Named[];
	options: Named[];
	overlays: Named[];
	kinds: Named[];
	bots: string[];
}

export interface Course {
	name: string;
	/** Places in the list of hexes. */
	pairs: [number, number][];
}

export interface MapData {
	title: string;
	layout: string;
	columns: [number, number];
	rows: [number, number];
	hexes: string[];
	layers: { name: string; values: string[]; of: number[] }[];
	sides: { name: string; directed: boolean; courses: Course[] }[];
	links: { name: string; courses: Course[] }[];
	places: { name: string; kind: string; hex: number }[];
	zones: { name: string; zones: { name: string; hexes: number[] }[] }[];
}

export interface SeatInfo {
	seat: number;
	name: string;
	who: string;
}

/** Who sits in a seat of a game. */
export interface Sitter extends SeatInfo {
	/** Whether somebody is there; null for a program. */
	online: boolean | null;
	/** Milliseconds that its decisions have taken. */
	spent: number;
}

export interface OpenedSeat extends SeatInfo {
	secret?: string;
	link?: string;
}

export interface Opened {
	id: string;
	link: string;
	seats: OpenedSeat[];
}

export interface Ended {
	winner: number | null;
	margin: number;
	resigned: number | null;
}

export interface GameInfo {
	id: string;
	game: string;
	title: string;
	scenario: string;
	options: Record<string, string>;
	hides: boolean;
	seats: Sitter[];
	you: number | null;
	revision: number;
	steps: number;
	deciding: number | null;
	outcome: Ended | null;
	thinking: boolean;
	/** Milliseconds for which the decision has been waited for. */
	waiting: number | null;
	dice: { kind: string; commitment?: string; secret?: string | null };
}

export interface Brief {
	revision: number;
	steps: number;
	deciding: number | null;
	outcome: Ended | null;
}

export interface Acted extends Brief {
	step: Step;
}

export interface State extends Brief {
	step: number;
	you: number | null;
	undoable: number;
	view: View;
	choices: Choice[];
}

export interface Sheet {
	table: string;
	title: string;
	note: string;
	clauses: string[];
	columns: string[];
	rows: { key: string; cells: string[] }[];
}

export interface Rules {
	game: string;
	title: string;
	clauses: { id: string; chapter: string; text: string }[];
	rulings: { id: string; text: string }[];
}

export interface Kind extends Named {
	example: string;
	schema: unknown;
}

export interface Setup {
	game: string;
	scenario: string;
	options?: Record<string, string>;
	seats: Record<string, string>;
	dice?: string;
}

/** What went wrong, as the server puts it. */
export interface Fault {
	code: string;
	message: string;
	refusal?: Refusal;
	state?: State;
	needs?: Needs;
}

/** The next real die that a decision needs. */
export interface Needs {
	place: number;
	die: string;
	sides: number;
	purpose: string;
	clause: string;
}

/** Something that a player has said or pointed at. */
export interface TalkLine {
	number: number;
	seat: number;
	/** Seconds since 1970. */
	said: number;
	/** How many decisions stood then. */
	step: number;
	words: string;
	/** The hex or the counter that it points at. */
	at: string | null;
}

/** What a program was after, in its own words. */
export interface Plan {
	seat: number;
	name: string;
	sentences: string[];
}

export type { Choice, Overlay, Refusal, Report, Step, View };
