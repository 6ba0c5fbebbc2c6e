// A game in which counters face somewhere, played against a program: moved, turned, attacked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { abreast, barriers, keep, nameOf, prompt, sent, settled, soon, takeUp, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

const yours = (page) => page.waitForSelector(".bar.yours", { timeout: 60_000 });
const counter = (page, name) => page.locator(`g.counters [data-name='${name}']`);

/** From the front page to a table, against the weakest program that plans. */
async function sitDown({ game, scenario }) {
	const page = await stage.person();
	await page.goto(server.address);
	const card = page.locator("article", { hasText: game.title });
	await card.locator("select").nth(0).selectOption(scenario);
	await card.locator("select").nth(2).selectOption("bot:recruit");
	await card.locator("button[type=submit]").click();
	await page.waitForURL(/\/game\//);
	await yours(page);
	const id = new URL(page.url()).pathname.split("/").at(-1);
	const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("sandtable.games")));
	return { page, id, secret: kept[0].seats[0].secret };
}

/** The first move by hand: a counter, a hex, a facing. */
async function moveAndTurn({ page, id, secret }) {
	const state = () => server.ask("GET", `/games/${id}/state`, undefined, secret);
	await settled(page);
	await takeUp(page);
	const unit = await page.locator("g.counters [data-unit]:has(.chosen)").getAttribute("data-name");
	await page.waitForSelector(".target");
	await page.keyboard.press("Escape");
	await page.waitForSelector(".target", { state: "detached" });
	await page.waitForSelector("g.counters .can");
	await takeUp(page, { name: unit });
	await page.waitForSelector(".target");
	// Where it can end facing one way only nothing is asked: then another hex.
	for (let place = 0; place < 12; place++) {
		await page.locator(".target .tint").nth(place).click({ force: true });
		await page.waitForSelector(".target", { state: "detached" });
		await sent(page);
		if (await page.locator(".turn").count()) break;
		await page.keyboard.press("z");
		await page.waitForSelector(".target");
	}
	await soon(async () => assert.match(await prompt(page), /face/));
	const { choices } = await state();
	await soon(async () =>
		assert.equal(await page.locator(".turn").count(), choices.length, "every facing has its arrow"),
	);
	const before = (await state()).view.counters.find((counter) => counter.name === unit).facing;
	const wanted = choices.map((choice) => choice.hint.facing).find((facing) => facing !== before);
	await keep(page, "facing");
	await page.locator(`.turn[data-facing='${wanted}'] circle`).click({ force: true });
	await page.waitForSelector(".turn", { state: "detached" });
	await sent(page);
	const turned = (await state()).view.counters.find((counter) => counter.name === unit).facing;
	assert.equal(turned, wanted);
	// The counter shows where it faces.
	await counter(page, unit).locator(`.facing[transform='rotate(${wanted})']`).waitFor({ state: "attached" });
}

const spot = (place) => [Number(place.slice(0, 2)), Number(place.slice(2))];
const apart = (one, other) => Math.hypot(spot(one)[0] - spot(other)[0], spot(one)[1] - spot(other)[1]);

/** Goes on without the browser, towards the enemy, until somebody can be attacked; false if it comes to nothing. */
async function closeIn({ id, secret }) {
	for (let tries = 0; tries < 600; tries++) {
		const state = await server.ask("GET", `/games/${id}/state`, undefined, secret);
		if (state.outcome) return false;
		if (state.deciding !== state.you) {
			await new Promise((go) => setTimeout(go, 30));
			continue;
		}
		if (state.choices.some((choice) => choice.text.startsWith("attack"))) return true;
		const enemies = state.view.counters.filter(
			(counter) => counter.seat !== state.you && counter.facing !== null,
		);
		const near = (choice) => Math.min(...enemies.map((enemy) => apart(choice.hexes[0], enemy.place)));
		const moves = state.choices.filter((choice) => choice.text.startsWith("to "));
		const best = moves.sort((one, other) => near(one) - near(other))[0] ?? state.choices[0];
		await server.ask("POST", `/games/${id}/act`, { revision: state.revision, text: best.text }, secret);
	}
	return false;
}

/** An attack by hand: the enemy, who joins, the dice. The step whose chart was read, none if the enemy got away. */
async function attack({ page, id, secret }) {
	const state = await server.ask("GET", `/games/${id}/state`, undefined, secret);
	await abreast(page, state);
	const enemy = nameOf(state, state.choices.find((choice) => choice.verb === "attack").units[0]);
	await counter(page, enemy).locator(".card").click({ force: true });
	await page.waitForSelector("text=Who attacks");
	// Where only one can attack nobody is asked.
	await page.waitForSelector("g.counters .can, .arrows path", { state: "attached" });
	await sent(page);
	if (!(await page.locator(".arrows path").count())) {
		const joiner = await page.locator("g.counters [data-unit]:has(.can)").first().getAttribute("data-name");
		await counter(page, joiner).locator(".card").click({ force: true });
	}
	await page.waitForSelector(".arrows path");
	await page.waitForSelector("details.odds");
	const label = await page.locator(".arrows .head text").textContent();
	await soon(async () =>
		assert.equal(
			await page.locator("details.odds .column").first().innerText(),
			label,
			"the odds stand at the arrow",
		),
	);
	await keep(page, "facing-attack");
	await page.locator(".buttons button:has-text('Fight')").click();
	await page.waitForFunction(() => !document.querySelector("h1.prompt").innerText.includes("Who attacks"));
	for (let tries = 0; tries < 100; tries++) {
		const { steps } = await server.ask("GET", `/games/${id}/story?from=${state.steps}`, undefined, secret);
		const read = steps.find((step) => step.cells.length > 0);
		if (read) return read;
		if (steps.some((step) => step.events.some((event) => /slips away|does not stand/.test(event.words))))
			return null;
		await new Promise((go) => setTimeout(go, 50));
	}
	return null;
}

test("a turn with facings is played against a program, and the cell that was rolled is lit", async () => {
	const found = await server.facing();
	let read = null;
	for (let games = 0; games < 5 && !read; games++) {
		const table = await sitDown(found);
		const { page } = table;
		await moveAndTurn(table);
		if (await closeIn(table)) read = await attack(table);
		if (!read) continue;
		// The program may have rolled since, without a chart: so one looks back at one's own roll.
		await page.waitForSelector(".rolled");
		await page.goto(`${server.address}/game/${table.id}?step=${read.number}`);
		await page.waitForSelector(".rolled td.hit");
		const lit = await page.evaluate(() =>
			[...document.querySelectorAll(".rolled td.hit")].map((cell) => [
				cell.parentElement.querySelector("th").innerText,
				cell.closest("table").querySelectorAll("thead th")[cell.cellIndex - 1].innerText,
			]),
		);
		const told = read.cells.map(({ row, column }) => `${row}, ${column}`);
		assert.deepEqual(
			lit.map((cell) => cell.join(", ")),
			told,
		);
		await keep(page, "facing-rolled");
		assert.deepEqual(await barriers(page), []);
	}
	assert.ok(read, "somebody was attacked and the chart was read");
});
