// Pointing at any place or direction of a table: what is pointed with, where, and what would come of it.
import type { Counter, CounterId, Freehand, Proposal, View, WhyData } from "../types";
import type { Point } from "./geometry";
import { bearing, proposed } from "./tabletop";

/** Asks what would come of something; nothing if it cannot be known now. */
export type Ask = (proposal: Proposal) => Promise<WhyData | null>;

const keyOf = (tool: Freehand) => `${tool.verb}/${tool.label}`;
/** Whether it is about one figure of several, or one weapon: there are too many of them for buttons. */
const isSingle = (tool: Freehand) => tool.grip !== null || tool.target;

export class Aiming {
	/** What can be pointed with. */
	tools = $state.raw<Freehand[]>([]);
	/** Where it is pointed at, in millimetres. */
	at = $state.raw<Point | null>(null);
	heading = $state(0);
	floor = $state(0);
	/** The point stands: what moves now is the heading, or nothing. */
	pinned = $state(false);
	answer = $state.raw<WhyData | null>(null);
	/** Whom it is to be done to, where the tool wants a counter. */
	target = $state<CounterId | null>(null);
	/** Whom the tools are about, where several can be. */
	private unit = $state<CounterId | null>(null);
	private wanted = $state("");
	private asking = false;
	private again = false;

	constructor(private readonly ask: Ask) {}

	/** The units that tools are about. */
	get units(): CounterId[] {
		return [...new Set(this.tools.flatMap((tool) => tool.units.slice(0, 1)))];
	}

	/** The one they are about now. */
	get about(): CounterId | null {
		const units = this.units;
		return units.includes(this.unit ?? -1) ? this.unit : (units[0] ?? null);
	}

	/** The tools for that unit. */
	get fitting(): Freehand[] {
		const about = this.about;
		return this.tools.filter(
			(tool) => !isSingle(tool) && (tool.units.length === 0 || tool.units[0] === about),
		);
	}

	/** Those that are about one figure of several: a man, a weapon. */
	get single(): Freehand[] {
		return this.tools.filter(isSingle);
	}

	get tool(): Freehand | null {
		const fitting = this.fitting;
		const wanted = [...fitting, ...this.single].find((tool) => keyOf(tool) === this.wanted);
		return wanted ?? fitting[0] ?? null;
	}

	/** Takes hold of a figure, if something can be done with it by itself. */
	grip(figure: CounterId): boolean {
		const tool = this.single.find((one) => one.grip === figure);
		if (tool) this.choose(tool);
		return tool !== undefined;
	}

	/** Lets go of whatever was chosen. */
	release(): void {
		this.wanted = "";
		this.drop();
	}

	/** A counter is pointed at. */
	aimAt(unit: CounterId | null): void {
		if (!this.tool?.target || unit === this.target) return;
		this.target = unit;
		void this.consider();
	}

	/** Where a heading is shown from. */
	get pivot(): Point | null {
		const tool = this.tool;
		if (tool?.heading === null || !tool) return null;
		return tool.point
			? this.pinned
				? this.at
				: null
			: tool.from
				? { x: tool.from[0], y: tool.from[1] }
				: null;
	}

	/** Other things can be decided: nothing is pointed at any more. */
	lay(view: View): void {
		const before = this.tool;
		this.tools = view.freehand ?? [];
		const now = this.tool;
		if (!before || !now || keyOf(before) !== keyOf(now)) this.heading = now?.facing ?? 0;
		this.drop();
	}

	drop(): void {
		this.at = null;
		this.target = null;
		this.pinned = false;
		this.answer = null;
		this.floor = 0;
	}

	choose(tool: Freehand): void {
		const kept = this.pinned && tool.point && tool.grip === null ? this.at : null;
		this.wanted = keyOf(tool);
		if (tool.heading !== null && !kept) this.heading = tool.facing;
		this.answer = null;
		this.at = kept;
		this.pinned = kept !== null;
		this.target = null;
		if (kept || !(tool.point || tool.target)) void this.consider();
	}

	chooseUnit(unit: CounterId): void {
		if (!this.units.includes(unit)) return;
		this.unit = unit;
		this.heading = this.tool?.facing ?? 0;
		this.drop();
	}

	/** Something is pointed at. */
	point(at: Point): void {
		const pivot = this.pivot;
		if (pivot) this.heading = bearing(pivot, at);
		else if (!this.pinned) this.at = at;
		else return;
		void this.consider();
	}

	turn(by: number): void {
		this.heading = (this.heading + by + 360) % 360;
		void this.consider();
	}

	climb(floor: number): void {
		this.floor = floor;
		void this.consider();
	}

	get proposal(): Required<Proposal> | null {
		const tool = this.tool;
		return tool ? proposed(tool, this.at, this.heading, this.floor, this.target) : null;
	}

	/** One question at a time: the newest is asked as soon as the last is answered. */
	async consider(): Promise<void> {
		if (this.asking) {
			this.again = true;
			return;
		}
		this.asking = true;
		do {
			this.again = false;
			const proposal = this.proposal;
			const answer = proposal ? await this.ask(proposal).catch(() => null) : null;
			const now = this.proposal;
			if (!this.again && JSON.stringify(now) === JSON.stringify(proposal)) this.answer = answer;
		} while (this.again);
		this.asking = false;
	}
}

/** The counter that is in hand. */
export const inHand = (view: View): Counter | null =>
	view.counters.find((counter) => counter.in_hand) ?? null;
