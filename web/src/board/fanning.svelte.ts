// Which pile is spread, and what a pointer that rests on the map asks for.

/** How long a mouse rests on a pile before it spreads, how long it may be away, and how long a finger rests. */
const RESTS = 350;
const AWAY = 250;
const PRESSED = 500;

export class Fanning {
	/** The place whose pile is spread. */
	place = $state<string | null>(null);
	private hovering = 0;
	private pressing = 0;
	private drawing = 0;
	/** A finger has asked for something: the click at its end means nothing more. */
	private asked = false;

	/** The mouse is over a pile that can be spread, or over none. */
	over(place: string | null, away: boolean): void {
		clearTimeout(this.hovering);
		if (place !== null && place === this.place) return;
		if (place !== null) this.hovering = window.setTimeout(() => this.spread(place), RESTS);
		else if (away) this.hovering = window.setTimeout(() => this.spread(null), AWAY);
	}

	spread(place: string | null): void {
		clearTimeout(this.hovering);
		this.place = place;
	}

	/** A finger is laid down; `rests` is called if it stays, and says whether it asked for anything. */
	press(rests: () => boolean): void {
		this.lift();
		this.asked = false;
		// On a slow machine the finger may be up by now without anybody having been told: what it did comes before the next
		// picture, so that is waited for.
		this.pressing = window.setTimeout(() => {
			this.drawing = requestAnimationFrame(() => {
				this.asked = rests();
			});
		}, PRESSED);
	}

	lift(): void {
		clearTimeout(this.pressing);
		cancelAnimationFrame(this.drawing);
	}

	/** Whether a click is only the end of a finger's question. */
	answered(): boolean {
		const asked = this.asked;
		this.asked = false;
		return asked;
	}

	/** The mouse has left the map. */
	leave(): void {
		clearTimeout(this.hovering);
	}

	stop(): void {
		this.leave();
		this.lift();
	}
}
