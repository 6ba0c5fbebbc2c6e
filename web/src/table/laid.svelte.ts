// What lies over the map: pinned by a press, or only looked at while a key is held.
import type { Overlay } from "../types";

/** Asks for an overlay by its name; nothing if it cannot be had. */
export type Fetch = (name: string) => Promise<Overlay | null>;

export class Laid {
	/** What is drawn. */
	overlays = $state.raw<Overlay[]>([]);
	pinned = $state.raw<string[]>([]);
	/** What is shown as long as its key is held. */
	peeked = $state<string | null>(null);
	private asked = 0;

	constructor(private readonly fetch: Fetch) {}

	private get wanted(): string[] {
		const peeked = this.peeked;
		return peeked === null || this.pinned.includes(peeked) ? this.pinned : [...this.pinned, peeked];
	}

	async toggle(name: string): Promise<void> {
		this.pinned = this.pinned.includes(name)
			? this.pinned.filter((one) => one !== name)
			: [...this.pinned, name];
		await this.read();
	}

	async peek(name: string | null): Promise<void> {
		if (this.peeked === name) return;
		this.peeked = name;
		await this.read();
	}

	/** Asks again for everything that lies on the map; the newest answer wins. */
	async read(): Promise<void> {
		const mine = ++this.asked;
		const wanted = this.wanted;
		if (wanted.length === 0) {
			this.overlays = [];
			return;
		}
		const found = await Promise.all(wanted.map((name) => this.fetch(name).catch(() => null)));
		if (mine === this.asked) this.overlays = found.filter((overlay) => overlay !== null);
	}
}
