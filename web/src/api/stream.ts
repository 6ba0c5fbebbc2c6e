// Live updates. The browser's own EventSource cannot send a secret, so the stream is read by hand.

export interface StreamEvent {
	event: string;
	id: string;
	data: string;
}

/** Cuts a stream of text into events; what is not complete yet stays for the next piece. */
export class Cutter {
	private rest = "";

	push(piece: string): StreamEvent[] {
		const blocks = (this.rest + piece).replaceAll("\r\n", "\n").split("\n\n");
		this.rest = blocks.pop() ?? "";
		return blocks.map(readBlock).filter((event): event is StreamEvent => event !== null);
	}
}

function readBlock(block: string): StreamEvent | null {
	const event: StreamEvent = { event: "message", id: "", data: "" };
	const data: string[] = [];
	for (const line of block.split("\n")) {
		const colon = line.indexOf(":");
		if (colon <= 0) continue;
		const field = line.slice(0, colon);
		const value = line.slice(colon + 1).replace(/^ /, "");
		if (field === "event") event.event = value;
		if (field === "id") event.id = value;
		if (field === "data") data.push(value);
	}
	event.data = data.join("\n");
	return data.length > 0 ? event : null;
}

export interface Listening {
	stop(): void;
}

export interface Ears {
	hear(event: StreamEvent): void;
	connected(yes: boolean): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/** Listens to a game until told to stop; a lost connection is taken up where it broke off. */
export function listen(id: string, secret: string | null, ears: Ears): Listening {
	const over = new AbortController();
	let last = "";
	let pause = FIRST_PAUSE;

	async function once(): Promise<void> {
		const headers: Record<string, string> = { Accept: "text/event-stream" };
		if (secret) headers.Authorization = `Bearer ${secret}`;
		if (last) headers["Last-Event-ID"] = last;
		const response = await fetch(`/api/games/${encodeURIComponent(id)}/events`, {
			headers,
			signal: over.signal,
		});
		if (!response.ok || !response.body) throw new Error(String(response.status));
		ears.connected(true);
		pause = FIRST_PAUSE;
		const cutter = new Cutter();
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (;;) {
			const { value, done } = await reader.read();
			if (done) return;
			for (const event of cutter.push(value)) {
				if (event.id) last = event.id;
				ears.hear(event);
			}
		}
	}

	async function forever(): Promise<void> {
		while (!over.signal.aborted) {
			try {
				await once();
			} catch {
				// Tried again below.
			}
			if (over.signal.aborted) return;
			ears.connected(false);
			await new Promise((go) => setTimeout(go, pause));
			pause = Math.min(pause * 2, LONGEST_PAUSE);
		}
	}

	void forever();
	return { stop: () => over.abort() };
}
