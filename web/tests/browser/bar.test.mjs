// The bar and the list beside the map: no button is cut off, and who is in hand is seen before it lies on the map.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;
const WIDE = { viewport: { width: 1440, height: 900 } };

/** Every game that can be played, opened with its learning scenario at one screen. */
async function* tables() {
	const { games } = await server.ask("GET", "/shelf");
	for (const game of games.filter((one) => one.playable)) {
		const scenario = game.scenarios.find((one) => one.learning) ?? game.scenarios[0];
		const seats = Object.fromEntries(scenario.sides.map(({ name }) => [name, "here"]));
		const opened = await server.ask("POST", "/games", { game: game.name, scenario: scenario.name, seats });
		yield { game, opened };
	}
}

/** The state that the decider sees, after the first choice has been taken until something holds of it; null if it never does. */
async function until(opened, holds, times = 30) {
	for (let turn = 0; turn < times; turn++) {
		const { deciding } = await server.ask("GET", `/games/${opened.id}`);
		if (deciding === null || deciding === undefined) return null;
		const { secret } = opened.seats[deciding];
		const state = await server.ask("GET", `/games/${opened.id}/state`, undefined, secret);
		if (holds(state)) return state;
		const { text } = state.choices[0];
		await server.ask("POST", `/games/${opened.id}/act`, { revision: state.revision, text }, secret);
	}
	return null;
}

const bare = ({ units, hexes, points, hint }) =>
	units.length === 0 && hexes.length === 0 && points.length === 0 && !hint.spot;

test("however many buttons there are, all of them are seen in the bar", async () => {
	let most = 0;
	for await (const { game, opened } of tables()) {
		const state = await until(opened, ({ choices }) => choices.filter(bare).length > 4);
		if (!state) continue;
		const many = state.choices.filter(bare).length;
		most = Math.max(most, many);
		const page = await stage.sit(opened, state.deciding, WIDE);
		await settled(page);
		await page.waitForFunction(
			(many) => document.querySelectorAll(".bar .answers > button").length >= many,
			many,
		);
		const cut = await page.evaluate(() => {
			const bar = document.querySelector(".bar").getBoundingClientRect();
			return [...document.querySelectorAll(".bar .answers > button")]
				.filter((one) => one.getBoundingClientRect().bottom > bar.bottom + 1)
				.map((one) => one.innerText);
		});
		assert.deepEqual(cut, [], game.name);
		await page.close();
	}
	assert.ok(most > 4, "some game has so many");
});

test("who is in hand and lies nowhere on the map yet is shown beside it", async () => {
	let seen = 0;
	for await (const { game, opened } of tables()) {
		const { deciding } = await server.ask("GET", `/games/${opened.id}`);
		const { secret } = opened.seats[deciding];
		const state = await server.ask("GET", `/games/${opened.id}/state`, undefined, secret);
		const pick = state.choices.find(({ hint }) => hint.kind === "pick");
		const who = state.view.counters.find(({ id }) => id === pick?.units[0]);
		if (!who || who.spot || /^\d{4}$/.test(who.place)) continue;
		seen++;
		await server.ask(
			"POST",
			`/games/${opened.id}/act`,
			{ revision: state.revision, text: pick.text },
			secret,
		);
		const page = await stage.sit(opened, deciding, WIDE);
		await page.waitForSelector(`.held:has-text("${who.name}") svg .counter`);
		assert.match(await page.locator(".held").innerText(), /In hand: .*Click where it goes\./, game.name);
		await page.close();
	}
	assert.ok(seen > 0, "some game places its units one by one");
});
