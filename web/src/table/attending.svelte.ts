// Who is at the table, and how long each seat has taken: from what the server says, and going on from there.
import type { Summary } from "../types";

type ClockNews = Pick<Summary, "seats" | "waiting" | "deciding" | "revision">;

export class Attending {
	/** By seat; null for a program, and before it is known. */
	online = $state.raw<(boolean | null)[]>([]);
	private spent = $state.raw<number[]>([]);
	/** When the decision began that is waited for, by the clock of this browser. */
	private since = $state.raw<number | null>(null);
	private deciding = $state.raw<number | null>(null);
	private revision = -1;

	/** What the server says of it, which holds from now on. */
	tell({ seats, waiting, deciding, revision }: ClockNews, now = Date.now()): void {
		this.online = seats.map((seat) => seat.online);
		if (revision < this.revision) return;
		this.spent = seats.map((seat) => seat.spent);
		this.since = waiting === null ? null : now - waiting;
		this.deciding = deciding;
		this.revision = revision;
	}

	/** A seat has decided. What was decided before the server spoke is in what it said. */
	decided(seat: number, news: { deciding: number | null; revision: number }, now = Date.now()): void {
		if (news.revision <= this.revision) return;
		const { since } = this;
		if (since !== null)
			this.spent = this.spent.map((spent, one) => (one === seat ? spent + now - since : spent));
		this.since = now;
		this.deciding = news.deciding;
		this.revision = news.revision;
	}

	/** How long a seat has taken until now; the clock of who decides is running. */
	taken(seat: number, now: number): number {
		return (this.spent[seat] ?? 0) + (seat === this.deciding ? (this.waited(now) ?? 0) : 0);
	}

	/** For how long the decision has been waited for. */
	waited(now: number): number | null {
		return this.since === null || this.deciding === null ? null : Math.max(0, now - this.since);
	}
}
