// The table as a picture: drawn once for a size, then only moved. Light from the upper left, everything seeded by the
// place. What the rules count, the true borders, is drawn above it by whoever shows it.
import type { Area, AreaKind, Ground } from "../types";
import type { Point } from "./geometry";
import { paintBuilding, paintRuin } from "./housesart";
import {
	along,
	boxOf,
	chance,
	courseOf,
	Heights,
	isWithin,
	middleOf,
	noise,
	pointsOf,
	scattered,
	toBorder,
} from "./terrain";

type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const trace = (brush: Brush, points: Point[]) => {
	brush.beginPath();
	points.forEach(({ x, y }, at) => {
		if (at === 0) brush.moveTo(x, y);
		else brush.lineTo(x, y);
	});
	brush.closePath();
};

/** Grass with its relief, as a small picture that is stretched. */
function paintGrass(brush: Brush, ground: Ground): void {
	const heights = new Heights(ground.areas, ground.width, ground.depth);
	const { columns, rows, cell } = heights;
	const data = new ImageData(columns, rows);
	for (let row = 0; row < rows; row++)
		for (let column = 0; column < columns; column++) {
			const [x, y] = [column * cell, row * cell];
			const dry = noise(x, y, 420, 9) * 26 + noise(x, y, 130, 10) * 13 + noise(x, y, 46, 11) * 7;
			const high = heights.at(column, row);
			const slope = heights.light(column, row);
			const lit = slope > 0 ? Math.min(40, slope * 120) : Math.max(-62, slope * 150);
			const at = (row * columns + column) * 4;
			data.data[at] = 186 + dry * 0.9 + high * 0.55 + lit;
			data.data[at + 1] = 177 + dry * 0.55 + high * 0.4 + lit * 0.97;
			data.data[at + 2] = 112 + dry * 0.35 + high * 0.1 + lit * 0.72;
			data.data[at + 3] = 255;
		}
	const small = new OffscreenCanvas(columns, rows);
	small.getContext("2d")!.putImageData(data, 0, 0);
	brush.imageSmoothingEnabled = true;
	brush.imageSmoothingQuality = "high";
	brush.drawImage(small, 0, 0, columns * cell, rows * cell);
}

function paintTufts(brush: Brush, ground: Ground): void {
	const all = [
		{ x: 0, y: 0 },
		{ x: ground.width, y: 0 },
		{ x: ground.width, y: ground.depth },
		{ x: 0, y: ground.depth },
	];
	brush.lineWidth = 1.4;
	brush.lineCap = "round";
	for (const { x, y } of scattered(all, 46, 5, 0.75)) {
		brush.strokeStyle = chance(x, y, 6) > 0.5 ? "rgb(92 96 44 / 0.5)" : "rgb(122 112 52 / 0.45)";
		brush.beginPath();
		for (const [dx, dy] of [
			[-3, -5],
			[0, -7],
			[3, -5],
		]) {
			brush.moveTo(x, y);
			brush.lineTo(x + dx!, y + dy!);
		}
		brush.stroke();
	}
}

function within(brush: Brush, points: Point[], paint: () => void): void {
	brush.save();
	trace(brush, points);
	brush.clip();
	paint();
	brush.restore();
}

function paintField(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	const { left, top, right, bottom } = boxOf(points);
	brush.fillStyle = "rgb(60 48 10 / 0.35)";
	brush.save();
	brush.translate(5, 6);
	trace(brush, points);
	brush.fill();
	brush.restore();
	within(brush, points, () => {
		brush.fillStyle = "#c9a23d";
		brush.fillRect(left, top, right - left, bottom - top);
		for (let row = 0, y = top - 6; y < bottom + 8; row++, y += 9) {
			brush.strokeStyle = row % 2 ? "#e2c05c" : "#a57f26";
			brush.lineWidth = row % 2 ? 5 : 2.6;
			brush.beginPath();
			for (let x = left; x <= right + 12; x += 12) {
				const wave = y + noise(x, row * 13, 60, 42) * 9;
				if (x === left) brush.moveTo(x, wave);
				else brush.lineTo(x, wave);
			}
			brush.stroke();
		}
	});
}

function paintRough(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	within(brush, points, () => {
		trace(brush, points);
		brush.fillStyle = "rgb(120 100 62 / 0.42)";
		brush.fill();
		for (const { x, y } of scattered(points, 17, 23, 0.7)) {
			const size = 2.5 + chance(x, y, 24) * 4.5;
			brush.fillStyle = "rgb(40 28 10 / 0.4)";
			brush.beginPath();
			brush.ellipse(x + 2.2, y + 2.6, size, size * 0.75, 0, 0, 7);
			brush.fill();
			brush.fillStyle = ["#9c8b74", "#b3a288", "#86775f"][Math.floor(chance(x, y, 25) * 3)]!;
			brush.beginPath();
			brush.ellipse(x, y, size, size * 0.75, chance(x, y, 26) * 3, 0, 7);
			brush.fill();
		}
	});
}

function paintWet(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	within(brush, points, () => {
		trace(brush, points);
		brush.fillStyle = area.kind === "water" ? "#7fa9b8" : "rgb(96 128 104 / 0.75)";
		brush.fill();
		for (const { x, y } of scattered(points, 44, 19, 0.6)) {
			brush.fillStyle = "#8fb6c6";
			brush.beginPath();
			brush.ellipse(x, y, 13, 6, 0, 0, 7);
			brush.fill();
		}
		brush.strokeStyle = "#3f5f43";
		brush.lineWidth = 1.6;
		if (area.kind === "marsh")
			for (const { x, y } of scattered(points, 22, 21, 0.8)) {
				brush.beginPath();
				for (const dx of [-4, -1.5, 1.5, 4]) {
					brush.moveTo(x + dx / 2, y);
					brush.lineTo(x + dx, y - 9);
				}
				brush.stroke();
			}
	});
	brush.strokeStyle = "#4d7f8f";
	brush.lineWidth = 3;
	trace(brush, points);
	if (area.kind === "water") brush.stroke();
}

const line = (brush: Brush, points: Point[]) => {
	brush.beginPath();
	points.forEach(({ x, y }, at) => {
		if (at === 0) brush.moveTo(x, y);
		else brush.lineTo(x, y);
	});
};

/** All casings first, then all fillings: crossings join. */
function paintRoads(brush: Brush, roads: Area[]): void {
	const shape = (area: Area) => {
		if (area.width == null) trace(brush, pointsOf(area));
		else line(brush, pointsOf(area));
	};
	for (const road of roads) {
		shape(road);
		brush.lineJoin = "round";
		brush.strokeStyle = "rgb(110 84 48 / 0.8)";
		brush.lineWidth = road.width == null ? 6 : road.width + 6;
		brush.stroke();
	}
	for (const road of roads) {
		shape(road);
		brush.fillStyle = brush.strokeStyle = "#c3a678";
		brush.lineWidth = road.width ?? 1;
		if (road.width == null) brush.fill();
		brush.stroke();
	}
	for (const road of roads) {
		const course = courseOf(road);
		for (const side of [-0.22, 0.22]) {
			brush.strokeStyle = "rgb(120 90 52 / 0.55)";
			brush.lineWidth = 5;
			brush.lineCap = "round";
			brush.setLineDash([26, 9]);
			brush.beginPath();
			let first = true;
			for (const { x, y, angle } of along(course, 24)) {
				const off = side * course.width + noise(x, y, 60, 31) * 4;
				const [px, py] = [x - Math.sin(angle) * off, y + Math.cos(angle) * off];
				if (first) brush.moveTo(px, py);
				else brush.lineTo(px, py);
				first = false;
			}
			brush.stroke();
			brush.setLineDash([]);
		}
	}
}

function paintStream(brush: Brush, area: Area): void {
	const { points, width } = courseOf(area);
	for (const [colour, wide] of [
		["#a3935c", width + 12],
		["#4d7f8f", width + 4],
		["#8bb4c4", width],
	] as const) {
		line(brush, points);
		brush.lineJoin = brush.lineCap = "round";
		brush.strokeStyle = colour;
		brush.lineWidth = wide;
		brush.stroke();
	}
}

function paintTrench(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	const course = courseOf(area);
	brush.lineJoin = "round";
	trace(brush, points);
	brush.strokeStyle = "rgb(50 34 12 / 0.35)";
	brush.lineWidth = 26;
	brush.stroke();
	brush.strokeStyle = "#c8ad79";
	brush.lineWidth = 16;
	brush.stroke();
	brush.fillStyle = "#3a2a18";
	brush.fill();
	within(brush, points, () => {
		brush.fillStyle = "#6d5233";
		for (const { x, y, angle } of along(course, 13)) {
			brush.save();
			brush.translate(x, y);
			brush.rotate(angle);
			brush.fillRect(-4, -course.width / 2 + 4, 8, course.width - 8);
			brush.restore();
		}
		// The upper wall throws its shadow into it.
		brush.strokeStyle = "rgb(0 0 0 / 0.55)";
		brush.lineWidth = 9;
		brush.translate(-3, -3);
		trace(brush, points);
		brush.stroke();
	});
}

function paintMines(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	within(brush, points, () => {
		const { left, top, right, bottom } = boxOf(points);
		brush.fillStyle = "rgb(176 64 40 / 0.18)";
		brush.fillRect(left, top, right - left, bottom - top);
		brush.strokeStyle = "rgb(150 30 20 / 0.6)";
		brush.lineWidth = 2.4;
		for (let x = left - (bottom - top); x < right; x += 15) {
			brush.beginPath();
			brush.moveTo(x, bottom);
			brush.lineTo(x + bottom - top, top);
			brush.stroke();
		}
	});
	const { x, y } = middleOf(points);
	brush.lineJoin = "round";
	brush.fillStyle = "#ffd23f";
	brush.strokeStyle = "#8e1f14";
	brush.lineWidth = 5;
	brush.beginPath();
	brush.moveTo(x, y - 24);
	brush.lineTo(x + 25, y + 19);
	brush.lineTo(x - 25, y + 19);
	brush.closePath();
	brush.fill();
	brush.stroke();
	brush.fillStyle = "#14120e";
	brush.beginPath();
	brush.arc(x, y + 5, 8, 0, 7);
	brush.fill();
}

const STONES = ["#9a938a", "#b0a99e", "#857e75"];
const SACKS = ["#c0a878", "#b0966a", "#cdb88b"];

function paintLine(brush: Brush, area: Area): void {
	const course = courseOf(area);
	const width = Math.max(9, course.width);
	if (area.kind === "wire") {
		brush.lineWidth = 1.5;
		for (const { x, y } of along(course, 12)) {
			brush.strokeStyle = "#2b2926";
			brush.beginPath();
			brush.arc(x, y, 8.5, 0, 7);
			brush.moveTo(x - 6, y - 6);
			brush.lineTo(x + 6, y + 6);
			brush.moveTo(x + 6, y - 6);
			brush.lineTo(x - 6, y + 6);
			brush.stroke();
		}
		return;
	}
	brush.strokeStyle = "rgb(40 30 10 / 0.42)";
	brush.lineCap = "butt";
	brush.lineWidth = width;
	brush.save();
	brush.translate(5, 6);
	line(brush, course.points);
	brush.stroke();
	brush.restore();
	const hedge = area.kind === "hedge";
	const apart = hedge ? 11 : area.kind === "sandbags" ? 13 : area.kind === "barrier" ? 22 : 15;
	for (const { x, y, angle } of along(course, apart)) {
		const pick = Math.floor(chance(x, y, 51) * 3);
		brush.save();
		brush.translate(x, y);
		if (hedge) {
			const size = width * 0.62 + chance(x, y, 52) * 3;
			brush.fillStyle = ["#3f5a2a", "#4d6b33", "#5b7a3c"][pick]!;
			brush.beginPath();
			brush.arc((chance(x, y, 53) - 0.5) * 4, (chance(x, y, 54) - 0.5) * 4, size, 0, 7);
			brush.fill();
			brush.fillStyle = "rgb(170 190 100 / 0.4)";
			brush.beginPath();
			brush.arc(-size * 0.3, -size * 0.3, size * 0.45, 0, 7);
			brush.fill();
		} else if (area.kind === "barrier") {
			brush.strokeStyle = "#3c3631";
			brush.lineWidth = 4;
			brush.beginPath();
			brush.moveTo(-8, -8);
			brush.lineTo(8, 8);
			brush.moveTo(8, -8);
			brush.lineTo(-8, 8);
			brush.stroke();
		} else {
			brush.rotate(angle);
			brush.fillStyle = (area.kind === "sandbags" ? SACKS : STONES)[pick]!;
			brush.strokeStyle = "rgb(50 40 26 / 0.7)";
			brush.lineWidth = 1;
			brush.beginPath();
			brush.roundRect(-apart / 2 + 0.5, -width / 2, apart - 1, width, area.kind === "sandbags" ? 4.5 : 1.6);
			brush.fill();
			brush.stroke();
			brush.fillStyle = "rgb(255 255 255 / 0.22)";
			brush.fillRect(-apart / 2 + 1.5, -width / 2 + 1, apart - 3, 2.2);
		}
		brush.restore();
	}
}

const CROWNS: readonly [string, string][] = [
	["#3f5b2b", "#56753a"],
	["#4a6a2f", "#678745"],
	["#35502a", "#4a6a38"],
	["#5a7a35", "#7b9a4f"],
];

function paintWood(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	within(brush, points, () => {
		trace(brush, points);
		brush.fillStyle = "rgb(62 72 34 / 0.45)";
		brush.fill();
	});
	const trees = scattered(points, 40, 7).filter((tree) => toBorder(tree, points) > 8);
	const size = ({ x, y }: Point) => 17 + chance(x, y, 8) * 9;
	brush.fillStyle = "rgb(24 26 10 / 0.45)";
	for (const tree of trees) {
		brush.beginPath();
		brush.ellipse(tree.x + 10, tree.y + 12, size(tree), size(tree) * 0.92, 0, 0, 7);
		brush.fill();
	}
	for (const tree of trees) {
		const [dark, light] = CROWNS[Math.floor(chance(tree.x, tree.y, 12) * 4)]!;
		const whole = size(tree);
		for (const [part, colour, shift] of [
			[1, dark, 0],
			[0.72, light, -0.16],
			[0.36, "rgb(206 218 140 / 0.5)", -0.34],
		] as const) {
			brush.fillStyle = colour;
			brush.beginPath();
			for (let lobe = 0; lobe < 8; lobe++) {
				const angle = (lobe * Math.PI) / 4 + chance(tree.x, tree.y, 30 + lobe);
				const reach = whole * part * 0.62;
				const [x, y] = [
					tree.x + whole * shift + Math.cos(angle) * reach,
					tree.y + whole * shift + Math.sin(angle) * reach,
				];
				brush.moveTo(x, y);
				brush.arc(x, y, whole * part * 0.44, 0, 7);
			}
			brush.arc(tree.x + whole * shift, tree.y + whole * shift, whole * part * 0.6, 0, 7);
			brush.fill();
		}
	}
}

/** Short strokes down from the true edge of a level. */
function paintHachures(brush: Brush, area: Area): void {
	const points = pointsOf(area);
	brush.strokeStyle = "rgb(84 58 22 / 0.5)";
	brush.lineWidth = 1.4;
	points.forEach((from, at) => {
		const to = points[(at + 1) % points.length]!;
		for (const { x, y, angle } of along({ points: [from, to], width: 0 }, 16)) {
			const long = 10 + chance(x, y, 61) * 12;
			let [dx, dy] = [-Math.sin(angle), Math.cos(angle)];
			if (!isWithin({ x: x + dx * 3, y: y + dy * 3 }, points)) [dx, dy] = [-dx, -dy];
			brush.beginPath();
			brush.moveTo(x + dx * 4, y + dy * 4);
			brush.lineTo(x + dx * long, y + dy * long);
			brush.stroke();
		}
	});
}

const KINDS: Partial<Record<AreaKind, (brush: Brush, area: Area) => void>> = {
	rough: paintRough,
	cliff: paintRough,
	crater: paintRough,
	marsh: paintWet,
	water: paintWet,
	stream: paintStream,
	field: paintField,
	hill: paintHachures,
	mines: paintMines,
	trench: paintTrench,
	wire: paintLine,
	wall: paintLine,
	sandbags: paintLine,
	barrier: paintLine,
	hedge: paintLine,
	ruin: paintRuin,
	building: paintBuilding,
	hut: paintBuilding,
	bunker: paintBuilding,
	wood: paintWood,
};
/** What lies lower is painted first. */
const BEFORE_ROADS: AreaKind[] = ["rough", "cliff", "crater", "marsh", "water", "field", "stream"];
const AFTER_ROADS: AreaKind[] = [
	"hill",
	"mines",
	"trench",
	"wire",
	"ruin",
	"wall",
	"sandbags",
	"barrier",
	"hedge",
	"building",
	"hut",
	"bunker",
	"wood",
];

/** The whole table, so many pixels to a millimetre. */
export function paintTable(canvas: HTMLCanvasElement, ground: Ground, density: number, dark: boolean): void {
	canvas.width = Math.round(ground.width * density);
	canvas.height = Math.round(ground.depth * density);
	const brush = canvas.getContext("2d");
	if (!brush) return;
	brush.scale(density, density);
	paintGrass(brush, ground);
	paintTufts(brush, ground);
	const paint = (kind: AreaKind) => {
		for (const area of ground.areas) if (area.kind === kind) KINDS[kind]?.(brush, area);
	};
	for (const kind of BEFORE_ROADS) paint(kind);
	paintRoads(
		brush,
		ground.areas.filter((area) => area.kind === "road"),
	);
	for (const kind of AFTER_ROADS) paint(kind);
	if (dark) {
		brush.globalCompositeOperation = "multiply";
		brush.fillStyle = "#6f6c78";
		brush.fillRect(0, 0, ground.width, ground.depth);
	}
}
