// A game as one browser watches it: its table, its story, its seats, kept up to date.
import * as api from "../api/client";
import { Trouble } from "../api/client";
import { type Listening, listen } from "../api/stream";
import { type Drawing, draw } from "../board/drawing";
import * as keep from "../lib/keep";
import type {
	Acted,
	Arrow,
	CounterId,
	GameData,
	MapData,
	Online,
	Report,
	Standing,
	Summary,
	TableState,
	TalkLine,
} from "../types";
import { Attending } from "./attending.svelte";
import { DecisionLog } from "./decisionLog.svelte";
import { Pledge } from "./pledge.svelte";
import { Staging } from "./staging.svelte";
import { Talking } from "./talking.svelte";
import { Trailing } from "./trailing.svelte";

/** Counters and hexes that are lit up. */
export interface Lit {
	units: CounterId[];
	hexes: string[];
}

/** Nothing is. */
export const DARK: Lit = { units: [], hexes: [] };

/** How long to wait for a server that does not answer when the table is to be laid. */
const AGAIN = 2000;

export abstract class Watching {
	info = $state.raw<Summary | null>(null);
	/** What the players call themselves, by seat; empty for those who do not. */
	players = $state.raw<string[]>([]);
	shelved = $state.raw<GameData | null>(null);
	map = $state.raw<MapData | null>(null);
	drawing = $state.raw<Drawing | null>(null);
	/** The table as it is. */
	now = $state.raw<TableState | null>(null);
	/** The table as it was, while looking back. */
	past = $state.raw<TableState | null>(null);
	/** Through whose eyes the past is looked at, where sides know different things. */
	eyes = $state<number | null>(null);
	readonly log = new DecisionLog((from, to) =>
		this.server.story(from, to).then(
			(part) => part.steps,
			() => null,
		),
	);
	readonly talking: Talking;
	readonly trailing = new Trailing();
	readonly attending = new Attending();
	readonly pledge = new Pledge({
		id: () => this.id,
		contribute: (seat, what) => api.game(this.id, this.secrets.get(seat) ?? null).contribute(what),
		info: () => this.server.info(),
		mine: () => this.mine,
		wait: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
	});
	/** How fast the other side's turn is played; 0: not at all. */
	pace = $state(0);
	readonly staging: Staging = new Staging({
		story: () => this.story,
		steps: () => this.now?.steps ?? 0,
		at: (step) => this.server.state(step).catch(() => null),
		isMine: (seat) => this.secrets.has(seat),
		onBoard: (place) => this.drawing?.board.byNumber.has(place) ?? false,
		pace: () => (this.past ? 0 : this.pace),
		done: () => this.caught(),
	});
	reports = $state.raw<Report[]>([]);
	/** The odds that held before the last roll, so that its result can be found in them. */
	rolledReports = $state.raw<Report[]>([]);
	/** The arrows that named them. */
	rolledArrows = $state.raw<Arrow[]>([]);
	private arrows: Arrow[] = [];
	/** What something on the page speaks of. */
	lit = $state.raw<Lit>(DARK);
	connected = $state(true);
	message = $state<string | null>(null);
	/** Why there is no table. */
	missing = $state<string | null>(null);
	/** How far this browser had seen the game when it came. */
	seenBefore = $state(-1);
	/** How far the game was when it came. */
	arrived = $state(-1);
	/** What happened in between has been looked at. */
	caughtUp = $state(false);
	covered = $state(false);
	/** One person leads both sides and may see both: nothing is covered between them. */
	shares = false;

	private secrets = $state.raw(new Map<number, string>());
	/** Who comes by link for the first time asks for everything at once, before the seat is known. */
	private arriving: { secret: string; seated: Promise<Summary> } | null = null;
	private listening: Listening | null = null;
	private refreshing: Promise<void> | null = null;
	/** The revision that whoever waits for the table must see. */
	private least = 0;
	private gone = false;
	private wanted = 0;

	constructor(readonly id: string) {
		this.talking = new Talking({
			read: (after) => this.server.talk(after),
			say: (words, at) => this.server.say(words, at),
			heard: keep.heard(id),
			keepHeard: (number) => keep.keepHeard(id, number),
			isMine: (seat) => this.secrets.has(seat),
		});
	}

	/** The table has been asked for again. */
	protected abstract changed(before: TableState | null, state: TableState): void;
	/** What is played is known. */
	protected abstract known(game: GameData): void;
	/** The server can be reached again. */
	protected abstract resume(): void;

	/** What is looked at: the past, the other side's turn as it is played, or the present. */
	get shown(): TableState | null {
		return this.past ?? this.staging.state ?? this.now;
	}

	/** How what is looked at has ended, if it has: every state of a game that is over tells its end, also those before it. */
	get ended() {
		return this.shown === this.now ? (this.now?.outcome ?? null) : (this.shown?.view.outcome ?? null);
	}

	/** The other side's turn has been played to its end. */
	protected abstract caught(): void;

	/** Whether others play here too, whose turns one wants to see. */
	private get watches(): boolean {
		const seats = this.info?.seats.length ?? 0;
		return this.secrets.size > 0 && this.secrets.size < seats && document.visibilityState === "visible";
	}

	get story() {
		return this.log.steps;
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

	/** Whether somebody else sits here who can be talked to. */
	get company(): boolean {
		const others = this.info?.seats.filter((seat) => !this.secrets.has(seat.seat)) ?? [];
		return this.secrets.size > 0 && others.some((seat) => !seat.who.startsWith("bot:"));
	}

	/** Whoever decides asks, if this browser holds the seat; else any seat it holds. */
	private secret(deciding: number | null | undefined): string | null {
		const own = deciding === null || deciding === undefined ? undefined : this.secrets.get(deciding);
		return own ?? this.secrets.values().next().value ?? this.arriving?.secret ?? null;
	}

	get server() {
		return api.game(this.id, this.secret(this.now?.deciding ?? this.info?.deciding));
	}

	async open(fragment: string): Promise<void> {
		try {
			this.seenBefore = keep.seen(this.id);
			const kept = keep.keptGame(this.id);
			this.secrets = new Map((kept?.seats ?? []).map((seat) => [seat.seat, seat.secret]));
			if (fragment && this.secrets.size > 0) await this.take(fragment);
			else if (fragment) this.arriving = { secret: fragment, seated: this.take(fragment) };
			// All at once: the first choice is to be seen as soon as can be.
			const [info, map] = await Promise.all([
				this.arriving?.seated ?? this.server.info(),
				this.server.map().catch((trouble) => this.without(trouble)),
				this.refresh(),
			]);
			this.arriving = null;
			this.info = info;
			this.attending.tell(info);
			this.pledge.tell(info);
			void this.introduce(info);
			// A game that one comes to for the first time opens as it was set up; what others have done is played from there.
			const steps = this.now?.steps ?? 0;
			if (this.seenBefore < 0 && steps > 0 && this.watches && this.pace > 0) {
				const first = await this.server.state(0).catch(() => null);
				if (first) this.staging.hold(first);
			}
			this.map = map;
			this.drawing = map ? draw(map) : null;
			this.connected = true;
			this.arrived = this.now?.steps ?? -1;
			this.title();
			this.shelved = await api.shelved(info.game);
			this.known(this.shelved);
			await this.log.read(this.now?.steps ?? 0);
			if (this.staging.active && this.log.from > 0) await this.log.read(this.now?.steps ?? 0, 0);
			void this.follow();
			if (this.company) void this.talking.read();
			this.listening = listen(this.id, this.secret(null), {
				hear: ({ event, data }) => this.hear(event, data),
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
	private async take(secret: string): Promise<Summary> {
		const info = await api.game(this.id, secret).info();
		if (info.you === null) return info;
		this.secrets = new Map([...this.secrets, [info.you, secret]]);
		const seats = [...this.secrets].map(([seat, secret]) => ({
			seat,
			name: info.seats[seat]?.name ?? "",
			secret,
		}));
		const { id, game, title, scenario } = info;
		keep.keepGame({ id, game, title, scenario, seats, opened: Date.now() });
		return info;
	}

	/** A second link of the same game, opened while it is on the screen. */
	async sit(secret: string): Promise<void> {
		try {
			await this.take(secret);
		} catch (trouble) {
			this.message = (trouble as Error).message;
		}
		await this.refresh();
	}

	/** The side of a seat, with the name of its player. */
	called(seat: number): string {
		const [side, player] = [this.seats[seat] ?? "", this.players[seat] ?? ""];
		return player ? `${side} (${player})` : side;
	}

	/** Who has one seat says who he is, if this browser knows it; of two seats at one screen nobody need be told. */
	private async introduce(info: Summary): Promise<void> {
		this.players = info.seats.map((seat) => seat.player);
		const [own, ...more] = this.secrets.keys();
		const player = keep.player();
		if (own !== undefined && more.length === 0 && player && this.players[own] !== player)
			await this.call(own, player).catch(() => {});
	}

	/** Gives the player of a seat another name; an empty one takes it away. */
	async call(seat: number, player: string): Promise<void> {
		const { name } = await api.game(this.id, this.secret(seat)).call(player);
		this.players = this.seats.map((_, one) => (one === seat ? name : (this.players[one] ?? "")));
	}

	close(): void {
		this.gone = true;
		this.listening?.stop();
		this.talking.stop();
	}

	private plugged(yes: boolean): void {
		const back = yes && !this.connected;
		this.connected = yes;
		if (yes) void this.attend();
		if (!back) return;
		this.resume();
		if (this.company) void this.talking.read();
	}

	/** Asks who is here, and what the clocks show. */
	private async attend(): Promise<void> {
		const info = await this.server.info().catch(() => null);
		if (!info) return;
		this.players = info.seats.map((seat) => seat.player);
		this.attending.tell(info);
		this.pledge.tell(info);
		await this.pledge.add(info, this.attending.online);
	}

	private hear(event: string, data: string): void {
		if (event === "talk") {
			this.talking.hear(JSON.parse(data) as TalkLine);
			return;
		}
		if (event === "online") {
			const before = this.attending.online;
			this.attending.online = (JSON.parse(data) as Online).online;
			// Somebody has come: now words can be exchanged.
			if (this.attending.online.some((one, seat) => one === true && before[seat] !== true))
				void this.attend();
			return;
		}
		const news = JSON.parse(data) as Acted | Standing;
		const step = "step" in news ? news.step : null;
		if (step) this.attending.decided(step.seat, news);
		else void this.attend();
		if (this.now && news.revision <= this.now.revision) return;
		if (step) this.log.add(step);
		else this.log.cut(news.steps);
		void this.refresh(news.revision);
	}

	/** Asks for the table again; calls that come meanwhile are answered by one more, if what comes is too old for them. */
	refresh(least = Number.POSITIVE_INFINITY): Promise<void> {
		if (this.refreshing) this.least = Math.max(this.least, least);
		else
			this.refreshing = this.readAgain().finally(() => {
				this.refreshing = null;
			});
		return this.refreshing;
	}

	private async readAgain(): Promise<void> {
		try {
			do {
				this.least = 0;
				const known = this.now?.revision ?? 0;
				const state = await this.server.state();
				await this.arriving?.seated;
				// What was taken back meanwhile does not come back: an answer that it has overtaken is asked for again.
				const current = this.now?.revision ?? 0;
				if (current > known && state.revision < current) this.least = Number.POSITIVE_INFINITY;
				else await this.show(state);
			} while (this.least > (this.now?.revision ?? 0) && !this.gone);
		} catch (trouble) {
			if (!this.now) throw trouble;
			this.message = (trouble as Error).message;
		}
	}

	protected async show(state: TableState): Promise<void> {
		const before = this.now;
		// In a hot seat the other side may have to decide now: then its view is asked for.
		if (state.deciding !== null && state.you !== state.deciding && this.secrets.has(state.deciding)) {
			if (this.info?.hides && before && !this.shares) this.covered = true;
			this.now = state;
			state = await this.server.state();
		}
		if (before && state.steps > before.steps && this.watches && this.isOthers(before.steps, state.steps))
			this.staging.hold(before);
		this.now = state;
		this.changed(before, state);
		if (before && before.revision !== state.revision) void this.follow();
		this.title();
		if (!this.past && document.visibilityState === "visible") keep.keepSeen(this.id, state.steps);
		void this.readOdds();
	}

	/** Whether some of these decisions may be somebody else's, as far as is known. */
	private isOthers(from: number, to: number): boolean {
		const known = this.story.filter((step) => step.number > from && step.number <= to);
		return known.length < to - from || known.some((step) => !this.secrets.has(step.seat));
	}

	/** Reads what is missing of the story, then where the other side went. */
	private async follow(): Promise<void> {
		const steps = this.now?.steps ?? 0;
		if ((this.story.at(-1)?.number ?? 0) !== steps) await this.log.read(steps);
		void this.staging.play();
		const now = this.now;
		if (!now || (!this.drawing && !now.view.ground) || this.gone) return;
		const board = this.drawing?.board;
		await this.trailing.follow({
			now,
			story: this.story,
			mine: this.mine,
			at: (step) => this.server.state(step).catch(() => null),
			onBoard: (place) => board?.byNumber.has(place) ?? false,
		});
	}

	private title(): void {
		document.title = `${this.myTurn ? "● Your turn: " : ""}${this.info?.title ?? "Sandtable"}`;
	}

	private async readOdds(): Promise<void> {
		const revision = this.now?.revision;
		const { reports } = await this.server.odds().catch(() => ({ reports: [] }));
		if (this.now?.revision !== revision) return;
		if (this.reports.length > 0) [this.rolledReports, this.rolledArrows] = [this.reports, this.arrows];
		this.reports = reports;
		this.arrows = this.now?.view.arrows ?? [];
	}

	/** Looks at an earlier step; the newest that was asked for wins. */
	async look(step: number | null): Promise<void> {
		const wanted = ++this.wanted;
		if (step === null) {
			this.past = null;
			return;
		}
		const reading =
			step <= this.log.from || this.story.length === 0
				? this.log.read(this.now?.steps ?? 0, Math.max(0, step - 50))
				: null;
		// Through the chosen eyes, else those of who decided then: the story tells it, where there are several.
		if (this.secrets.size > 1) await reading;
		if (wanted !== this.wanted) return;
		const then = this.story.find((one) => one.number === step + 1)?.seat;
		const asker = api.game(this.id, this.secret(this.eyes ?? then ?? this.now?.deciding));
		const state = await asker.state(step).catch(() => null);
		if (state && wanted === this.wanted) this.past = state;
	}
}
