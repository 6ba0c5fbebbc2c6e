// Lengths of time as people say and read them.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (number: number) => String(number).padStart(2, "0");

/** As a clock shows it: `4:07`, `1:04:07`, from a day on `3 d 4 h`. */
export function clockOf(length: number): string {
	const hours = Math.floor(length / HOUR);
	if (length >= DAY) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
	const [minutes, seconds] = [Math.floor(length / MINUTE) % 60, Math.floor(length / SECOND) % 60];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Roughly, in words: nothing is said of less than a minute. */
export function spanOf(length: number): string | null {
	if (length < MINUTE) return null;
	if (length < HOUR) return `${Math.floor(length / MINUTE)} min`;
	if (length < 2 * DAY) return `${Math.floor(length / HOUR)} h`;
	return `${Math.floor(length / DAY)} days`;
}
