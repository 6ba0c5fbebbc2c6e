// How somebody wants to play a game.
import type { Setup, ShelfGame } from "../api/types";

export interface Wish {
	scenario: string;
	seat: string;
	against: string;
	options: Record<string, string>;
	/** Who rolls: the server, or people with real dice. */
	dice: "committed" | "entered";
}

/** What is offered to begin with: the first scenario, the first side, a program of middling strength. */
export const usual = (game: ShelfGame): Wish => ({
	scenario: game.scenarios[0]?.name ?? "",
	seat: game.seats[0] ?? "",
	against: game.bots.length > 0 ? `bot:${game.bots[Math.floor(game.bots.length / 2)]}` : "here",
	options: {},
	dice: "committed",
});

/** A program has no hands: with it the server rolls. */
export const isProgram = (against: string) => against.startsWith("bot:");

/** A wish as the server wants it. */
export function setupOf(game: ShelfGame, wish: Wish): Setup {
	const seats = game.seats.map((seat) => [seat, seat === wish.seat ? "here" : wish.against]);
	const options = Object.entries(wish.options).filter(([, value]) => value.trim() !== "");
	return {
		game: game.name,
		scenario: wish.scenario,
		seats: Object.fromEntries(seats),
		options: Object.fromEntries(options),
		dice: isProgram(wish.against) ? "committed" : wish.dice,
	};
}
