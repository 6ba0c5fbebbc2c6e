// Opens a game and keeps what this browser holds of it.
import * as api from "../api/client";
import { BEGINNING } from "../table/guide.svelte";
import type { Created, NewGame } from "../types";
import * as keep from "./keep";

/** What a kept game is called. */
export interface Named {
	game: string;
	title: string;
	scenario: string;
}

/** Keeps the seats of a game that was just opened: who plays here holds all of this screen, a link is somebody else's. */
export function hold(opened: Created, { game, title, scenario }: Named): void {
	const seats = opened.seats.flatMap(({ seat, name, secret, who }) =>
		secret && who === "here" ? [{ seat, name, secret }] : [],
	);
	keep.keepGame({ id: opened.id, game, title, scenario, seats, opened: Date.now() });
	const link = opened.seats.find((seat) => seat.who === "link")?.link;
	if (link) sessionStorage.setItem(`sandtable.invite.${opened.id}`, link);
}

/** Opens a game; the way to its table. */
export async function openGame(setup: NewGame, named: Named, guided = false): Promise<string> {
	const opened = await api.open(setup);
	hold(opened, named);
	if (guided) keep.keepLesson(opened.id, BEGINNING);
	return `/game/${opened.id}`;
}
