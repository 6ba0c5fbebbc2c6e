// Set up and ask: a position of one's own on every map, shared by its address, played on from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, inReach, keep, PHONE, settled, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

const arrangeable = async () =>
	(await server.ask("GET", "/shelf")).games.filter((game) => game.phases.length > 0);

test("a counter is put elsewhere, asked about, shared and played on from", async () => {
	const [game] = await arrangeable();
	const page = await stage.person(DESK);
	await page.goto(`${server.address}/`);
	await page.locator(`a[href^='/setup/${game.name}/']`).click();
	await page.waitForSelector("g.counters [data-unit]");
	await settled(page);
	const [from] = await inReach(page, "g.counters [data-unit]");
	await page.mouse.click(from.x, from.y);
	if (await page.locator(".fan").count()) {
		const [spread] = await inReach(page, ".fan [data-unit]");
		await page.mouse.click(spread.x, spread.y);
	}
	await page.waitForSelector("[aria-label='The counter in hand']");
	const name = (await page.locator("[aria-label='The counter in hand'] h2").innerText()).split(
		/\s{2,}|\n/,
	)[0];
	// Alone on the map it can stand nearly anywhere.
	await page.locator("button:has-text('Clear the rest of the map')").click();
	await page.waitForFunction(() => document.querySelectorAll("g.counters [data-unit]").length === 1);
	assert.match(decodeURIComponent(page.url()), /#turn 1; side .*others away; /);
	// What is asked lies over the map.
	const [overlay] = game.overlays;
	await page.locator(`[aria-label='Ask'] button:has-text('${overlay.title}')`).first().click();
	await page.waitForSelector("[aria-label='Ask'] .legend");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "setup");
	// The address is the position.
	const other = await stage.person(PHONE);
	await other.goto(page.url());
	await other.waitForFunction(() => document.querySelectorAll("g.counters [data-unit]").length === 1);
	assert.deepEqual(await barriers(other), []);
	await keep(other, "setup-phone");
	// Taken back, everybody stands where he stood.
	await page.locator("header button:has-text('Undo')").click();
	await page.waitForFunction(() => document.querySelectorAll("g.counters [data-unit]").length > 1);
	await page.locator("button.primary:has-text('Play on from here')").click();
	await page.waitForSelector(".link:has-text('live')");
	await page.waitForSelector("g.counters [data-unit]");
	await page.locator("#tab-score").click();
	await page.locator("button:has-text('Set this position up')").click();
	await page.waitForSelector("h1:has-text('a position of your own')");
	assert.ok(name.length > 0);
});

test("what the rules do not allow is refused in words and changes nothing", async () => {
	for (const game of await arrangeable()) {
		const scenario = game.scenarios.find((one) => one.learning) ?? game.scenarios[0];
		const wish = { scenario: scenario.name };
		const told = await server.ask("POST", `/shelf/${game.name}/position`, wish);
		assert.ok(told.position?.includes("others away"), JSON.stringify(told).slice(0, 300));
		// As it stands it can be set up again.
		const again = await server.ask("POST", `/shelf/${game.name}/position`, {
			...wish,
			position: told.position,
		});
		assert.equal(again.position, told.position, game.name);
		for (const [position, said] of [
			["Nobody at 0101", /no counter/],
			["turn 999", /no turn 999/],
			["side Martian", /no side/],
			["phase siesta", /no phase/],
		]) {
			const { error } = await server.ask("POST", `/shelf/${game.name}/position`, { ...wish, position });
			assert.match(error?.message ?? "", said, `${game.name}: ${position}`);
		}
		// An address that does not hold says so and shows the scenario.
		const page = await stage.person(DESK);
		await page.goto(
			`${server.address}/setup/${game.name}/${scenario.name}#${encodeURIComponent("Nobody at 0101")}`,
		);
		await page.waitForSelector("[role=alert]:has-text('no counter')");
		await page.waitForSelector("g.counters [data-unit]");
		await settled(page);
		assert.deepEqual(await barriers(page), [], game.name);
		await keep(page, `setup-${game.name}`);
		await page.context().close();
	}
});
