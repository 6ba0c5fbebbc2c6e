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
const STRENGTHS: Record<string, string> = {
	random: "a dummy that plays at random",
	recruit: "a beginner: plans a little, overlooks much",
	regular: "a seasoned player: weighs every attack by its odds",
	veteran: "the strongest: looks ahead, takes longer",
};
export const strengthOf = (bot: string) => {
	const [name = bot, manner] = bot.split("/");
	return `${STRENGTHS[name] ?? name}${manner ? `, ${manner}` : ""}${STRENGTHS[name] ? ` (${name})` : ""}`;
};

/** What is offered to begin with: a scenario for learning if there is one, the first side, a program of middling strength. */
export const usual = (game: GameData): Wish => ({
	scenario: offered(game)[0]?.name ?? "",
	seat: 0,
	against: game.bots.length > 0 ? `bot:${game.bots[Math.floor(game.bots.length / 2)]}` : "here",
	options: {},
	patch: null,
	dice: "committed",
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
