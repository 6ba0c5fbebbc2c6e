// Asking the server.
import type {
	Acted,
	ChartData,
	ChartList,
	CoachData,
	Contributed,
	CounterId,
	Created,
	ErrorDetail,
	GameData,
	Ground,
	KindData,
	LogEntry,
	LuckData,
	MapData,
	NewGame,
	Overlay,
	PlanData,
	PositionData,
	PositionText,
	PositionWish,
	Proposal,
	Report,
	RulesData,
	Standing,
	Summary,
	TableState,
	TalkLine,
	WhyData,
} from "../types";

/** The server said no, or nothing at all. */
export class Trouble extends Error {
	readonly code: string;
	readonly fault: ErrorDetail | null;

	constructor(code: string, message: string, fault: ErrorDetail | null = null) {
		super(message);
		this.code = code;
		this.fault = fault;
	}
}

async function answer<T>(response: Response): Promise<T> {
	const text = await response.text();
	let body: unknown;
	try {
		body = text === "" ? null : JSON.parse(text);
	} catch {
		if (response.ok) return text as T;
		throw new Trouble("unreadable", `The server answered ${response.status} in a way that cannot be read.`);
	}
	if (response.ok) return body as T;
	const fault = (body as { error?: ErrorDetail } | null)?.error;
	if (!fault) throw new Trouble("unreadable", `The server answered ${response.status}.`);
	throw new Trouble(fault.code, fault.message, fault);
}

async function ask<T>(method: string, path: string, secret: string | null, body?: unknown): Promise<T> {
	const headers: Record<string, string> = {};
	if (secret) headers.Authorization = `Bearer ${secret}`;
	if (body !== undefined) headers["Content-Type"] = "application/json";
	let response: Response;
	try {
		response = await fetch(`/api${path}`, {
			method,
			headers,
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	} catch {
		throw new Trouble("offline", "The server cannot be reached.");
	}
	return answer<T>(response);
}

const once = new Map<string, Promise<unknown>>();

/** What never changes while the page is open is asked once. */
function settled<T>(path: string): Promise<T> {
	const known = once.get(path) as Promise<T> | undefined;
	if (known) return known;
	const asked = ask<T>("GET", path, null);
	once.set(path, asked);
	asked.catch(() => once.delete(path));
	return asked;
}

const name = encodeURIComponent;

export const shelf = () => settled<{ games: GameData[] }>("/shelf").then((answer) => answer.games);
export const shelved = (game: string) => settled<GameData>(`/shelf/${name(game)}`);
export const shelfMap = (game: string, scenario: string) =>
	settled<MapData>(`/shelf/${name(game)}/map?scenario=${name(scenario)}`);
/** The ground of a table without hexes. */
export const shelfGround = (game: string, scenario: string) =>
	settled<Ground>(`/shelf/${name(game)}/ground?scenario=${name(scenario)}`);
export const sheets = (game: string) => settled<ChartList>(`/shelf/${name(game)}/tables`);
export const sheet = (game: string, table: string) =>
	settled<ChartData>(`/shelf/${name(game)}/tables/${name(table)}`);
/** The charts as they hold at a table. */
export const tableSheets = (id: string) => settled<ChartList>(`/games/${name(id)}/tables`);
export const tableSheet = (id: string, table: string) =>
	settled<ChartData>(`/games/${name(id)}/tables/${name(table)}`);
export const rules = (game: string) => settled<RulesData>(`/shelf/${name(game)}/rules`);
export const kind = (game: string, kind: string) =>
	settled<KindData>(`/shelf/${name(game)}/kinds/${name(kind)}`);
export const inquire = (game: string, kind: string, situation: string) =>
	ask<Report>("POST", `/shelf/${name(game)}/kinds/${name(kind)}`, null, { situation });
export const position = (game: string, wish: PositionWish) =>
	ask<PositionData>("POST", `/shelf/${name(game)}/position`, null, wish);
export const open = (setup: NewGame) => ask<Created>("POST", "/games", null, setup);

/** One game as one asker sees it; without a secret as a spectator. */
export function game(id: string, secret: string | null) {
	const at = `/games/${name(id)}`;
	return {
		info: () => ask<Summary>("GET", at, secret),
		map: () => ask<MapData>("GET", `${at}/map`, secret),
		state: (step?: number) =>
			ask<TableState>("GET", `${at}/state${step === undefined ? "" : `?step=${step}`}`, secret),
		story: (from: number, to: number) =>
			ask<{ steps: LogEntry[] }>("GET", `${at}/story?from=${from}&to=${to}`, secret),
		act: (revision: number, text: string, faces: number[] = []) =>
			ask<Acted>("POST", `${at}/act`, secret, {
				revision,
				text,
				...(faces.length > 0 ? { dice: faces.join(",") } : {}),
			}),
		coach: () => ask<CoachData>("GET", `${at}/coach`, secret),
		coachPlease: () => ask<CoachData>("POST", `${at}/coach`, secret),
		coachNoMore: () => ask<CoachData>("DELETE", `${at}/coach`, secret),
		plans: () => ask<{ plans: PlanData[] }>("GET", `${at}/plans`, secret),
		undo: (revision: number) => ask<Standing>("POST", `${at}/undo`, secret, { revision }),
		contribute: (what: { words: string } | { seal: string }) =>
			ask<Contributed>("POST", `${at}/seat/contribution`, secret, what),
		call: (player: string) => ask<{ name: string }>("PUT", `${at}/seat/name`, secret, { name: player }),
		resign: () => ask<Standing>("POST", `${at}/resign`, secret, {}),
		why: (text: string) => ask<WhyData>("POST", `${at}/why`, secret, { text }),
		whyNot: (proposal: Proposal) => ask<WhyData>("POST", `${at}/why`, secret, proposal),
		odds: () => ask<{ reports: Report[] }>("GET", `${at}/odds`, secret),
		chances: (text: string) => ask<{ report: Report | null }>("POST", `${at}/chances`, secret, { text }),
		overlay: (overlay: string, unit: CounterId | null) =>
			ask<Overlay>("GET", `${at}/overlays/${name(overlay)}${unit === null ? "" : `?unit=${unit}`}`, secret),
		talk: (after: number) =>
			ask<{ talk: TalkLine[] }>("GET", `${at}/talk?after=${after}`, secret).then((answer) => answer.talk),
		say: (words: string, pointed: string | null) =>
			ask<TalkLine>("POST", `${at}/talk`, secret, { words, at: pointed }),
		position: (step: number) => ask<PositionText>("GET", `${at}/position?step=${step}`, secret),
		luck: () => ask<LuckData>("GET", `${at}/luck`, secret),
		record: () => ask<string>("GET", `${at}/record`, secret),
		fork: (step: number, seats: Record<string, string>) =>
			ask<Created>("POST", `${at}/fork`, secret, { step, seats }),
	};
}
