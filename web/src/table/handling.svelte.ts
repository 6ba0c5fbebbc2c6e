// Where the keyboard is: what is chosen from a list is gone from it afterwards, and the keyboard goes on with what has taken
// its place.
import { tick } from "svelte";

export class Handling {
	/** What the keyboard was at: a list or the buttons. */
	private at: string | null = null;

	constructor(state: () => { revision: number | undefined; pending: boolean }) {
		$effect(() => {
			const { pending } = state();
			if (pending) return;
			void tick().then(() => {
				if (this.at && document.activeElement === document.body)
					document.querySelector<HTMLElement>(this.at)?.focus({ preventScroll: true });
			});
		});
	}

	attend(event: FocusEvent): void {
		const at = event.target as Element;
		this.at = at.closest(".panel")
			? ".panel li button"
			: at.closest(".buttons")
				? ".tray .fit, .buttons .primary"
				: null;
	}
}
