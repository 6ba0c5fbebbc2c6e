// Which key does what. Everybody may choose other keys; a key does one thing only.

export interface Binding {
	name: string;
	/** As the browser names it. */
	key: string;
	does: string;
	/** Held it shows something, pressed shortly it stays. */
	hold?: boolean;
}

export const USUAL: readonly Binding[] = [
	{ name: "next", key: "n", does: "next counter that can do something" },
	{ name: "type", key: "/", does: "type a decision" },
	{ name: "undo", key: "z", does: "take back, as far as the last new fact" },
	{ name: "redo", key: "y", does: "do again what was taken back" },
	{ name: "restart", key: "Z", does: "take back everything since the last new fact" },
	{ name: "in", key: "+", does: "zoom in" },
	{ name: "out", key: "-", does: "zoom out" },
	{ name: "fit", key: "0", does: "show the whole map" },
	{ name: "full", key: "o", does: "zoom to the full size" },
	{ name: "numbers", key: "g", does: "hex numbers" },
	{ name: "trails", key: "t", does: "where the other side went" },
	{ name: "bare", key: "h", does: "hide the counters, then the marks too", hold: true },
	{ name: "around", key: "d", does: "tell of the hex and what lies around it" },
	{ name: "closely", key: "i", does: "a closer look at the counters of the hex, or the one in hand" },
	{ name: "talk", key: "c", does: "talk to the other players" },
	{ name: "point", key: "f", does: "point at something for the other players" },
	{ name: "loop", key: "l", does: "draw a loop around counters that go together" },
	{ name: "plan", key: "p", does: "plan: move counters in thought" },
	{ name: "onward", key: ".", does: "a guided game goes on" },
	{ name: "legend", key: "k", does: "the legend of the map" },
	{ name: "help", key: "?", does: "this list" },
];

/** Chosen keys by the name of what they do. */
export type Chosen = Record<string, string>;

/** All bindings with the chosen keys in place of the usual. */
export const bindings = (chosen: Chosen): Binding[] =>
	USUAL.map((usual) => ({ ...usual, key: chosen[usual.name] ?? usual.key }));

/** What a key does. On a keyboard `+` is often `=` without shift. */
export function doneBy(chosen: Chosen, key: string): Binding | null {
	const all = bindings(chosen);
	return (
		all.find((one) => one.key === key) ?? (key === "=" ? (all.find((one) => one.key === "+") ?? null) : null)
	);
}

/** Keys that have a fixed meaning: they cannot be chosen. */
export const isFixed = (key: string) => /^[1-9]$/.test(key) || key.length !== 1 || key.trim() === "";

/** Gives something another key; whoever had it gets the old one. */
export function choose(chosen: Chosen, name: string, key: string): Chosen {
	const all = bindings(chosen);
	const mine = all.find((one) => one.name === name);
	if (!mine || isFixed(key)) return chosen;
	const other = all.find((one) => one.key === key && one.name !== name);
	return { ...chosen, [name]: key, ...(other ? { [other.name]: mine.key } : {}) };
}

/** A key held shorter than this was pressed, not held. */
const SHORT = 350;

/** Tells a press from a hold: `begin` when a key goes down, `end` with whether it was short. */
export class Hold {
	private since = 0;
	key: string | null = null;

	begin(key: string, now: number): boolean {
		if (this.key !== null) return false;
		this.key = key;
		this.since = now;
		return true;
	}

	/** Whether it was only pressed; nothing if another key is meant. */
	end(key: string, now: number): boolean | null {
		if (this.key !== key) return null;
		this.key = null;
		return now - this.since < SHORT;
	}
}
