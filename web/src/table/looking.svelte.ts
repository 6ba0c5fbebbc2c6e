// What is looked at: counters closely, a place with what lies around it.
import type { CounterId } from "../types";

export class Looking {
	/** Counters that are shown large. */
	units = $state.raw<CounterId[]>([]);
	/** They stay until they are closed; else as long as a key is held. */
	stays = $state(false);
	/** The hex that is told of; on a table without hexes the counter. */
	place = $state<string | null>(null);

	/** Shows a counter as long as a key is held over it. */
	peek(unit: CounterId | null): void {
		if (this.stays || (this.units[0] ?? null) === unit) return;
		this.units = unit === null ? [] : [unit];
	}

	/** Shows counters until they are closed; the same again closes them. */
	closely(units: CounterId[]): void {
		const same = this.stays && units.join() === this.units.join();
		this.units = same ? [] : units;
		this.stays = this.units.length > 0;
	}

	/** Lets go of what is shown; whether there was anything. */
	close(): boolean {
		const any = this.stays;
		this.units = [];
		this.stays = false;
		return any;
	}
}
