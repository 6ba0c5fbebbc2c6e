// A game as one browser plays it: what is selected, what is asked about, what is on its way to the server.

import { pointedNamed } from "../board/around";
import * as keep from "../lib/keep";
import type { Choice, Counter, CounterId, GameData, Proposal, Refusal, TableState, WhyData } from "../types";
import { lossesOf } from "./account";
import {
	actorOf,
	type Button,
	buttons,
	commonTarget,
	couldStillAct,
	fitting,
	hasNoPlace,
	joining,
	type Meaning,
	meaning,
	NOTHING,
	named,
	onlyAnswer,
	otherWay,
	type Pointed,
	stillMeans,
	typed,
} from "./choosing";
import { Expected, type Grey, lasting } from "./expected";
import { Laid } from "./laid.svelte";
import { NOBODY, Sending } from "./sending.svelte";
import { Together } from "./together.svelte";
import { DARK } from "./watching.svelte";

/** More than this are a list, not buttons. */
const ASIDE = 4;
const FEW = 3;

export class Sitting extends Sending {
	selection = $state.raw<Pointed>(NOTHING);
	/** The way of the choice that is pointed at. */
	preview = $state.raw<Choice | null>(null);
	readonly laid = new Laid((name) => this.server.overlay(name, this.unit));
	/** The next click on a hex with two ways takes the other one. */
	others = $state(false);
	/** Counters that go together. */
	readonly together = new Together({
		choices: () => this.choices,
		counters: () => this.now?.view.counters ?? [],
		board: () => this.drawing?.board ?? null,
		steps: () => this.now?.steps ?? 0,
		decide: (choice) => this.decide(choice),
		undoable: () => this.now?.undoable ?? 0,
		undo: (to) => this.undo(to),
		stopped: () => this.objection !== null || this.message !== null || !this.myTurn,
	});
	/** Questions with one answer are answered without asking. */
	answersAlone = true;
	/** But not those that somebody wants to be asked. */
	leaves: (text: string) => boolean = () => false;
	/** A loop is being drawn around counters. */
	looping = $state(false);
	/** Buttons that stay though they cannot be pressed now. */
	greys = $state.raw<Grey[]>([]);
	/** The ending that waits for a second word, because some could still act or something would be thrown away. */
	sure = $state<string | null>(null);
	/** A roll that a click on the map has asked for: it waits for a second click, since it cannot be taken back. */
	armed = $state.raw<Choice | null>(null);
	/** Who has been lost since one last decided oneself, by name. */
	lost = $state.raw<string[]>([]);
	/** The last decision that the page has made for its player, since there was no other. */
	forced = $state<string | null>(null);
	/** Decisions that nobody had to make, by number: who takes back means the one before. */
	private readonly unasked = new Set<number>();
	/** What was taken back is not decided again at once. */
	private asksAll = false;
	private readonly expected = new Expected(keep.expected(this.id), (phases) => {
		keep.keepExpected(this.id, phases);
		const shelved = this.shelved;
		if (shelved) keep.keepCustomary(shelved.name, shelved.rules, lasting(phases));
	});

	/** The counter that somebody looks at, on a table where most cannot be selected. */
	regarded = $state<CounterId | null>(null);

	/** The counter that is selected, looked at or in hand. */
	get unit(): CounterId | null {
		const held = this.now?.view.counters.find((counter) => counter.in_hand)?.id ?? null;
		return this.selection.unit ?? this.regarded ?? held;
	}

	/** What would come of a decision that is pointed at. */
	async consider(proposal: Proposal): Promise<WhyData | null> {
		if (!this.myTurn || this.past || this.pending !== null) return null;
		return this.server.whyNot(proposal);
	}

	/** Decides what is pointed at, or tells why not. */
	async dare(proposal: Proposal): Promise<void> {
		const { now } = this;
		if (!now || this.choices.length === 0) return;
		const { text, allowed, refusal } = await this.server.whyNot(proposal);
		if (this.now?.revision !== now.revision) return;
		if (allowed) await this.send(text, now.revision);
		else if (refusal) this.object(proposal.verb, refusal);
	}

	/** What a counter is called. */
	nameOf(unit: CounterId): string {
		return this.shown?.view.counters.find((counter) => counter.id === unit)?.name ?? "";
	}

	get choices(): Choice[] {
		return this.past || this.staging.active || this.pending !== null || this.throwing || this.planning.active
			? []
			: (this.now?.choices ?? []);
	}

	/** Whether a counter stands on the map, or on the table where there is none. */
	isOnBoard(counter: Counter): boolean {
		return this.drawing?.board.byNumber.has(counter.place) ?? counter.spot !== null;
	}

	get fitting(): Choice[] {
		return fitting(this.choices, this.selection);
	}

	/** The buttons of the bar, in their order. */
	get buttons(): Button[] {
		const now = this.now;
		if (!now || this.past || this.staging.active || this.throwing || this.planning.active) return [];
		// While a decision is on its way the table shows none: nor what could not be decided before it.
		// What can be pointed at on the table in any way needs no button for some of the ways.
		const freehand = new Set(now.view.freehand?.map((tool) => tool.verb));
		return buttons(
			this.choices.filter((choice) => !freehand.has(choice.verb)),
			this.pending === null ? this.greys : [],
			this.expected.order(now.view, now.you),
			this.isAside,
		);
	}

	/** What is done by those who lie nowhere on the map (aircraft, say) can be clicked nowhere else: a few such are buttons. */
	private get isAside(): (choice: Choice) => boolean {
		// A question with so few answers, all of them on the map and without dice, is answered by buttons as well.
		const isElse = (one: Choice) => hasNoPlace(one) || one.points.length > 0 || one.hint.rolls;
		if (this.choices.length <= FEW && !this.choices.some(isElse)) return () => true;
		const off = new Set(this.now?.view.counters.filter((one) => !this.isOnBoard(one)).map(({ id }) => id));
		const isOff = (choice: Choice) =>
			choice.hint.kind !== "pick" && hasNoPlace({ ...choice, units: [] }) && off.has(actorOf(choice) ?? -1);
		return this.choices.filter(isOff).length <= ASIDE ? isOff : () => false;
	}

	/** The ending that is being thought over. */
	get ending(): Choice | null {
		return this.choices.find((choice) => choice.text === this.sure) ?? null;
	}

	/** Who could still act if the step were ended now. */
	get waiting(): CounterId[] {
		return couldStillAct(this.choices);
	}

	private async readGreys(state: TableState): Promise<void> {
		const asks = this.myTurn && state.you === state.deciding;
		const greys = asks
			? await this.expected.missing(state.view, state.you, state.choices, (proposal) =>
					this.server.whyNot(proposal),
				)
			: [];
		if (this.now?.revision === state.revision && this.now.you === state.you) this.greys = greys;
	}

	protected changed(before: TableState | null, state: TableState): void {
		this.selection = stillMeans(state.choices, this.selection);
		this.preview = null;
		if (before?.revision !== state.revision) {
			this.objection = null;
			this.throwing = null;
			this.sure = null;
			this.armed = null;
			// What a button or a line of a list had lit goes with it.
			this.lit = DARK;
			// Where something is hidden, an enemy that is gone may only be out of sight.
			const isKnown = ({ seat }: Counter) => !this.info?.hides || this.mine.includes(seat);
			const counted = before?.view.counters.filter(isKnown) ?? [];
			const gone = lossesOf(counted, state.view.counters, (counter) => this.isOnBoard(counter));
			this.lost = [...this.lost, ...gone.map((counter) => counter.name)];
			this.others = false;
			this.looping = false;
			// With somebody in hand one looks at him.
			if (state.view.counters.some((counter) => counter.in_hand)) this.regarded = null;
		}
		// Until the server has said more, a button that was grey stays so, and one that was in the same question is: none is
		// to flicker, or to push others about.
		const { view, you, choices } = state;
		const likely = you === state.deciding ? this.expected.likely(view, you, choices) : [];
		const left = new Set([...choices, ...likely].map(({ text }) => text));
		const stay = ({ text }: Grey) => !left.has(text) && !this.expected.isElsewhere(view, you, choices, text);
		this.greys = [...(before?.deciding === state.deciding ? this.greys.filter(stay) : []), ...likely];
		if (this.together.active && !this.together.going && before?.revision !== state.revision)
			this.together.clear();
		// Nobody looks at buttons, overlays and forced answers while many go one after the other.
		if (this.together.going) return;
		void this.readGreys(state);
		void this.laid.read();
		// What is still on its way comes first, even if its news was quicker than its answer.
		if (this.pending === null) this.answer(state);
	}

	protected override settled(): void {
		if (this.now && !this.together.going) this.answer(this.now);
	}

	protected override caught(): void {
		if (this.now) this.answer(this.now);
	}

	/** A question with one answer is not asked: it is decided like any other, and taken back together with the next. */
	private answer(state: TableState): void {
		if (!this.answersAlone || this.asksAll || this.past || this.staging.active || !this.myTurn) return;
		// Where any point or heading can be pointed at, the one that is listed is not the only one.
		if (state.view.freehand?.length) return;
		const only = state.you === state.deciding ? onlyAnswer(state.choices) : null;
		if (!only || this.leaves(only.text)) return;
		queueMicrotask(async () => {
			if (this.now?.revision !== state.revision || this.pending !== null || this.planning.active) return;
			this.unasked.add(state.steps + 1);
			await this.send(only.text, state.revision);
			this.forced = named(only.hint.label, only.text);
		});
	}

	/** Whether the page has made a decision itself. */
	isUnasked(number: number): boolean {
		return this.unasked.has(number);
	}

	override async undo(to?: number): Promise<void> {
		let wanted = to ?? this.together.beginning(this.now?.steps ?? 1) - 1;
		while (to === undefined && this.unasked.has(wanted + 1) && wanted > 0) wanted--;
		this.asksAll = true;
		await super.undo(wanted);
	}

	/** Whether some hex can be reached in two ways. */
	get hasOtherWays(): boolean {
		return this.choices.some(
			({ hexes }) => hexes.length > 0 && otherWay(this.choices, this.selection, hexes.at(-1)!) !== null,
		);
	}

	protected override known({ name, rules }: GameData): void {
		this.expected.learn(keep.customary(name, rules));
		if (this.now) void this.readGreys(this.now);
	}

	/** What a click on the board means, and does it; `other` asks for the other way to a hex that has two. */
	point(at: Pointed, other = false): void {
		if (this.talking.pointing) {
			this.flare(at.hex ?? (at.unit === null ? null : this.nameOf(at.unit)));
			return;
		}
		if (this.planning.active) {
			this.planning.point(at, this.now?.view.counters ?? []);
			return;
		}
		if (this.staging.active) {
			this.staging.skip();
			return;
		}
		if (this.past || this.pending !== null || this.throwing || this.together.going) return;
		this.objection = null;
		// With Shift counters are gathered; a click on a hex then sends them there together.
		if (other && at.unit !== null && this.together.able.has(at.unit)) {
			this.selection = NOTHING;
			this.together.toggle(at.unit);
			return;
		}
		if (this.together.active && at.hex !== null && !this.together.able.has(at.unit ?? -1)) {
			void this.together.march(at.hex).then(() => this.now && this.changed(this.now, this.now));
			return;
		}
		this.together.clear();
		const way = other && at.hex !== null ? otherWay(this.choices, this.selection, at.hex) : null;
		if (way) {
			this.others = false;
			void this.decide(way);
			return;
		}
		const held = this.now?.view.counters.find((counter) => counter.in_hand);
		const back = this.lettingBe;
		if (held && back && at.unit === held.id) {
			void this.decide(back);
			return;
		}
		const found: Meaning = meaning(this.choices, this.selection, at, (unit, hex) => this.distance(unit, hex));
		if (found.kind === "decide") {
			// What cannot be taken back needs the same click twice, or the button.
			if (found.choice.hint.rolls && this.armed?.text !== found.choice.text) this.armed = found.choice;
			else void this.decide(found.choice);
			return;
		}
		this.armed = null;
		if (found.kind === "select") this.selection = found.selection;
		if (found.kind === "ask")
			void this.change(at, held, back).then((changed) =>
				changed ? undefined : this.ask(at, found.proposals),
			);
	}

	/** With one counter in hand a click on another of one's own takes that instead. */
	private async change(at: Pointed, held: Counter | undefined, back: Choice | undefined): Promise<boolean> {
		const wanted = this.now?.view.counters.find((counter) => counter.id === at.unit);
		if (!held || !wanted || wanted.seat !== held.seat) return false;
		const steps = this.now?.steps ?? 0;
		if (back) await this.decide(back);
		else if ((this.now?.undoable ?? 0) > 0) await this.undo();
		else return false;
		const picks = fitting(this.choices, { unit: wanted.id, hex: null }).filter(
			(choice) => choice.hint.kind === "pick",
		);
		if (picks.length === 1) await this.decide(picks[0]!);
		else if (picks.length === 0 && fitting(this.choices, { unit: wanted.id, hex: null }).length > 0)
			this.selection = { unit: wanted.id, hex: null };
		return (this.now?.steps ?? 0) !== steps || picks.length > 0;
	}

	private get joining(): Map<CounterId, Choice[]> {
		const own = new Set(
			this.now?.view.counters.filter((one) => one.seat === this.now?.deciding).map((one) => one.id),
		);
		return joining(this.choices, (unit) => own.has(unit));
	}

	/** Whether several counters can do something together. */
	get canJoin(): boolean {
		return this.joining.size > 1;
	}

	/** Whether a loop around counters means anything: they can do something together, or go together. */
	get canLoop(): boolean {
		return this.canJoin || this.together.able.size > 1;
	}

	/** Decides for each of these counters, as far as it is clear what: at what is selected, or at what all can reach. */
	async join(units: CounterId[]): Promise<void> {
		this.looping = false;
		if (this.together.able.size > 1) {
			this.together.choose(units);
			return;
		}
		const able = units.filter((unit) => this.joining.has(unit));
		const each = able.map((unit) => this.joining.get(unit)!);
		const target = this.selection.hex ?? commonTarget(each);
		const isMeant = (choice: Choice) => choice.hexes.length === 0 || choice.hexes.at(-1) === target;
		if (able.length === 0 || !each.some((choices) => choices.some(isMeant))) {
			this.message =
				able.length === 0
					? "Nobody in there can do anything together with others now."
					: "Click first what they are to attack, then draw around them.";
			return;
		}
		for (const unit of able) {
			const choice = this.joining.get(unit)?.filter(isMeant);
			if (choice?.length === 1) await this.decide(choice[0]!);
			if (this.objection || this.message) return;
		}
	}

	/** Shows a place or a counter to the other players. */
	private flare(at: string | null): void {
		if (at)
			this.talking.flare(at).catch((trouble: Error) => {
				this.message = trouble.message;
			});
	}

	private distance(unit: CounterId, hex: string): number {
		const place = this.now?.view.counters.find((counter) => counter.id === unit)?.place;
		const [one, other] = [
			this.drawing?.board.byNumber.get(place ?? ""),
			this.drawing?.board.byNumber.get(hex),
		];
		if (!one || !other) return 0;
		return Math.hypot(one.middle.x - other.middle.x, one.middle.y - other.middle.y);
	}

	/** What puts back whatever is in hand. */
	private get lettingBe(): Choice | undefined {
		return this.choices.find((choice) => choice.hint.kind === "back" && choice.units.length === 0);
	}

	/** Lets the counter in hand be. */
	async skip(): Promise<void> {
		if (this.lettingBe) await this.decide(this.lettingBe);
	}

	/** Escape: back to nothing selected, then to nothing in hand, if the last decision has to be taken back for it. */
	letGo(): void {
		const held = this.now?.view.counters.some((counter) => counter.in_hand) ?? false;
		const back = this.lettingBe;
		if (this.talking.pointing) this.talking.pointing = false;
		else if (this.looping) this.looping = false;
		else if (this.together.active) this.together.clear();
		else if (this.planning.unit !== null) this.planning.unit = null;
		else if (this.planning.active) this.planning.toggle();
		else if (this.throwing) this.putBack();
		else if (this.sure) this.sure = null;
		else if (this.armed) this.armed = null;
		else if (this.objection) this.objection = null;
		else if (this.selection !== NOTHING) this.selection = NOTHING;
		else if (back) void this.decide(back);
		else if (held && !this.past && this.myTurn) void this.undo();
	}

	private async ask(at: Pointed, proposals: Proposal[]): Promise<void> {
		const about = at.unit !== null ? this.nameOf(at.unit) : (at.hex ?? "");
		if (!this.myTurn) {
			this.object(about, this.notNow("It is not your decision now."));
			return;
		}
		const answers = await Promise.all(proposals.map((proposal) => this.server.whyNot(proposal))).catch(
			() => [],
		);
		const allowed = answers.filter((answer) => answer.allowed).map((answer) => answer.text);
		const refused = answers.find((answer) => answer.refusal)?.refusal;
		this.object(about, refused ?? this.notNow("Nothing is to be decided about it now."), allowed);
	}

	/** What is asked instead. */
	private notNow(words: string): Refusal {
		const prompt = this.now?.view.prompt;
		return {
			clause: prompt?.clauses[0] ?? "",
			reason: prompt ? `${words} What is asked now: ${prompt.words}` : words,
			...NOBODY,
		};
	}

	/** Tells for good why a grey button cannot be pressed. */
	refuse({ label, text, refusal }: Grey): void {
		this.object(named(label, text), refusal);
	}

	/** Whether something typed is allowed, and why not. */
	async why(text: string): Promise<void> {
		const { allowed, refusal } = await this.server.why(text);
		this.object(
			text,
			refusal ?? { clause: "", reason: "This is allowed.", ...NOBODY },
			allowed ? [text] : [],
		);
	}

	/** Decides what was typed; true if it was sent, so that the field can be emptied. */
	async command(text: string): Promise<boolean> {
		if (!text.trim()) return false;
		const { choice, beginning } = typed(this.choices, text);
		const at = pointedNamed(text, this.map, this.drawing?.board ?? null, this.now?.view.counters ?? []);
		if (at && !choice && beginning.length === 0) {
			// A place or a counter by its name is the same as a click on it.
			this.point(at);
			return true;
		}
		return this.send(choice?.text ?? text.trim(), this.now?.revision ?? 0);
	}

	async decide(choice: Choice): Promise<void> {
		if (this.pending !== null || !this.now) return;
		// Ending a step while somebody could still act is asked once, wherever it was pressed.
		// What throws work away is asked as well.
		const asks = choice.hint.kind === "discard" || (choice.hint.kind === "end" && this.waiting.length > 0);
		if (asks && this.sure !== choice.text) {
			this.sure = choice.text;
			return;
		}
		this.sure = null;
		this.armed = null;
		this.forced = null;
		this.lost = [];
		this.asksAll = false;
		await this.send(choice.text, this.now.revision);
	}

	/** Looks at an earlier step, with nothing in hand. */
	override async look(step: number | null): Promise<void> {
		if (step !== null || this.past) {
			this.selection = NOTHING;
			this.objection = null;
			this.planning.active = false;
		}
		await super.look(step);
	}
}
