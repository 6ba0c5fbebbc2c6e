// What a newcomer reads: in the lobby, on buttons, in the log, when looking back; for every game that can be played.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, isEnd, settled, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

const playable = async () => (await server.ask("GET", "/shelf")).games.filter((game) => game.playable);
const learning = (game) => game.scenarios.find((one) => one.learning) ?? game.scenarios[0];
const bare = ({ units, hexes, points, hint }) =>
	units.length === 0 && hexes.length === 0 && points.length === 0 && !hint.spot;

/** A table with its learning scenario, played at one screen. */
async function opened(game, more = {}) {
	const { name, sides } = learning(game);
	const seats = Object.fromEntries(sides.map((side) => [side.name, "here"]));
	return server.ask("POST", "/games", { game: game.name, scenario: name, seats, ...more });
}

/** Decides on what is found in the state that the decider sees, up to so many times; ends where nothing is found. */
async function play(table, times, choose) {
	for (let turn = 0; turn < times; turn++) {
		const { deciding } = await server.ask("GET", `/games/${table.id}`);
		if (deciding === null || deciding === undefined) return;
		const { secret } = table.seats[deciding];
		const state = await server.ask("GET", `/games/${table.id}/state`, undefined, secret);
		const wanted = choose(state, turn);
		if (!wanted) return;
		const { text, dice } = wanted;
		const act = { revision: state.revision, text, ...(dice ? { dice } : {}) };
		await server.ask("POST", `/games/${table.id}/act`, act, secret);
	}
}

test("what can be decided and what is asked stands in words in every game, without raw keys or an “enemy”", async () => {
	for (const game of await playable()) {
		const table = await opened(game);
		await play(table, 30, ({ choices, view }, turn) => {
			for (const choice of choices.filter(bare)) {
				const words = choice.hint.label || choice.text;
				assert.match(words, /^[\p{L}\p{N}][^_{}]*$/u, `${game.name}: “${choice.text}”`);
				assert.ok(choice.hint.label || /^\p{L}+$/u.test(choice.text), `${game.name}: “${choice.text}”`);
			}
			const asked = [view.prompt?.words ?? "", ...view.goals.map((goal) => goal.words), view.moment];
			for (const words of asked) {
				assert.doesNotMatch(words, /[_{}]/, `${game.name}: “${words}”`);
				assert.doesNotMatch(words, /\b(the|his|your) enemy\b/i, `${game.name}: sides have names: “${words}”`);
			}
			// Here and there, so that much of a turn is seen; no two runs of the same game differ by more than their dice.
			return choices[(turn * 7 + 3) % choices.length];
		});
	}
});

test("how far the beaten go is said in words, not in bare numbers", async () => {
	const table = await server.open(["here", "here"], { dice: "entered" });
	let found = [];
	await play(table, 60, ({ choices }) => {
		found = choices.filter(
			({ units, numbers, hexes }) => units.length === 1 && numbers.length === 1 && hexes.length === 0,
		);
		if (found.length > 0) return null;
		const next = ["roll", "battle", "attack", "commit"]
			.map((verb) => choices.find(({ text }) => text.startsWith(verb)))
			.find((choice) => choice);
		const choice = next ?? choices.find(isEnd) ?? choices[0];
		return { text: choice.text, dice: choice.hint.rolls ? "5" : null };
	});
	assert.ok(found.length > 1, "somebody is beaten");
	for (const { hint, numbers } of found) {
		assert.match(hint.label, /(stays where|\d hex)/, hint.label);
		assert.ok(numbers[0] === 0 || hint.label.includes(`${numbers[0]} hex`), hint.label);
	}
});

test("the lobby leads with learning, says how strong each program is, and has house options to be clicked", async () => {
	const games = await playable();
	const page = await stage.person(DESK);
	await page.goto(`${server.address}/`);
	await page.waitForFunction(
		(many) => document.querySelectorAll("article form").length === many,
		games.length,
	);
	for (const game of games) {
		const card = page.locator("article", { has: page.locator(`a[href='/rules/${game.name}']`) });
		const chosen = (label) =>
			card
				.locator("label", { has: page.locator("select"), hasText: label })
				.locator("select")
				.evaluate((select) => select.selectedOptions[0].textContent);
		if (game.scenarios.some((one) => one.learning))
			assert.match(await chosen(/^Scenario/), /^Learn: /, game.name);
		const against = await chosen(/^Against/);
		assert.ok(against.length < 18, `${game.name}: “${against}” fits`);
		const scenario = await card
			.locator("label", { hasText: /^Scenario/ })
			.locator("select")
			.inputValue();
		for (const bot of [...game.bots, ...(game.scenario_bots[scenario] ?? [])]) {
			await card
				.locator("label", { hasText: /^Against/ })
				.locator("select")
				.selectOption(`bot:${bot}`);
			await card.locator(".strength", { hasText: /^It .+\.$/ }).waitFor();
		}
		if (game.options.length === 0) continue;
		await card.locator("summary:has-text('House options')").click();
		const options = card.locator("details[open]", { hasText: "House options" });
		await options.locator("label").first().waitFor();
		assert.equal(await options.locator("label").count(), game.options.length, game.name);
		const controls = options.locator("input[type=checkbox], input[type=number], select");
		assert.equal(await controls.count(), game.options.length, `${game.name}: a control for each`);
		const told = await options.innerText();
		for (const { name, words, clause } of game.options) {
			assert.ok(!told.includes(name) || !name.includes("_"), `${game.name}: ${name} is a key`);
			assert.ok(told.includes(words), `${game.name}: ${words}`);
			assert.ok(told.includes(clause), `${game.name}: ${clause}`);
		}
	}
});

test("the map of the lobby shows who stands where", async () => {
	const page = await stage.person(DESK);
	await page.goto(`${server.address}/`);
	const games = (await playable()).filter((game) => game.phases.length > 0);
	for (const game of games) {
		const card = page.locator("article", { has: page.locator(`a[href='/rules/${game.name}']`) });
		await card.locator(".picture .counter, .picture canvas").first().waitFor();
	}
});

test("at the beginning the situation stands beside the map, and what can be placed has its picture", async () => {
	for (const game of await playable()) {
		const table = await opened(game);
		const { deciding } = await server.ask("GET", `/games/${table.id}`);
		const page = await stage.sit(table, deciding, DESK);
		await settled(page);
		if (learning(game).situation)
			await page.waitForSelector(`.situation:has-text("${learning(game).situation.slice(0, 40)}")`);
		const { choices } = await server.ask(
			"GET",
			`/games/${table.id}/state`,
			undefined,
			table.seats[deciding].secret,
		);
		const picks = choices.filter(({ hint, units }) => hint.kind === "pick" && units.length > 0);
		if (picks.length > 0) {
			const pictures = page.locator(".panel li button:has(svg .counter)");
			const folded = page.locator(".panel details:not([open]) > summary", { hasText: "pick" });
			if (await folded.count()) await folded.first().click();
			await pictures.first().waitFor();
			assert.ok(
				(await pictures.count()) >= Math.min(picks.length, 150),
				`${game.name}: each with its picture`,
			);
		}
		await page.close();
	}
});

test("looking back at a finished game says at each step what was asked and decided, and playing on is a new game", async () => {
	const game = await server.game();
	const table = await opened(game);
	await play(table, 12, ({ choices }) => choices.find(isEnd) ?? choices[0]);
	await server.ask("POST", `/games/${table.id}/resign`, {}, table.seats[0].secret);
	const page = await stage.sit(table, 0, DESK);
	const { steps } = await server.ask("GET", `/games/${table.id}`);
	const names = game.scenarios.find((one) => one.learning).sides.map(({ name }) => name);
	for (const step of [0, 1, steps - 1]) {
		await page.goto(`${server.address}/game/${table.id}?step=${step}`);
		await page.waitForFunction(() =>
			/^Then .+ was asked: /.test(document.querySelector("h1.prompt")?.innerText ?? ""),
		);
		await page.waitForFunction((names) => {
			const told = document.querySelector(".decided")?.innerText ?? "";
			return names.some((name) => told.startsWith(`${name} decided: `) && told.length > name.length + 12);
		}, names);
		assert.doesNotMatch(await page.locator("h1.prompt").innerText(), /game is over|given up/);
	}
	// The log is in turns, each decision a sentence; only the last turn is open, unless one looks back.
	await page.goto(`${server.address}/game/${table.id}`);
	await page.waitForSelector("section[aria-label='The end']");
	await page.waitForSelector(".situation", { state: "detached" });
	await page.locator("#tab-log").click();
	await page.waitForSelector("[role=log] details[open]");
	const { steps: story } = await server.ask(
		"GET",
		`/games/${table.id}/story?from=0`,
		undefined,
		table.seats[0].secret,
	);
	const turns = new Set(story.map(({ moment }) => moment.split(",")[0]));
	await page.waitForFunction(
		(many) => document.querySelectorAll("[role=log] > details").length === many,
		turns.size,
	);
	assert.equal(await page.locator("[role=log] > details[open]").count(), 1);
	const commands = new Set(story.filter(({ events }) => events.length > 0).map(({ text }) => text));
	const lines = await page.locator("[role=log] li > a").allTextContents();
	assert.deepEqual(
		lines.filter((line) => commands.has(line.trim())),
		[],
		"sentences, not commands",
	);
	await page.goto(`${server.address}/game/${table.id}?step=1`);
	const on = page.locator("button:has-text('Play on from here, as a new game')");
	await on.waitFor();
	assert.match(await on.getAttribute("title"), /new game.*this one stays/i);
	await on.click();
	await page.waitForFunction((id) => !location.pathname.endsWith(id), table.id);
	await page.waitForSelector("[role=application]");
	assert.equal((await server.ask("GET", `/games/${table.id}`)).steps, steps, "this one stays as it is");
});

test("the hex of the keys is seen in the dark", async () => {
	const table = await opened(await server.game());
	const page = await stage.sit(table, 0, { ...DESK, colorScheme: "dark" });
	await settled(page);
	await page.locator("[role=application]").focus();
	await page.keyboard.press("ArrowRight");
	await page.waitForSelector(".cursor-edge");
	const edge = await page
		.locator(".cursor-edge")
		.evaluate((one) => [getComputedStyle(one).stroke, Number.parseFloat(getComputedStyle(one).strokeWidth)]);
	assert.equal(edge[0], "rgb(255, 255, 255)");
	assert.ok(edge[1] > 5, `${edge[1]} wide`);
	await page.waitForSelector(".cursor");
});
