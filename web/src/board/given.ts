// What a hex map is given to draw, and whom it tells what was done on it.

import type { Pointed } from "../table/choosing";
import type { Ghost } from "../table/planning.svelte";
import type { Moving } from "../table/staging.svelte";
import type { Trail } from "../table/trails";
import type { Lit } from "../table/watching.svelte";
import type { Choice, CounterId, MapData, Overlay, View } from "../types";
import type { Drawing } from "./drawing";

export interface HexBoardGiven {
	map: MapData;
	drawing: Drawing;
	view: View;
	seats: string[];
	/** The side whose map it is, if it is one: a small screen begins with it, whoever is shown to decide. */
	home?: number | null;
	choices: Choice[];
	selected: Pointed;
	preview: Choice | null;
	lit: Lit;
	overlays: Overlay[];
	trails: Trail[];
	numbers: boolean;
	/** Without counters, and without marks, to see the ground. */
	hidden: boolean;
	unmarked: boolean;
	pending: boolean;
	/** What a player points at, with the words for it; clicks are for pointing back. */
	flare: { at: string; words: string } | null;
	pointing: boolean;
	/** Counters that are to go together. */
	gathered: CounterId[];
	/** Counters in places where they are only in thought. */
	ghosts: Ghost[];
	/** Counters that are on their way, in the other side's turn. */
	moving: Moving[];
	/** Hexes that the player is shown on purpose. */
	shown: string[];
	/** How much of the upper edge something lies over. */
	top: number;
	/** How the map behaves: see the settings. */
	habits: { spread: boolean; wheel: boolean; follow: boolean };
	/** Clicks take the other way to a hex that has two. */
	others: boolean;
	/** A click; with the other way if it was asked for. */
	onpoint: (at: Pointed, other: boolean) => void;
	onover: (words: string, hex: string | null, other: boolean) => void;
	/** A finger rests on a counter. */
	onclosely: (units: CounterId[]) => void;
	onchoose: (choice: Choice) => void;
	/** The odds at the head of an arrow: the report that is about them. */
	onbattle: (report: number) => void;
	/** Enter where the selected counter stands. */
	onconfirm: () => void;
}
