// Houses from above: roofs, ruins.
import type { Area } from "../types";
import type { Point } from "./geometry";
import { boxOf, chance, pointsOf, scattered } from "./terrain";

type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const trace = (brush: Brush, points: Point[]) => {
	brush.beginPath();
	points.forEach(({ x, y }, at) => {
		if (at === 0) brush.moveTo(x, y);
		else brush.lineTo(x, y);
	});
	brush.closePath();
};

const ROOFS = {
	building: { lit: "#b0613f", dark: "#7f3f2a", line: "rgb(60 24 14 / 0.5)", row: 9 },
	hut: { lit: "#94703f", dark: "#664a28", line: "rgb(50 32 12 / 0.55)", row: 7 },
	bunker: { lit: "#a5a297", dark: "#8a877c", line: "rgb(60 58 50 / 0.3)", row: 40 },
} as const;

/** Two halves with a ridge along the longer way; what is not four-cornered has a flat roof. */
export function paintBuilding(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	const look = ROOFS[area.kind === "hut" || area.kind === "bunker" ? area.kind : "building"];
	const cast = Math.min(26, 6 + (area.height || 40) * 0.2);
	brush.fillStyle = "rgb(26 20 8 / 0.48)";
	brush.save();
	brush.translate(cast, cast * 1.15);
	trace(brush, points);
	brush.fill();
	brush.restore();
	brush.save();
	trace(brush, points);
	brush.fillStyle = look.lit;
	brush.fill();
	brush.clip();
	const [a, b, c, d] = points;
	const far = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
	const half = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
	if (a && b && c && d && points.length === 4 && area.kind !== "bunker") {
		const long = far(a, b) >= far(b, c);
		const [from, to] = long ? [half(a, d), half(b, c)] : [half(a, b), half(c, d)];
		const [one, other] = long
			? [
					[a, b],
					[d, c],
				]
			: [
					[a, d],
					[b, c],
				];
		// The half away from the light is the one farther down and right.
		const weight = (side: Point[]) => side.reduce((sum, { x, y }) => sum + x + y, 0);
		const shaded = weight(one!) > weight(other!) ? one! : other!;
		trace(brush, [from, to, shaded[1]!, shaded[0]!]);
		brush.fillStyle = look.dark;
		brush.fill();
		const angle = Math.atan2(to.y - from.y, to.x - from.x);
		brush.save();
		brush.translate(from.x, from.y);
		brush.rotate(angle);
		const [span, wide] = [far(from, to), Math.max(far(a, b), far(b, c))];
		brush.strokeStyle = look.line;
		brush.lineWidth = 1.3;
		for (let x = 0; x < span; x += look.row) {
			brush.beginPath();
			brush.moveTo(x, -wide);
			brush.lineTo(x, wide);
			brush.stroke();
		}
		brush.restore();
		brush.strokeStyle = "rgb(255 236 200 / 0.55)";
		brush.lineWidth = 3;
		brush.beginPath();
		brush.moveTo(from.x, from.y);
		brush.lineTo(to.x, to.y);
		brush.stroke();
	} else {
		const { left, top, right, bottom } = boxOf(points);
		brush.strokeStyle = look.line;
		brush.lineWidth = 1.5;
		for (let x = left; x < right; x += look.row * 2.4) {
			brush.beginPath();
			brush.moveTo(x, top);
			brush.lineTo(x, bottom);
			brush.stroke();
		}
		brush.strokeStyle = "rgb(30 20 10 / 0.45)";
		brush.lineWidth = 16;
		trace(brush, points);
		brush.stroke();
	}
	brush.restore();
	trace(brush, points);
	brush.strokeStyle = "#33231a";
	brush.lineWidth = 3;
	brush.stroke();
}

/** Broken walls and rubble. */
export function paintRuin(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	trace(brush, points);
	brush.fillStyle = "rgb(116 98 82 / 0.75)";
	brush.fill();
	brush.save();
	brush.clip();
	for (const { x, y } of scattered(points, 14, 71, 0.85)) {
		const size = 2 + chance(x, y, 72) * 5;
		brush.fillStyle = "rgb(30 20 12 / 0.4)";
		brush.fillRect(x + 1.6, y + 1.8, size, size * 0.8);
		brush.fillStyle = ["#a6755a", "#8d8378", "#b59a80", "#6f6358"][Math.floor(chance(x, y, 73) * 4)]!;
		brush.fillRect(x, y, size, size * 0.8);
	}
	brush.restore();
	points.forEach((from, at) => {
		const to = points[(at + 1) % points.length]!;
		brush.strokeStyle = "#4d3a2e";
		brush.lineWidth = 7;
		brush.setLineDash([34 + chance(from.x, from.y, 74) * 30, 16]);
		brush.beginPath();
		brush.moveTo(from.x, from.y);
		brush.lineTo(to.x, to.y);
		brush.stroke();
		brush.strokeStyle = "#9b7c66";
		brush.lineWidth = 3.4;
		brush.stroke();
		brush.setLineDash([]);
	});
}
