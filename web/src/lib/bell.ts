// Tells that it is one's turn: a short sound, and a notice while the page is out of sight. Both only where they were wished for.

/** Two soft notes. A browser that lets nothing sound before a first click stays silent. */
export function ring(): void {
	try {
		const audio = new AudioContext();
		[587, 784].forEach((pitch, place) => {
			const [tone, volume] = [audio.createOscillator(), audio.createGain()];
			const at = audio.currentTime + place * 0.16;
			tone.frequency.value = pitch;
			volume.gain.setValueAtTime(0.0001, at);
			volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
			volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
			tone.connect(volume).connect(audio.destination);
			tone.start(at);
			tone.stop(at + 0.32);
		});
		setTimeout(() => void audio.close(), 900);
	} catch {
		// Without sound the title still tells it.
	}
}

/** Asks once whether notices may be shown. */
export function allow(): void {
	if ("Notification" in globalThis && Notification.permission === "default")
		void Notification.requestPermission();
}

export function notify(words: string): void {
	if (document.visibilityState === "visible") return;
	if ("Notification" in globalThis && Notification.permission === "granted") new Notification(words);
}
