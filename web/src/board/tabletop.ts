// Shapes of a table measured in millimetres.
import type { AreaKind } from "../types";
import type { Point } from "./geometry";

/** Terrain that is a line and not a piece of ground. */
export const lineKinds: ReadonlySet<AreaKind> = new Set<AreaKind>([
	"road",
	"stream",
	"wall",
	"hedge",
	"trench",
	"wire",
]);

export function pathOf(points: [number, number][], closed: boolean): string {
	return points.length === 0 ? "" : `M${points.map(([x, y]) => `${x} ${y}`).join("L")}${closed ? "Z" : ""}`;
}

/** A distance as players measure it: centimetres and millimetres. */
export function ruler(from: Point, to: Point): string {
	return `${(Math.hypot(to.x - from.x, to.y - from.y) / 10).toFixed(1)} cm`;
}
