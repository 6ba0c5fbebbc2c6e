// Shapes of a table measured in millimetres.
import type { AreaKind, Choice, Counter, CounterId, Freehand, Proposal } from "../types";
import type { Point } from "./geometry";

/** Terrain that is a line and not a piece of ground. */
export const lineKinds: ReadonlySet<AreaKind> = new Set<AreaKind>([
	"road",
	"stream",
	"wall",
	"hedge",
	"trench",
	"wire",
	"sandbags",
	"barrier",
]);

export function pathOf(points: [number, number][], closed: boolean): string {
	return points.length === 0 ? "" : `M${points.map(([x, y]) => `${x} ${y}`).join("L")}${closed ? "Z" : ""}`;
}

/** A distance as players measure it: centimetres and millimetres. */
export function ruler(from: Point, to: Point): string {
	return `${(Math.hypot(to.x - from.x, to.y - from.y) / 10).toFixed(1)} cm`;
}

/** Whole degrees clockwise from north. */
export function bearing(from: Point, to: Point): number {
	const degrees = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
	return (Math.round(degrees) + 360) % 360;
}

/** What is pointed at, as something that can be decided. */
export function proposed(
	tool: Freehand,
	at: Point | null,
	heading: number,
	floor: number,
	target: CounterId | null = null,
): Required<Proposal> | null {
	if ((tool.point && !at) || (tool.target && target === null)) return null;
	const numbers = [...tool.numbers];
	if (tool.heading !== null) numbers.splice(tool.heading, 0, heading);
	if (tool.floors && floor > 0) numbers.push(floor);
	const points: [number, number][] = tool.point && at ? [[Math.round(at.x), Math.round(at.y)]] : [];
	const units = tool.target && target !== null ? [...tool.units, target] : tool.units;
	return { verb: tool.verb, units, hexes: [], points, numbers };
}

/** The unit that a figure belongs to. */
export const unitOf = (counter: Counter) => counter.model?.of ?? counter.id;

/** Where a choice is on the table: the one point that it names, or where the game says. */
export function spotOf(choice: Choice): Point | null {
	const [x, y] = (choice.points.length === 1 ? choice.points[0] : choice.hint.spot) ?? [];
	return x === undefined || y === undefined ? null : { x, y };
}

/** The choices close by a point: those of the nearest spot within so many millimetres. */
export function choicesAt(choices: Choice[], at: Point, within: number): Choice[] {
	const away = (choice: Choice) => {
		const spot = spotOf(choice);
		return spot ? Math.hypot(spot.x - at.x, spot.y - at.y) : Number.POSITIVE_INFINITY;
	};
	const nearest = Math.min(...choices.map(away));
	return nearest <= within ? choices.filter((choice) => away(choice) === nearest) : [];
}
