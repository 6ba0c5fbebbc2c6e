// What grows and lies on the ground: scattered by the place, never by the screen, so that nothing jumps when one zooms.
import { type Board, chanceAt, type Point, RADIUS } from "./geometry";

/** Marks of one kind, as one path each. */
export interface Scatter {
	shadow: string;
	/** Conifers, tufts or boulders. */
	one: string;
	/** Crowns of leaves. */
	other: string;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Places where nothing may grow: beside courses. */
export class Clearings {
	private readonly cells = new Set<string>();
	private static readonly CELL = 9;

	add(line: Point[]): void {
		line.forEach((point, index) => {
			const next = line[index + 1] ?? point;
			const steps = Math.max(1, Math.ceil(Math.hypot(next.x - point.x, next.y - point.y) / Clearings.CELL));
			for (let step = 0; step <= steps; step++) {
				const [x, y] = [
					point.x + ((next.x - point.x) * step) / steps,
					point.y + ((next.y - point.y) * step) / steps,
				];
				this.cells.add(this.key(x, y));
			}
		});
	}

	has({ x, y }: Point): boolean {
		return this.cells.has(this.key(x, y));
	}

	private key(x: number, y: number): string {
		return `${Math.round(x / Clearings.CELL)} ${Math.round(y / Clearings.CELL)}`;
	}
}

/** Jittered places inside a set of hexes, about so far apart. */
function places(board: Board, inside: (index: number) => boolean, apart: number, clear: Clearings): Point[] {
	const found: Point[] = [];
	const reach = RADIUS * 0.94;
	for (const hex of board.hexes) {
		if (!inside(hex.index)) continue;
		for (let down = -reach; down <= reach; down += apart * 0.86)
			for (let across = -reach; across <= reach; across += apart) {
				const seed = { x: hex.middle.x + across, y: hex.middle.y + down };
				const point = {
					x: seed.x + (chanceAt(seed, 7) - 0.5) * apart * 0.9,
					y: seed.y + (chanceAt(seed, 8) - 0.5) * apart * 0.9,
				};
				// Within the hex: a hex is where all three of its widths hold.
				const [x, y] = [Math.abs(point.x - hex.middle.x), Math.abs(point.y - hex.middle.y)];
				const [long, short] = board.flat ? [x, y] : [y, x];
				if (short > RADIUS * 0.866 || long * 0.866 + short * 0.5 > RADIUS * 0.866) continue;
				if (chanceAt(seed, 9) < 0.12 || clear.has(point)) continue;
				found.push(point);
			}
	}
	return found.sort((one, two) => one.y - two.y);
}

const disc = (x: number, y: number, r: number) =>
	`M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** Trees in stands: conifers here, leaves there. */
export function trees(board: Board, inside: (index: number) => boolean, clear: Clearings): Scatter {
	const scatter: Scatter = { shadow: "", one: "", other: "" };
	for (const point of places(board, inside, 13.5, clear)) {
		const tall = 8 + chanceAt(point, 11) * 4;
		// Low, wide waves decide what stands where.
		const stand = Math.sin(point.x / 71 + 1.3) + Math.sin(point.y / 53 + point.x / 190);
		scatter.shadow += `M${round(point.x - 1)} ${round(point.y + 1)}a4 1.7 0 1 0 8 0a4 1.7 0 1 0 -8 0`;
		if (stand > 0)
			scatter.one += `M${round(point.x)} ${round(point.y - tall)}l${round(tall * 0.36)} ${round(tall)}h${round(-tall * 0.72)}z`;
		else scatter.other += disc(point.x, point.y - 3, round(tall * 0.38));
	}
	return scatter;
}

/** Tufts of reed and grass. */
export function tufts(board: Board, inside: (index: number) => boolean, clear: Clearings): Scatter {
	let one = "";
	for (const { x, y } of places(board, inside, 19, clear))
		one += `M${round(x - 5)} ${round(y)}h10M${round(x)} ${round(y)}v-6M${round(x - 2)} ${round(y)}l-2.4 -4.6M${round(x + 2)} ${round(y)}l2.4 -4.6`;
	return { shadow: "", one, other: "" };
}

/** Boulders and broken ground. */
export function boulders(board: Board, inside: (index: number) => boolean, clear: Clearings): Scatter {
	const scatter: Scatter = { shadow: "", one: "", other: "" };
	for (const point of places(board, inside, 15, clear)) {
		const size = 2.2 + chanceAt(point, 12) * 3;
		const { x, y } = point;
		scatter.shadow += `M${round(x - size + 1.4)} ${round(y + 1.2)}h${round(size * 2.2)}l-1.5 1.6h${round(-size * 1.8)}z`;
		scatter.one += `M${round(x - size)} ${round(y)}l${round(size * 0.5)} ${round(-size)}h${round(size * 0.8)}l${round(size * 0.8)} ${round(size)}z`;
	}
	return scatter;
}

/** What grows on open ground: grass here and there, bushes by twos and threes. Decor, and the legend says so. */
export function growth(board: Board, isOpen: (index: number) => boolean, clear: Clearings): Scatter {
	const scatter: Scatter = { shadow: "", one: "", other: "" };
	for (const point of places(board, isOpen, 24, clear)) {
		const { x, y } = point;
		// Low, wide waves: it is thicker here than there.
		const thick = Math.sin(x / 97 + 0.7) + Math.sin(y / 83 + x / 260);
		const chance = chanceAt(point, 21);
		if (chance < 0.05 + 0.05 * thick) {
			for (let one = 0; one < 1 + Math.floor(chanceAt(point, 22) * 3); one++) {
				const [right, down] = [(chanceAt(point, 23 + one) - 0.5) * 14, (chanceAt(point, 26 + one) - 0.5) * 9];
				const size = round(2 + chanceAt(point, 29 + one) * 1.6);
				scatter.shadow += `M${round(x + right - 1)} ${round(y + down + size * 0.5)}a${size} ${round(size * 0.5)} 0 1 0 ${size * 2} 0a${size} ${round(size * 0.5)} 0 1 0 ${-size * 2} 0`;
				scatter.other += disc(x + right, y + down, size);
			}
		} else if (chance > 0.86) {
			scatter.one += `M${round(x)} ${round(y)}v-4M${round(x - 1.6)} ${round(y)}l-1.6 -3M${round(x + 1.6)} ${round(y)}l1.6 -3`;
		}
	}
	return scatter;
}
