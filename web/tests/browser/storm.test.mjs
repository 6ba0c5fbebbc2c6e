// A house is stormed on a table without hexes: the position is set up by hand, then the house, its wall and its windows are
// clicked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { abreast, barriers, begins, DESK, keep, onScreen, settled, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** The first game without hexes that takes positions of one's own, with the set-up of its learning scenario. */
async function tabled() {
	const { games } = await server.ask("GET", "/shelf");
	for (const game of games.filter((one) => one.phases.length > 0)) {
		const scenario = game.scenarios.find((one) => one.learning) ?? game.scenarios[0];
		const told = await server.ask("POST", `/shelf/${game.name}/position`, { scenario: scenario.name });
		if (told.view.ground) return { game, scenario, ...told };
	}
	throw new Error("no game on the shelf is played on such a table");
}

/** The box around a piece of ground. */
function boxOf({ points }) {
	const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
	return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** Positions in which a unit of the first side stands at the wall of a house with enemies in it, one after the other. */
function* atWalls({ scenario, position, view }) {
	const units = view.counters.filter(({ seat, spot, model }) => seat === 0 && spot && model?.of === null);
	for (const area of view.ground.areas.filter(({ kind }) => kind === "building")) {
		const { west, east, north, south } = boxOf(area);
		const isInside = ({ seat, spot }) =>
			seat === 1 && spot && spot.x > west && spot.x < east && spot.y > north && spot.y < south;
		if (!view.counters.some(isInside)) continue;
		const middle = Math.round((west + east) / 2);
		// Whoever commands them is near: nobody storms on his own.
		const [leader, ...others] = units.map(({ name }) => name);
		for (const name of others.toReversed()) {
			const put = (text, who, where) =>
				text.replace(
					text.split("; ").find((one) => one.startsWith(`${who} at `)),
					`${who} at ${where}`,
				);
			const first = position.replace(/side [^;]+/, `side ${scenario.sides[0].name}`);
			const led = put(first, leader, `${middle},${south + 130} facing 0`);
			yield { name, position: put(led, name, `${middle},${south + 11} facing 0 line`) };
		}
	}
}

const can =
	(...verbs) =>
	({ choices }) =>
		choices.some(({ verb }) => verbs.includes(verb.split(" ")[0]));
const stateOf = (opened) => server.ask("GET", `/games/${opened.id}/state`, undefined, opened.seats[0].secret);

/** Decides for both sides until the first can storm with that unit; nothing where it never comes to that. */
async function toStorm({ game, scenario }, { name, position }) {
	const seats = Object.fromEntries(scenario.sides.map((side) => [side.name, "link"]));
	const setup = { game: game.name, scenario: scenario.name, seats, options: { position } };
	const opened = await server.ask("POST", "/games", setup);
	if (!opened.seats) return null;
	// Its own order is waited for, no longer than the first turn lasts.
	const turn = ({ view, choices }) =>
		view.turn > 1 ||
		(view.counters.some((one) => one.in_hand && one.name === name) && can("do")({ choices }));
	const wanted = [begins(`next ${name}`), begins("declare"), begins("next"), begins("do lurk")];
	const state = await server.playOn(opened, turn, ...wanted);
	return can("storm")(state) && state.you === 0 ? opened : null;
}

/** Goes on until a device can be used at the wall or through a window. */
async function toDevices(opened) {
	const over = (state) => can("plant", "toss")(state) || can("declare", "next")(state);
	const state = await server.playOn(
		opened,
		over,
		begins("to"),
		begins("form"),
		begins("face"),
		begins("hold"),
	);
	return can("plant", "toss")(state) && state.you === 0 ? state : null;
}

/** Clicks what a choice is about, says which where it is more than one thing, and gives what was decided. */
async function click(page, opened, choice) {
	const before = await stateOf(opened);
	await abreast(page, before);
	await settled(page);
	await page.mouse.click(...(await onScreen(page, choice.hint.spot)));
	const same = before.choices.filter(
		({ points, hint }) => points.length === 0 && String(hint.spot) === String(choice.hint.spot),
	);
	if (same.length > 1) await page.locator(`.hand .primary:text-is("${choice.hint.label}")`).click();
	return server.next(opened, before);
}

test("a house is stormed by clicks: the house, its wall, its window", async () => {
	const table = await tabled();
	const done = new Set();
	// Dice decide who dares: another game is set up until it has come to both.
	for (let tries = 0; tries < 12 && !(done.has("plant") && done.has("toss")); tries++)
		for (const wish of atWalls(table)) {
			const opened = await toStorm(table, wish);
			if (!opened) continue;
			const page = await stage.sit(opened, 0, DESK);
			const storm = (await stateOf(opened)).choices.find(({ verb }) => verb === "storm");
			assert.match((await click(page, opened, storm)).text, /^storm /);
			done.add("storm");
			const state = await toDevices(opened);
			const verb = ["plant", "toss"].find((one) => !done.has(one) && state && can(one)(state));
			if (verb) {
				await keep(page, `storm-${verb}`);
				assert.deepEqual(await barriers(page), []);
				const choice = state.choices.find((one) => one.verb.startsWith(verb));
				const told = await click(page, opened, choice);
				assert.ok(told.text.startsWith(verb), told.text);
				assert.ok(told.dice.length > 0, "dice have fallen");
				done.add(verb);
			}
			await page.close();
			if (done.has("plant") && done.has("toss")) break;
		}
	assert.deepEqual([...done].sort(), ["plant", "storm", "toss"]);
});
