// What the players of a game say and show to each other. Spectators are not told of it.
import type { TalkLine } from "../types";

/** How long a place that somebody points at is ringed. */
const RINGED = 6000;

/** What the talk needs to know of its game. */
export interface Table {
	/** Lines after a number. */
	read: (after: number) => Promise<TalkLine[]>;
	/** Says something, or points at something. */
	say: (words: string, at: string | null) => Promise<TalkLine>;
	/** The number of the last line that was read here. */
	heard: number;
	keepHeard: (number: number) => void;
	isMine: (seat: number) => boolean;
}

export class Talking {
	lines = $state.raw<TalkLine[]>([]);
	/** The line that points at something, as long as it is ringed. */
	shown = $state.raw<TalkLine | null>(null);
	/** The next click on the map is meant for the other players. */
	pointing = $state(false);
	private heard = $state(0);
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly table: Table) {
		this.heard = table.heard;
	}

	/** How many lines of others nobody here has read. */
	get unread(): number {
		return this.lines.filter((line) => line.number > this.heard && !this.table.isMine(line.seat)).length;
	}

	/** Everything that was said so far has been seen. */
	listen(): void {
		const last = this.lines.at(-1)?.number ?? 0;
		if (last <= this.heard) return;
		this.heard = last;
		this.table.keepHeard(last);
	}

	/** Reads what was said while nobody listened; what cannot be had now is read the next time. */
	async read(): Promise<void> {
		const found = await this.table.read(this.lines.at(-1)?.number ?? 0).catch(() => []);
		for (const line of found) this.add(line);
	}

	/** A line that has just been said. Some come twice: as an answer and as news. */
	hear(line: TalkLine): void {
		if (this.add(line) && line.at) this.show(line);
	}

	private add(line: TalkLine): boolean {
		if (this.lines.some((one) => one.number === line.number)) return false;
		this.lines = [...this.lines, line].sort((one, other) => one.number - other.number);
		return true;
	}

	/** Rings what a line points at, for a while. */
	show(line: TalkLine): void {
		clearTimeout(this.timer);
		this.shown = line;
		this.timer = setTimeout(() => {
			this.shown = null;
		}, RINGED);
	}

	async say(words: string): Promise<void> {
		this.hear(await this.table.say(words, null));
	}

	/** Shows a hex or a counter to the other players. */
	async flare(at: string): Promise<void> {
		this.pointing = false;
		this.hear(await this.table.say("", at));
	}

	stop(): void {
		clearTimeout(this.timer);
	}
}
