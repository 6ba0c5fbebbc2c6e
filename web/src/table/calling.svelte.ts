// Calls a player when the other side has played and it is his turn.
import { untrack } from "svelte";

export class Calling {
	private waited = false;

	/** `isMine`: it is one's own turn, seen with one's own eyes; `isLaid`: there is a game at all. */
	constructor(isMine: () => boolean, isLaid: () => boolean, call: () => void) {
		$effect(() => {
			const now = isMine();
			untrack(() => {
				if (now && this.waited) call();
				this.waited = !now && isLaid();
			});
		});
	}
}
