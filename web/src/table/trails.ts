// Who went where in the other side's last turn: from two looks at the table, with the ways that the story tells.
import type { Point } from "../board/geometry";
import type { Counter, CounterId, LogEntry } from "../types";

export interface Trail {
	unit: CounterId;
	name: string;
	seat: number;
	/** From where it stood to where it stands; a single hex where it came from or went off the map. */
	hexes: string[];
	/** The same on a table without hexes: where it stood and stands. */
	points?: Point[];
	/** It came onto the map, moved on it, or is gone from it. */
	kind: "came" | "went" | "lost";
}

/**
 * The steps of the last turn of others: the last run of phases that others began. In a phase of one side the other may
 * have to decide something too, so a phase belongs to who decides first in it. Nothing if they have not had a turn.
 */
export function lastTurnOfOthers(story: LogEntry[], isOther: (seat: number) => boolean): LogEntry[] {
	const phases: { moment: string; other: boolean; steps: LogEntry[] }[] = [];
	for (const step of story) {
		const phase = phases.at(-1);
		if (phase?.moment === step.moment) phase.steps.push(step);
		else phases.push({ moment: step.moment, other: isOther(step.seat), steps: [step] });
	}
	const end = phases.findLastIndex((phase) => phase.other);
	if (end < 0) return [];
	const before = phases.slice(0, end + 1).findLastIndex((phase) => !phase.other);
	return phases.slice(before + 1, end + 1).flatMap((phase) => phase.steps);
}

/** What moved between two looks at the counters. */
export function trails(
	before: Counter[],
	after: Counter[],
	steps: LogEntry[],
	onBoard: (place: string) => boolean,
): Trail[] {
	const then = new Map(before.map((counter) => [counter.id, counter]));
	const found: Trail[] = [];
	for (const { id: unit, name, seat, place } of after) {
		const was = then.get(unit)?.place;
		then.delete(unit);
		if (was === place) continue;
		const [came, stands] = [was === undefined || !onBoard(was), onBoard(place)];
		if (came && stands) found.push({ unit, name, seat, hexes: [place], kind: "came" });
		else if (!came && stands)
			found.push({ unit, name, seat, hexes: way(unit, was!, place, steps), kind: "went" });
		else if (!came) found.push({ unit, name, seat, hexes: [was!], kind: "lost" });
	}
	// Who has vanished altogether.
	for (const { id: unit, name, seat, place } of then.values())
		if (onBoard(place)) found.push({ unit, name, seat, hexes: [place], kind: "lost" });
	return found;
}

/** What moved between two looks at a table without hexes: straight from spot to spot. */
export function spotTrails(before: Counter[], after: Counter[]): Trail[] {
	const spots = (counters: Counter[]) =>
		new Map(counters.flatMap((counter) => (counter.spot ? [[counter.id, counter] as const] : [])));
	const [then, now] = [spots(before), spots(after)];
	const trail = ({ id, name, seat }: Counter, kind: Trail["kind"], points: Point[]): Trail => ({
		unit: id,
		name,
		seat,
		hexes: [],
		points: points.map(({ x, y }) => ({ x, y })),
		kind,
	});
	const found: Trail[] = [];
	for (const counter of now.values()) {
		const was = then.get(counter.id)?.spot;
		if (!was) found.push(trail(counter, "came", [counter.spot!]));
		else if (Math.hypot(was.x - counter.spot!.x, was.y - counter.spot!.y) >= 1)
			found.push(trail(counter, "went", [was, counter.spot!]));
	}
	for (const counter of then.values())
		if (!now.has(counter.id)) found.push(trail(counter, "lost", [counter.spot!]));
	return found;
}

/** The hexes on the way as far as events that name the counter tell them, else straight. */
function way(unit: CounterId, from: string, to: string, steps: LogEntry[]): string[] {
	const path = [from];
	for (const step of steps)
		for (const event of step.events) {
			if (!event.units.includes(unit) || event.hexes.length === 0) continue;
			if (event.hexes[0] === path.at(-1)) path.push(...event.hexes.slice(1));
		}
	const end = path.lastIndexOf(to);
	return end > 0 ? path.slice(0, end + 1) : [from, to];
}
