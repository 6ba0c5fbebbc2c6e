// A plan: counters moved in thought. It lives in this browser, is drawn as ghosts and never reaches the server.
import type { Counter, CounterId } from "../types";
import type { Pointed } from "./choosing";

/** Where counters are to go, by their ids. */
export type Plan = Record<CounterId, string>;

/** A counter in a place where it is not. */
export interface Ghost {
	counter: Counter;
	to: string;
}

export class Planning {
	/** Clicks are thoughts and no decisions. */
	active = $state(false);
	/** The counter that is being thought about. */
	unit = $state<CounterId | null>(null);
	private plan = $state.raw<Plan>({});

	constructor(
		plan: Plan,
		private readonly keep: (plan: Plan) => void,
	) {
		this.plan = plan;
	}

	/** What is planned, as far as its counters are still there and not where they were to go. */
	ghosts(counters: Counter[]): Ghost[] {
		return counters.flatMap((counter) => {
			const to = this.plan[counter.id];
			return to !== undefined && to !== counter.place ? [{ counter, to }] : [];
		});
	}

	toggle(): void {
		this.active = !this.active;
		this.unit = null;
	}

	/** A click: takes a counter, puts it down in thought; on its own place it stays there. */
	point({ unit, hex }: Pointed, counters: Counter[]): void {
		const place = (id: CounterId) => counters.find((counter) => counter.id === id)?.place;
		if (this.unit === null) {
			this.unit = unit;
			return;
		}
		const to = hex ?? (unit === null ? null : (place(unit) ?? null));
		if (to !== null) this.put(this.unit, to === place(this.unit) ? null : to);
		this.unit = null;
	}

	private put(unit: CounterId, to: string | null): void {
		const { [unit]: _, ...rest } = this.plan;
		this.plan = to === null ? rest : { ...rest, [unit]: to };
		this.keep(this.plan);
	}

	clear(): void {
		this.plan = {};
		this.unit = null;
		this.keep({});
	}
}
