// When a game is over: the account, the luck of the dice, and what the coach says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, begins, DESK, isEnd, keep, PHONE, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;
const rolls = (choice) => choice.hint.rolls;

/** A short game with two rolls, given up by the first side. */
async function lost() {
	const opened = await server.open(["here", "here"]);
	for (let many = 0; many < 2; many++) {
		const can = (state) => state.choices.some(rolls);
		const wanted = [begins("commit"), begins("battle"), begins("attack"), isEnd];
		const state = await server.playOn(opened, can, ...wanted);
		await server.decide(opened.id, opened.seats[state.deciding].secret, rolls);
	}
	await server.ask("POST", `/games/${opened.id}/resign`, {}, opened.seats[0].secret);
	return opened;
}

test("looking back at a game that is over nothing is over yet, and at its end nobody lacks anything", async () => {
	const opened = await lost();
	const page = await stage.sit(opened, 0);
	const goals = page.locator(".goals small");
	await soon(async () => assert.equal(await goals.innerText(), "The end"));
	await page.locator("#tab-score").click();
	const won = page.locator("section[aria-label='How it is won']");
	const { view } = await server.ask("GET", `/games/${opened.id}/state`);
	const lacks = view.goals.filter(({ have, need }) => need !== null && have < need);
	assert.ok(lacks.length > 0, "somebody had not got there");
	await soon(async () => {
		const told = await won.innerText();
		for (const { words } of lacks) assert.ok(!told.includes(words), told);
	});
	const bars = () => won.locator("progress").evaluateAll((all) => all.map((one) => one.ariaLabel));
	await soon(async () => {
		const told = (await bars()).join();
		for (const { words } of lacks) assert.ok(!told.includes(words), told);
	});
	const then = await server.ask("GET", `/games/${opened.id}/state?step=1`);
	await page.goto(`${server.address}/game/${opened.id}?step=1`);
	await page.waitForSelector(".bar.past");
	const own = then.view.goals.find(({ seat }) => seat === 0);
	await soon(async () => assert.equal(await goals.innerText(), own.words));
	await page.locator("#tab-score").click();
	await soon(async () => assert.ok((await won.innerText()).includes(own.words)));
});

for (const [what, isLost, losses, course] of [
	["the beginning", (step) => step === 0, false, true],
	["the turns", (step) => step > 0, true, false],
])
	test(`what cannot be had takes nothing else of the account away: ${what}`, async () => {
		const opened = await lost();
		const page = await stage.person(DESK);
		await page.route(/\/state\?step=\d+/, (route) =>
			isLost(Number(/step=(\d+)/.exec(route.request().url())[1]))
				? route.fulfill({ status: 500, json: {} })
				: route.continue(),
		);
		await page.goto(`${server.address}/game/${opened.id}#${opened.seats[0].secret}`);
		const end = page.locator("section[aria-label='The end']");
		await soon(async () => {
			const told = await end.innerText();
			assert.equal(/^Losses$/m.test(told), losses, told);
			assert.equal(told.includes("The losses cannot be told now."), !losses, told);
			assert.equal(told.includes("How it stood turn by turn cannot be told now."), !course, told);
		});
	});

const isWide = (page) =>
	page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const [size, options] of [
	["desk", DESK],
	["phone", PHONE],
])
	test(`the luck of a game is told by turn, with its turning points: ${size}`, async () => {
		const page = await stage.sit(await lost(), 0, options);
		const end = page.locator("section[aria-label='The end']");
		if (size === "phone") await page.locator("button:has-text('Side column')").click();
		const table = end.locator("table", { hasText: "What the dice gave" });
		await table.waitFor();
		await soon(async () =>
			assert.match(await end.innerText(), /more luck than in \d+ of 100|favoured nobody/),
		);
		const cells = await table.locator("tfoot td").allInnerTexts();
		const number = (text) => Number(text.replace("\u2212", "-").replace("+", ""));
		const [one, other, both] = cells.map(number);
		assert.ok(Math.abs(one + other - both) < 0.11, `${one} and ${other} are ${both}`);
		assert.deepEqual(await barriers(page), []);
		await soon(async () => assert.equal(await isWide(page), false, "nothing runs over the edge"));
		await keep(page, `luck-${size}`);
		await end.locator("ol button").first().click();
		await page.waitForURL(/step=\d+/);
	});

test("the coach goes through the game, can be stopped, and leads back to the decision", async () => {
	const page = await stage.sit(await lost(), 0);
	const coach = page.locator("section[aria-label='The coach']");
	await coach.locator("button:has-text('Ask the coach')").click();
	await coach.locator("progress, details").first().waitFor();
	const enough = coach.locator("button:has-text('Enough')");
	if (await enough.count()) await enough.click({ timeout: 5000 }).catch(() => {});
	await coach
		.locator("details", { hasText: "How far the coach can be trusted" })
		.waitFor({ timeout: 120_000 });
	const sides = coach.locator("summary", { hasText: "would have done the same in" });
	await soon(async () => assert.equal(await sides.count(), 2, "both sides are judged"));
	const closed = coach.locator("details:not([open]) > summary");
	while ((await closed.count()) > 0) await closed.first().click();
	assert.deepEqual(await barriers(page), []);
	await soon(async () => assert.equal(await isWide(page), false, "nothing runs over the edge"));
	await coach.scrollIntoViewIfNeeded();
	await keep(page, "coach");
	const decision = coach.locator("a[href*='step=']").first();
	if (await decision.count()) {
		await decision.click();
		await page.waitForURL(/step=\d+/);
		await page.waitForSelector("[role=application]");
	}
	// Whoever comes later finds what he has said.
	await page.goBack();
});
