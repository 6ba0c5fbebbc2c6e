// The tape measure of a table: on or off, and from where to where.
import type { Point } from "./geometry";

export class Taping {
	on = $state(false);
	tape = $state.raw<{ from: Point; to: Point } | null>(null);

	toggle(): void {
		this.on = !this.on;
		this.tape = null;
	}

	/** Its free end follows. */
	follow(to: Point): void {
		if (this.tape) this.tape = { from: this.tape.from, to };
	}

	/** A click lays an end down; the next begins a new measure, unless this one is to be kept. */
	lay(at: Point, keeps: boolean): void {
		const { tape } = this;
		const old = tape && tape.from !== tape.to && !keeps ? null : tape;
		this.tape = old ? { from: old.from, to: at } : { from: at, to: at };
	}
}
