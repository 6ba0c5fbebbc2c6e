// A position that was put together by hand, as the server writes and reads it: entries parted by semicolons.

export interface Stood {
	place: string;
	/** Degrees clockwise from north, where that matters. */
	facing: number | null;
	/** How many of its men are left, where somebody is missing. */
	left: number | null;
	conditions: string[];
}

export interface Position {
	turn: number;
	side: string;
	phase: string;
	/** The counters on the map, by name. */
	counters: Map<string, Stood>;
}

/** Reads a whole position: one that names everybody who is on the map. */
export function readPosition(text: string): Position {
	const read: Position = { turn: 1, side: "", phase: "", counters: new Map() };
	for (const entry of text.split(";").map((part) => part.trim())) {
		if (entry === "" || entry.endsWith(" away")) continue;
		const [, key, value] = /^(turn|side|phase) (.+)$/.exec(entry) ?? [];
		if (key === "turn") read.turn = Number(value);
		else if (key === "side") read.side = value ?? "";
		else if (key === "phase") read.phase = value ?? "";
		else {
			const at = entry.lastIndexOf(" at ");
			const [place = "", ...words] = entry.slice(at + 4).split(/\s+/);
			/** The number behind a word; both are taken out. */
			const number = (word: string) => {
				const where = words.indexOf(word);
				return where < 0 ? null : Number(words.splice(where, 2)[1]);
			};
			const [facing, left] = [number("facing"), number("left")];
			read.counters.set(entry.slice(0, at), { place, facing, left, conditions: words });
		}
	}
	return read;
}

export function writePosition({ turn, side, phase, counters }: Position): string {
	const head = [`turn ${turn}`, side && `side ${side}`, phase && `phase ${phase}`, "others away"];
	const stood = [...counters].map(([name, one]) =>
		[
			`${name} at ${one.place}`,
			one.facing === null ? "" : `facing ${one.facing}`,
			one.left === null ? "" : `left ${one.left}`,
			...one.conditions,
		]
			.filter((word) => word !== "")
			.join(" "),
	);
	return [...head.filter((entry) => entry !== ""), ...stood].join("; ");
}
