// Many counters at once: they are chosen together and go or turn together, each by its own decisions, which the rules check
// one by one; what they did is taken back as one.
import type { Board, Point } from "../board/geometry";
import { hexAt } from "../board/geometry";
import type { Choice, Counter, CounterId, HintKind } from "../types";
import { actorOf, fitting } from "./choosing";
import type { Ghost } from "./planning.svelte";

/** What they need to know and do. */
export interface Ranks {
	choices: () => Choice[];
	counters: () => Counter[];
	board: () => Board | null;
	steps: () => number;
	decide: (choice: Choice) => Promise<void>;
	/** How many of the last decisions can be taken back. */
	undoable: () => number;
	/** Takes back what was decided until so many decisions are left. */
	undo: (to: number) => Promise<void>;
	/** Something was refused or has gone wrong. */
	stopped: () => boolean;
}

const GOES = new Set<HintKind>(["go", "stop"]);
/** No counter needs more decisions than this for one move. */
const MOST = 6;

/** Where each goes if one of them, the nearest, goes to a hex: all by the same way. */
export function moved(board: Board, members: Counter[], to: string): Map<CounterId, string> {
	const goal = board.byNumber.get(to)?.middle;
	const middles = members.flatMap((counter) => {
		const at = board.byNumber.get(counter.place)?.middle;
		return at ? [{ counter, at }] : [];
	});
	if (!goal || middles.length === 0) return new Map();
	const far = (point: Point) => Math.hypot(point.x - goal.x, point.y - goal.y);
	const [lead] = [...middles].sort((one, other) => far(one.at) - far(other.at));
	const [right, down] = [goal.x - lead!.at.x, goal.y - lead!.at.y];
	// Who is in front goes first: he is not to be in the others' way.
	const ahead = ({ at }: { at: Point }) => at.x * right + at.y * down;
	return new Map(
		[...middles]
			.sort((one, other) => ahead(other) - ahead(one))
			.flatMap(({ counter, at }) => {
				const hex = hexAt(board, { x: at.x + right, y: at.y + down });
				return hex ? [[counter.id, hex.number] as const] : [];
			}),
	);
}

export class Together {
	units = $state.raw<CounterId[]>([]);
	/** How many have had their turn while they go. */
	done = $state<number | null>(null);
	/** Those who could not go where they were to go. */
	left = $state.raw<string[]>([]);
	/** What was decided together, by the numbers of the first and the last decision. */
	private readonly batches: [number, number][] = [];

	constructor(private readonly ranks: Ranks) {}

	get active(): boolean {
		return this.units.length > 0;
	}
	get going(): boolean {
		return this.done !== null;
	}

	/** Those who can be taken in hand, in the way in which most can: who has an order of his own, like a leader, goes alone. */
	private get picks(): Choice[] {
		const picks = this.ranks.choices().filter((choice) => choice.hint.kind === "pick");
		const many = (verb: string) => picks.filter((choice) => choice.verb === verb).length;
		const [verb] = [...new Set(picks.map((choice) => choice.verb))].sort(
			(one, other) => many(other) - many(one),
		);
		return picks.filter((choice) => choice.verb === verb);
	}

	/** Who can be chosen. */
	get able(): Set<CounterId> {
		return new Set(this.picks.flatMap((choice) => actorOf(choice) ?? []));
	}

	choose(units: CounterId[]): void {
		const able = this.able;
		this.units = [...new Set(units)].filter((unit) => able.has(unit));
		this.left = [];
	}
	toggle(unit: CounterId): void {
		const has = this.units.includes(unit);
		this.choose(has ? this.units.filter((one) => one !== unit) : [...this.units, unit]);
	}
	clear(): void {
		this.units = [];
		this.left = [];
	}

	private get members(): Counter[] {
		return this.ranks.counters().filter((counter) => this.units.includes(counter.id));
	}
	get canTurn(): boolean {
		return this.members.some((counter) => counter.facing !== null);
	}

	/** Where they would stand. */
	ghosts(to: string): Ghost[] {
		const board = this.ranks.board();
		if (!board) return [];
		const ends = moved(board, this.members, to);
		return this.members.flatMap((counter) => {
			const end = ends.get(counter.id);
			return end && end !== counter.place ? [{ counter, to: end }] : [];
		});
	}

	/** All go, keeping their formation; who cannot reach his place goes as near as he can, or stays. */
	march(to: string): Promise<void> {
		const board = this.ranks.board();
		const ends = board ? moved(board, this.members, to) : new Map<CounterId, string>();
		return this.each([...ends.keys()], (unit) => this.go(unit, ends.get(unit)!, null));
	}

	/** All turn on the spot by so many degrees. */
	turn(by: number): Promise<void> {
		return this.each(this.units, (unit) => {
			const counter = this.ranks.counters().find((one) => one.id === unit);
			if (!counter || counter.facing === null) return Promise.resolve(false);
			return this.go(unit, counter.place, (counter.facing + by + 360) % 360);
		});
	}

	/** The first decision of what was decided together and ended with this one; itself if it was alone. */
	beginning(step: number): number {
		return this.batches.findLast(([, last]) => last === step)?.[0] ?? step;
	}

	private async each(units: CounterId[], act: (unit: CounterId) => Promise<boolean>): Promise<void> {
		if (this.going) return;
		const [first, before] = [this.ranks.steps() + 1, this.units];
		const stayed: CounterId[] = [];
		this.done = 0;
		try {
			for (const unit of units) {
				if (!(await act(unit))) stayed.push(unit);
				if (this.ranks.stopped()) break;
				this.done++;
			}
		} finally {
			this.done = null;
			const last = this.ranks.steps();
			if (last >= first) this.batches.push([first, last]);
			this.units = before.filter((unit) => this.able.has(unit));
			this.left = this.ranks
				.counters()
				.filter((counter) => stayed.includes(counter.id))
				.map((counter) => counter.name);
		}
	}

	/** One of them: taken in hand, sent there or as near as can be, turned; left alone if it cannot get nearer. */
	private async go(unit: CounterId, to: string, facing: number | null): Promise<boolean> {
		const before = this.ranks.counters().find((counter) => counter.id === unit);
		const pick = fitting(this.ranks.choices(), { unit, hex: null }).find(
			(choice) => choice.hint.kind === "pick",
		);
		if (!before || !pick) return false;
		const start = this.ranks.steps();
		await this.ranks.decide(pick);
		let went = false;
		for (let many = 0; many < MOST && !this.ranks.stopped(); many++) {
			const held = this.ranks.counters().find((counter) => counter.id === unit);
			if (!held?.in_hand) break;
			const next = this.next(held, to, facing ?? before.facing, went);
			if (!next) break;
			if (!went && next.hint.kind === "back") {
				await this.leave(next, start);
				break;
			}
			went = true;
			await this.ranks.decide(next);
		}
		const after = this.ranks.counters().find((counter) => counter.id === unit);
		return went && (after?.place === to || after?.place !== before.place);
	}

	/**
	 * Nothing has been done with the one in hand: taking it up is taken back. To put it down would be a decision, and in
	 * many games its move.
	 */
	private async leave(back: Choice, start: number): Promise<void> {
		const many = this.ranks.steps() - start;
		if (many > 0 && many <= this.ranks.undoable()) await this.ranks.undo(start);
		else await this.ranks.decide(back);
	}

	private next(held: Counter, to: string, facing: number | null, went: boolean): Choice | null {
		const choices = this.ranks.choices();
		const turns = choices.filter((choice) => choice.hint.facing !== null);
		if (turns.length > 0) return turns.find((choice) => choice.hint.facing === facing) ?? turns[0]!;
		const back = choices.find((choice) => choice.hint.kind === "back" && choice.units.length === 0) ?? null;
		if (went)
			return choices.find((choice) => choice.hint.kind === "plain" && choice.hexes.length === 0) ?? back;
		const ways = choices.filter(
			(choice) =>
				choice.hexes.length > 0 && (GOES.has(choice.hint.kind) || choice.hexes.at(-1) === held.place),
		);
		return ways.find((choice) => choice.hexes.at(-1) === to) ?? this.nearest(ways, held.place, to) ?? back;
	}

	/** The way that ends nearest to a hex, if that is nearer than where it stands. */
	private nearest(ways: Choice[], from: string, to: string): Choice | null {
		const board = this.ranks.board();
		const at = (hex: string) => board?.byNumber.get(hex)?.middle;
		const goal = at(to);
		const far = (hex: string) => {
			const point = at(hex);
			return goal && point ? Math.hypot(point.x - goal.x, point.y - goal.y) : Number.POSITIVE_INFINITY;
		};
		const [best] = [...ways].sort((one, other) => far(one.hexes.at(-1)!) - far(other.hexes.at(-1)!));
		return best && far(best.hexes.at(-1)!) < far(from) ? best : null;
	}
}
