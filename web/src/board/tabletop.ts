// Shapes of a table measured in millimetres.
import type { AreaKind, Counter, Freehand, Proposal } from "../types";
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
): Required<Proposal> | null {
	if (tool.point && !at) return null;
	const numbers = [...tool.numbers];
	if (tool.heading !== null) numbers.splice(tool.heading, 0, heading);
	if (tool.floors && floor > 0) numbers.push(floor);
	const points: [number, number][] = tool.point && at ? [[Math.round(at.x), Math.round(at.y)]] : [];
	return { verb: tool.verb, units: tool.units, hexes: [], points, numbers };
}

/** The unit that a figure belongs to. */
export const unitOf = (counter: Counter) => counter.model?.of ?? counter.id;
