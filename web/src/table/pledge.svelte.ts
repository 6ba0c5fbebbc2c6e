// The promise of the dice: its receipt is kept when a seat is taken, and this browser adds words of its own to them. Where
// others sit at the table too, words are sealed before they are opened, so that nobody can choose his to suit another's.
import * as keep from "../lib/keep";
import type { Contributed, DiceData, Summary } from "../types";

/** What a pledge needs of the server and the table. */
export interface Table {
	id: () => string;
	contribute: (seat: number, what: { words: string } | { seal: string }) => Promise<Contributed>;
	info: () => Promise<Summary>;
	/** The seats of this browser. */
	mine: () => number[];
	wait: (milliseconds: number) => Promise<void>;
}

/** How often the others' seals are looked for, and how long between. */
const LOOKS = 12;
const BETWEEN = 500;

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The seal on words, as docs/verify.md has it. */
export async function sealed(words: string): Promise<string> {
	const text = new TextEncoder().encode(`sandtable-dice-1 words\n${words}\n`);
	return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}

const isPerson = (who: string) => !who.startsWith("bot:");

export class Pledge {
	/** What was promised when the seat was taken. */
	receipt = $state<string | null>(null);
	/** The server says something else now than it did then. */
	broken = $state(false);
	/** The dice as the server told of them last. */
	dice = $state.raw<DiceData | null>(null);
	/** Words are on their way, and no die is rolled before they are open. */
	adding: Promise<void> | null = null;

	constructor(private readonly table: Table) {}

	/** Looks at what the server says of its dice: the first time it is kept, then compared. */
	tell({ dice }: Pick<Summary, "dice">): void {
		this.dice = dice;
		if (dice.kind !== "committed" || this.table.mine().length === 0) return;
		const kept = keep.receipt(this.table.id());
		if (kept === null && dice.receipt) keep.keepReceipt(this.table.id(), dice.receipt);
		this.receipt = kept ?? dice.receipt;
		this.broken = kept !== null && kept !== dice.receipt;
	}

	/** Adds this browser's words, as long as no die was rolled; with others at the table only when all are there. */
	add(info: Summary, online: (boolean | null)[]): Promise<void> {
		this.adding ??= this.exchange(info, online).finally(() => {
			this.adding = null;
		});
		return this.adding;
	}

	private async exchange(info: Summary, online: (boolean | null)[]): Promise<void> {
		const [seat] = this.table.mine();
		if (seat === undefined || info.dice.kind !== "committed" || !globalThis.crypto?.subtle) return;
		const name = info.seats[seat]?.name ?? "";
		if (info.dice.contributions[name] !== undefined || info.dice.secret !== null) return;
		const people = info.seats.filter((one) => isPerson(one.who) && !this.table.mine().includes(one.seat));
		const all = people.every((one) => online[one.seat] === true);
		const mine = info.dice.sealed[name] !== undefined;
		if (!all && !mine) return;
		try {
			const words = keep.words(this.table.id()) ?? hex(crypto.getRandomValues(new Uint8Array(16)));
			keep.keepWords(this.table.id(), words);
			if (people.length > 0 && !mine) {
				await this.table.contribute(seat, { seal: await sealed(words) });
				await this.sealsOf(people.map((one) => one.name));
			}
			await this.table.contribute(seat, { words });
			this.tell(await this.table.info());
		} catch {
			// A die was rolled already, or others were quicker: the dice go without these words, and say so.
		}
	}

	/** Waits until these seats have sealed their words too; not for ever, since sealed words hold up the dice. */
	private async sealsOf(names: string[]): Promise<void> {
		for (let looks = 0; looks < LOOKS; looks++) {
			const { dice } = await this.table.info();
			if (names.every((name) => dice.sealed[name] !== undefined)) return;
			await this.table.wait(BETWEEN);
		}
	}
}
