// A game as one browser plays or watches it: what is shown, what is selected, what is on its way to the server.
import * as api from "../api/client";
import { Trouble } from "../api/client";
import { type Listening, listen } from "../api/stream";
import type { Acted, Brief, GameInfo, MapData, Overlay, Report, ShelfGame, State, Step } from "../api/types";
import { type Drawing, draw } from "../board/drawing";
import * as keep from "../lib/keep";
import type { Choice, Refusal } from "../types";
import { fitting, type Meaning, meaning, NOTHING, type Pointed, stillMeans, typed } from "./choosing";

/** Why something cannot be done, and what it was. */
export interface Objection {
	about: string;
	refusal: Refusal;
	/** Decisions about it that are allowed though not listed. */
	allowed: string[];
}

const TAIL = 80;
const CHUNK = 500;
/** How long to wait for a server that does not answer when the table is to be laid. */
const AGAIN = 2000;

export class Sitting {
	info = $state.raw<GameInfo | null>(null);
	shelved = $state.raw<ShelfGame | null>(null);
	map = $state.raw<MapData | null>(null);
	drawing = $state.raw<Drawing | null>(null);
	/** The table as it is. */
	now = $state.raw<State | null>(null);
	/** The table as it was, while looking back. */
	past = $state.raw<State | null>(null);
	/** The last decisions; the first of them has the number `storyFrom` + 1. */
	story = $state.raw<Step[]>([]);
	storyFrom = $state(0);
	reports = $state.raw<Report[]>([]);
	/** The odds that held before the last roll, so that its result can be found in them. */
	rolledReports = $state.raw<Report[]>([]);
	selection = $state.raw<Pointed>(NOTHING);
	objection = $state.raw<Objection | null>(null);
	/** Hexes and counters that something on the page speaks of. */
	lit = $state.raw<string[]>([]);
	/** The way of the choice that is pointed at. */
	preview = $state.raw<Choice | null>(null);
	overlays = $state.raw<Overlay[]>([]);
	pinned = $state.raw<string[]>([]);
	connected = $state(true);
	/** What was decided and is not confirmed yet. */
	pending = $state<string | null>(null);
	message = $state<string | null>(null);
	/** Why there is no table. */
	missing = $state<string | null>(null);
	/** How far this browser had seen the game when it came. */
	seenBefore = $state(-1);
	covered = $state(false);

	private secrets = $state.raw(new Map<number, string>());
	private listening: Listening | null = null;
	private refreshing = false;
	private stale = false;
	private gone = false;
	private pendingRevision = 0;
	private wanted = 0;

	constructor(readonly id: string) {}

	/** What is looked at: the past or the present. */
	get shown(): State | null {
		return this.past ?? this.now;
	}

	get choices(): Choice[] {
		return this.past || this.pending !== null ? [] : (this.now?.choices ?? []);
	}

	get fitting(): Choice[] {
		return fitting(this.choices, this.selection);
	}

	/** Seats that this browser holds. */
	get mine(): number[] {
		return [...this.secrets.keys()];
	}

	get myTurn(): boolean {
		const deciding = this.now?.deciding ?? null;
		return deciding !== null && this.secrets.has(deciding);
	}

	get seats(): string[] {
		return this.info?.seats.map((seat) => seat.name) ?? [];
	}

	/** Whoever decides asks, if this browser holds the seat; else any seat it holds. */
	private secret(deciding: number | null | undefined): string | null {
		const own = deciding === null || deciding === undefined ? undefined : this.secrets.get(deciding);
		return own ?? this.secrets.values().next().value ?? null;
	}

	get server() {
		return api.game(this.id, this.secret(this.now?.deciding ?? this.info?.deciding));
	}

	async open(fragment: string): Promise<void> {
		try {
			this.seenBefore = keep.seen(this.id);
			const kept = keep.keptGame(this.id);
			this.secrets = new Map((kept?.seats ?? []).map((seat) => [seat.seat, seat.secret]));
			if (fragment) await this.take(fragment);
			// All at once: the first choice is to be seen as soon as can be.
			const [info, map] = await Promise.all([
				this.server.info(),
				this.server.map().catch((trouble) => this.without(trouble)),
				this.refresh(),
			]);
			this.info = info;
			this.map = map;
			this.drawing = map ? draw(map) : null;
			this.connected = true;
			this.title();
			this.shelved = await api.shelved(info.game);
			await this.readStory();
			this.listening = listen(this.id, this.secret(null), {
				hear: (told) => this.hear(told.event, told.data),
				connected: (yes) => this.plugged(yes),
			});
			if (this.gone) this.listening.stop();
		} catch (trouble) {
			if (trouble instanceof Trouble && trouble.code === "offline" && !this.gone) {
				this.connected = false;
				await new Promise((go) => setTimeout(go, AGAIN));
				await this.open(fragment);
				return;
			}
			this.missing =
				trouble instanceof Trouble && trouble.code === "unknown"
					? "There is no game at this address. Its link may have been cut short."
					: (trouble as Error).message;
		}
	}

	/** A game without hexes has no map. */
	private without(trouble: unknown): null {
		if (trouble instanceof Trouble && trouble.code === "unknown") return null;
		throw trouble;
	}

	/** Takes the seat of a link and keeps it. */
	private async take(secret: string): Promise<void> {
		const info = await api.game(this.id, secret).info();
		if (info.you === null) return;
		this.secrets = new Map([...this.secrets, [info.you, secret]]);
		const seats = [...this.secrets].map(([seat, secret]) => ({
			seat,
			name: info.seats[seat]?.name ?? "",
			secret,
		}));
		const { id, game, title, scenario } = info;
		keep.keepGame({ id, game, title, scenario, seats, opened: Date.now() });
	}

	/** A second link of the same game, opened while it is on the screen. */
	async sit(secret: string): Promise<void> {
		await this.take(secret).catch((trouble: Error) => {
			this.message = trouble.message;
		});
		await this.refresh();
	}

	close(): void {
		this.gone = true;
		this.listening?.stop();
	}

	private plugged(yes: boolean): void {
		const back = yes && !this.connected;
		this.connected = yes;
		if (back && this.pending !== null) void this.send(this.pending, this.pendingRevision);
		else if (back) void this.refresh();
	}

	private hear(event: string, data: string): void {
		const told = JSON.parse(data) as Brief & Partial<Acted>;
		if (this.now && told.revision <= this.now.revision) return;
		if (event === "step" && told.step) this.add(told.step);
		else this.story = this.story.filter((step) => step.number <= told.steps);
		void this.refresh();
	}

	private add(step: Step): void {
		if (step.number === this.storyFrom + this.story.length + 1) this.story = [...this.story, step];
	}

	/** Asks for the table again; calls that come meanwhile are answered by one more. */
	async refresh(): Promise<void> {
		if (this.refreshing) {
			this.stale = true;
			return;
		}
		this.refreshing = true;
		try {
			do {
				this.stale = false;
				const state = await this.server.state();
				await this.show(state);
			} while (this.stale && !this.gone);
		} catch (trouble) {
			if (!this.now) throw trouble;
			this.message = (trouble as Error).message;
		} finally {
			this.refreshing = false;
		}
	}

	private async show(state: State): Promise<void> {
		const before = this.now;
		// In a hot seat the other side may have to decide now: then its view is asked for.
		if (state.deciding !== null && state.you !== state.deciding && this.secrets.has(state.deciding)) {
			if (this.info?.hides && before) this.covered = true;
			this.now = state;
			state = await this.server.state();
		}
		this.now = state;
		this.selection = stillMeans(state.choices, this.selection);
		this.preview = null;
		if (!before || before.revision !== state.revision) this.objection = null;
		if (this.story.at(-1)?.number !== state.steps && before) void this.readStory();
		this.title();
		if (!this.past && document.visibilityState === "visible") keep.keepSeen(this.id, state.steps);
		void this.readOdds();
		if (this.pinned.length > 0) void this.readOverlays();
	}

	private title(): void {
		document.title = `${this.myTurn ? "● Your turn: " : ""}${this.info?.title ?? "Sandtable"}`;
	}

	private async readOdds(): Promise<void> {
		const revision = this.now?.revision;
		const { reports } = await this.server.odds().catch(() => ({ reports: [] }));
		if (this.now?.revision !== revision) return;
		if (this.reports.length > 0) this.rolledReports = this.reports;
		this.reports = reports;
	}

	/** Reads the end of the story, or all that was missed of it. */
	async readStory(from?: number): Promise<void> {
		const steps = this.now?.steps ?? 0;
		const start = from ?? (this.story.length > 0 ? this.storyFrom : Math.max(0, steps - TAIL));
		const found: Step[] = [];
		for (let at = start; at < steps; at += CHUNK) {
			const part = await this.server.story(at, Math.min(steps, at + CHUNK)).catch(() => null);
			if (!part) return;
			found.push(...part.steps);
		}
		this.storyFrom = start;
		this.story = found;
	}

	/** What a click on the board means, and does it. */
	point(at: Pointed): void {
		if (this.past || this.pending !== null) return;
		this.objection = null;
		const held = this.now?.view.counters.find((counter) => counter.in_hand);
		const back = this.choices.find((choice) => choice.hint.kind === "back" && choice.unit === null);
		if (held && back && at.unit === held.name) {
			void this.decide(back);
			return;
		}
		const found: Meaning = meaning(this.choices, this.selection, at, (unit, hex) => this.distance(unit, hex));
		if (found.kind === "decide") void this.decide(found.choice);
		if (found.kind === "select") this.selection = found.selection;
		if (found.kind === "ask") void this.ask(at, found.texts);
	}

	private distance(unit: string, hex: string): number {
		const place = this.now?.view.counters.find((counter) => counter.name === unit)?.place;
		const [one, other] = [
			this.drawing?.board.byNumber.get(place ?? ""),
			this.drawing?.board.byNumber.get(hex),
		];
		if (!one || !other) return 0;
		return Math.hypot(one.middle.x - other.middle.x, one.middle.y - other.middle.y);
	}

	/** Escape, a second click: back to nothing selected, then to nothing in hand. */
	letGo(): void {
		if (this.objection) this.objection = null;
		else if (this.selection !== NOTHING) this.selection = NOTHING;
		else {
			const back = this.choices.find((choice) => choice.hint.kind === "back" && choice.unit === null);
			if (back) void this.decide(back);
		}
	}

	private async ask(at: Pointed, texts: string[]): Promise<void> {
		const about = at.unit ?? at.hex ?? "";
		if (!this.myTurn) {
			this.object(about, this.notNow("It is not your decision now."));
			return;
		}
		const answers = await Promise.all(
			texts.map((text) => this.server.why(text).then((answer) => ({ text, ...answer }))),
		).catch(() => []);
		const allowed = answers.filter((answer) => answer.allowed).map((answer) => answer.text);
		const refused = answers.find((answer) => answer.refusal)?.refusal;
		this.object(about, refused ?? this.notNow("Nothing is to be decided about it now."), allowed);
	}

	/** What is asked instead. */
	private notNow(words: string): Refusal {
		const prompt = this.now?.view.prompt;
		return {
			clause: prompt?.clauses[0] ?? "",
			reason: prompt ? `${words} The question is: ${prompt.words}` : words,
			responsible: [],
		};
	}

	private object(about: string, refusal: Refusal, allowed: string[] = []): void {
		this.objection = { about, refusal, allowed };
		this.lit = refusal.responsible;
	}

	/** Whether something typed is allowed, and why not. */
	async why(text: string): Promise<void> {
		const { allowed, refusal } = await this.server.why(text);
		this.object(
			text,
			refusal ?? { clause: "", reason: "This is allowed.", responsible: [] },
			allowed ? [text] : [],
		);
	}

	/** Decides what was typed; true if it was sent, so that the field can be emptied. */
	async command(text: string): Promise<boolean> {
		if (!text.trim()) return false;
		const { choice } = typed(this.choices, text);
		return this.send(choice?.text ?? text.trim(), this.now?.revision ?? 0);
	}

	async decide(choice: Choice): Promise<void> {
		if (this.pending !== null || !this.now) return;
		await this.send(choice.text, this.now.revision);
	}

	/** One decision is on its way at a time; it stays outlined until the server has answered. */
	private async send(text: string, revision: number): Promise<boolean> {
		this.pending = text;
		this.pendingRevision = revision;
		this.message = null;
		this.objection = null;
		try {
			const acted = await this.server.act(revision, text);
			this.pending = null;
			this.add(acted.step);
			await this.refresh();
			return true;
		} catch (trouble) {
			if (trouble instanceof Trouble && trouble.code === "offline") {
				this.message = `“${text}” is not sent yet: it will be as soon as the server can be reached.`;
				this.connected = false;
				return true;
			}
			this.pending = null;
			this.explain(text, trouble);
			return false;
		}
	}

	private explain(text: string, trouble: unknown): void {
		const fault = trouble instanceof Trouble ? trouble.fault : null;
		if (fault?.refusal) {
			this.object(text, fault.refusal);
			return;
		}
		if (fault?.state) {
			this.message = `The table has changed: “${text}” was not carried out.`;
			void this.show(fault.state);
			return;
		}
		this.message = (trouble as Error).message;
		void this.refresh();
	}

	/** Takes back the last decisions until so many are left. */
	async undo(steps = (this.now?.steps ?? 1) - 1): Promise<void> {
		if (this.pending !== null) return;
		this.pending = "undo";
		try {
			while (this.now && this.now.steps > steps && this.now.undoable > 0) {
				const brief = await this.server.undo(this.now.revision);
				this.story = this.story.filter((step) => step.number <= brief.steps);
				this.now = { ...this.now, ...brief, undoable: this.now.undoable - 1 };
			}
		} catch (trouble) {
			this.message = (trouble as Error).message;
		}
		this.pending = null;
		await this.refresh();
	}

	/** Looks at an earlier step; the newest that was asked for wins. */
	async look(step: number | null): Promise<void> {
		const wanted = ++this.wanted;
		this.selection = NOTHING;
		this.objection = null;
		if (step === null) {
			this.past = null;
			return;
		}
		const state = await this.server.state(step).catch(() => null);
		if (state && wanted === this.wanted) this.past = state;
	}

	async toggleOverlay(name: string): Promise<void> {
		this.pinned = this.pinned.includes(name)
			? this.pinned.filter((one) => one !== name)
			: [...this.pinned, name];
		await this.readOverlays();
	}

	async readOverlays(): Promise<void> {
		const wanted = this.pinned;
		const unit =
			this.selection.unit ?? this.now?.view.counters.find((counter) => counter.in_hand)?.name ?? null;
		const found = await Promise.all(wanted.map((name) => this.server.overlay(name, unit).catch(() => null)));
		if (wanted === this.pinned) this.overlays = found.filter((overlay) => overlay !== null);
	}
}
