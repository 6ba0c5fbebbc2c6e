// The bar and the list beside the map: no button is cut off, and who is in hand is seen before it lies on the map.
import assert from "node:assert/strict";
import { test } from "node:test";
import { abreast, barriers, begins, isEnd, PHONE, settled, soon, theatre, type } from "./stage.mjs";

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

test("a few answers that all lie on the map are buttons as well", async () => {
	const opened = await server.open(["here", "here"]);
	const few = ({ choices }) => choices.length > 0 && choices.length <= 3 && !choices.some(bare);
	const wanted = [begins("battle"), begins("commit"), begins("attack"), isEnd];
	const state = await server.playOn(opened, few, ...wanted);
	const page = await stage.sit(opened, state.deciding, WIDE);
	await page.waitForFunction(
		(many) => document.querySelectorAll(".bar .answers > button.primary").length === many,
		state.choices.length,
	);
	const shown = (await page.locator(".bar .answers > button.primary").allInnerTexts()).map((text) =>
		text.trim().toLowerCase(),
	);
	for (const { hint, text } of state.choices)
		assert.ok(
			shown.some((words) => words.startsWith((hint.label || text).toLowerCase())),
			`${hint.label} in ${shown}`,
		);
});

test("a question that finds no room on a phone can be read whole", async () => {
	let cut = 0;
	for await (const { game, opened } of tables()) {
		const { deciding } = await server.ask("GET", `/games/${opened.id}`);
		const page = await stage.sit(opened, deciding, PHONE);
		await settled(page);
		const map = page.locator("[role=application]");
		const before = await map.boundingBox();
		const rest = page.locator(".bar .rest");
		let isCut = false;
		await soon(async () => {
			isCut = await page.evaluate(() => {
				const asked = document.querySelector("h1.prompt");
				return asked.scrollHeight > asked.clientHeight + 2;
			});
			assert.equal(await rest.count(), Number(isCut), game.name);
		});
		if (isCut) {
			cut++;
			await rest.tap();
			const state = await server.ask(
				"GET",
				`/games/${opened.id}/state`,
				undefined,
				opened.seats[deciding].secret,
			);
			await page.waitForSelector(".asked");
			await soon(async () => {
				const told = (await page.locator(".asked").innerText()).toLowerCase();
				assert.ok(told.includes(state.view.prompt.words.toLowerCase()), told);
			});
			await soon(async () =>
				assert.deepEqual(await map.boundingBox(), before, "the map below does not move"),
			);
			await soon(async () => assert.ok((await rest.boundingBox()).height >= 44, "a finger finds it"));
			assert.deepEqual(await barriers(page), []);
			await rest.tap();
			await page.waitForSelector(".asked", { state: "detached" });
			await rest.tap();
			await page.waitForSelector(".asked");
			await page.keyboard.press("Escape");
			await page.waitForSelector(".asked", { state: "detached" });
		}
		await page.close();
	}
	assert.ok(cut > 0, "some question is as long");
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

test("nothing slides while decisions are made and dice fall, and undo keeps its place", async () => {
	const opened = await server.open(["here"]);
	const page = await stage.person(WIDE);
	await page.addInitScript(() => {
		globalThis.slid = [];
		new PerformanceObserver((list) => {
			// What follows one's own press at once counts too.
			for (const { value, sources } of list.getEntries())
				if (value > 0.0005) globalThis.slid.push([value, ...sources.map(({ node }) => node?.textContent)]);
		}).observe({ type: "layout-shift", buffered: true });
	});
	for (const { secret } of opened.seats) {
		await page.goto(`${server.address}/game/${opened.id}#${secret}`);
		await page.waitForSelector("#command");
	}
	await settled(page);
	await page.waitForTimeout(500);
	await page.evaluate(() => {
		globalThis.slid.length = 0;
	});
	const places = new Set();
	let rolls = 0;
	for (let made = 0; made < 30 && rolls < 2; made++) {
		const cover = page.locator(".cover button");
		if (await cover.count()) await cover.click();
		const { deciding } = await server.ask("GET", `/games/${opened.id}`);
		const { secret } = opened.seats[deciding];
		const state = await server.ask("GET", `/games/${opened.id}/state`, undefined, secret);
		if (state.outcome) break;
		await abreast(page, state);
		// Set up, put one attack together, and have it resolved.
		const wishes = [
			({ hint, verb }) => hint.rolls || verb === "deploy",
			(choice) => state.view.arrows.length > 0 && bare(choice) && choice.hint.kind === "plain",
			begins("battle"),
			({ verb }) => verb === "attack",
			({ hint }) => hint.kind === "end",
		];
		const wanted = wishes.find((wish) => state.choices.some(wish)) ?? (() => true);
		const choice = state.choices.find(wanted);
		await type(page, choice.text);
		rolls += await page.locator(".rolled").count();
		const undo = page.locator(".undoing");
		if (await undo.count()) places.add(Math.round((await undo.boundingBox()).x));
	}
	assert.ok(rolls > 0, "dice have fallen");
	assert.equal(places.size, 1, "undo stands where it stood");
	await soon(async () => assert.deepEqual(await page.evaluate(() => globalThis.slid), []));
});
