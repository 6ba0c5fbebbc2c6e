// How somebody wants to play a game.
import type { GameData, NewGame, PatchFile } from "../types";

export interface Wish {
	scenario: string;
	/** The place of one's side among those of the scenario. */
	seat: number;
	against: string;
	/** By name; what is empty is as published. */
	options: Record<string, string>;
	/** Makes it a variant. */
	patch: PatchFile | null;
	/** Who rolls: the server, or people with real dice. */
	dice: "committed" | "entered";
}

/** The scenarios, those for learning first. */
export const offered = (game: GameData) =>
	[...game.scenarios].sort((one, other) => Number(other.learning) - Number(one.learning));

/** How strong a program is, in words; one that the page has not heard of is called by its name. */
const STRENGTHS: Record<string, [string, string]> = {
	random: ["a dummy", "It plays at random: good for trying things out."],
	recruit: ["a beginner", "It plans a little and overlooks much: good for a first game."],
	regular: ["a seasoned player", "It weighs every attack by its odds and follows a plan."],
	veteran: ["a strong player", "It looks ahead and takes longer."],
	general: ["a master", "It looks further ahead with a sharper eye and may take ten seconds."],
};
export function strengthOf(bot: string): { short: string; words: string } {
	const [name = bot, manner] = bot.split("/");
	const [short, words] = STRENGTHS[name] ?? [name, ""];
	return { short: `${short}${manner ? `, ${manner}` : ""}`, words };
}

/** What a program was measured to be worth in a scenario; nothing where it was not. */
export function measuredOf(game: GameData, scenario: string, bot: string): string {
	const found = game.strengths.find((one) => one.scenario === scenario && one.bot === bot);
	return found
		? `It wins ${found.won} % of its games against ${strengthOf(found.against).short} (${found.games} played).`
		: "";
}

/** The programs that can be seated in a scenario. */
export const botsOf = (game: GameData, scenario: string) => [
	...game.bots,
	...(game.scenario_bots[scenario] ?? []),
];

/** Who has a seat, in words. */
export function playerOf(who: string): string {
	if (isProgram(who)) return `${strengthOf(who.slice(4)).short}, a program`;
	return who === "here" ? "at this screen" : who === "link" ? "by link" : who;
}

/** What is offered to begin with: a scenario for learning if there is one, the first side, a program of middling strength. */
export const usual = (game: GameData): Wish => ({
	scenario: offered(game)[0]?.name ?? "",
	seat: 0,
	against: game.bots.length > 0 ? `bot:${game.bots[Math.floor(game.bots.length / 2)]}` : "here",
	options: {},
	patch: null,
	dice: "committed",
});

/** The side that is led in a guided game. */
export const LED = 0;

/** A guided game is the published one: who is guided leads the first side and holds both, and the page rolls the dice. */
export const lessonOf = (wish: Wish): Wish => ({
	...wish,
	seat: LED,
	against: "here",
	dice: "entered",
	options: {},
	patch: null,
});

/** The sides of a scenario by name. */
export const sidesOf = (game: GameData, scenario: string) =>
	game.scenarios.find((one) => one.name === scenario)?.sides.map((side) => side.name) ?? [];

/** A program has no hands: with it the server rolls. */
export const isProgram = (against: string) => against.startsWith("bot:");

/** A wish as the server wants it. */
export function setupOf(game: GameData, wish: Wish): NewGame {
	const sides = sidesOf(game, wish.scenario);
	const seats = sides.map((side, place) => [side, place === wish.seat ? "here" : wish.against]);
	const options = Object.entries(wish.options).filter(([, value]) => value.trim() !== "");
	return {
		game: game.name,
		scenario: wish.scenario,
		seats: Object.fromEntries(seats),
		options: Object.fromEntries(options),
		...(wish.patch ? { patch: wish.patch } : {}),
		dice: isProgram(wish.against) ? "committed" : wish.dice,
	};
}
