// What makes a table pleasant: trails, a look at overlays, doing again, notes, real dice, keys of one's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	barriers,
	begins,
	DESK,
	isEnd,
	keep,
	nameOf,
	prompt,
	sent,
	soon,
	strike,
	theatre,
	type,
} from "./stage.mjs";

const stage = theatre();
const { server } = stage;
let page;

const playOn = (...how) => server.playOn(...how);

async function sit(opened, seats, options) {
	page = await stage.person(options);
	for (const seat of seats) {
		await page.goto(`${server.address}/game/${opened.id}#${opened.seats[seat].secret}`);
		await page.waitForSelector("[role=application]");
	}
}

const moving = (seat) => (state) =>
	state.deciding === seat &&
	state.choices.some((choice) => choice.text.startsWith("pick") && choice.hint.kind === "pick") &&
	state.view.turn > 0;

test("where the other side went is drawn, along its way", async () => {
	const opened = await server.open(["here", "here"]);
	await playOn(opened, moving(1), isEnd);
	const secret = opened.seats[1].secret;
	const look = () => server.ask("GET", `/games/${opened.id}/state`, undefined, secret);
	const state = await look();
	let moved = null;
	for (const pick of state.choices.filter((choice) => choice.hint.kind === "pick")) {
		await server.decide(opened.id, secret, (choice) => choice.text === pick.text);
		const far = (await look()).choices.filter((choice) => choice.hint.path.length > 2);
		if (far.length > 0) {
			await server.decide(opened.id, secret, (choice) => choice.text === far[0].text);
			moved = { unit: nameOf(state, pick.units[0]), path: far[0].hint.path };
			break;
		}
		await server.decide(opened.id, secret, (choice) => choice.hint.kind === "back");
	}
	assert.ok(moved, "somebody can go two hexes");
	await playOn(opened, moving(0), isEnd);
	await sit(opened, [0]);
	await page.waitForSelector(`[data-trail='${moved.unit}']`, { state: "attached" });
	await soon(async () =>
		assert.equal(await page.locator(`[data-trail='${moved.unit}'] circle`).count(), moved.path.length - 1),
	);
	await keep(page, "trails");
	await page.keyboard.press("t");
	await page.waitForSelector(".trails [data-trail]", { state: "detached" });
	await page.reload();
	await page.waitForSelector("button.trail");
	await soon(async () =>
		assert.equal(
			await page.locator("button.trail").getAttribute("aria-pressed"),
			"false",
			"the choice is kept",
		),
	);
});

test("a key held shows an overlay, pressed it stays; counters are hidden the same way", async () => {
	const opened = await server.open(["here", "here"]);
	await playOn(opened, moving(0), isEnd);
	await sit(opened, [0]);
	await page.waitForSelector(".overlays button");
	await page.keyboard.down("1");
	await page.waitForSelector(".legend");
	await page.waitForTimeout(450);
	await page.keyboard.up("1");
	await page.waitForSelector(".legend", { state: "detached" });
	await strike(page, "1");
	await page.waitForSelector(".legend");
	await soon(async () =>
		assert.equal(await page.locator(".overlays button").first().getAttribute("aria-pressed"), "true"),
	);
	await strike(page, "1");
	await page.waitForSelector(".legend", { state: "detached" });
	await page.keyboard.down("h");
	await page.waitForSelector("g.counters", { state: "hidden" });
	await page.waitForTimeout(450);
	await page.keyboard.up("h");
	await page.waitForSelector("g.counters", { state: "visible" });
	// Pressed, it takes off the counters, then the marks too, then brings all back.
	const marks = () => page.locator("svg .marks").count();
	await soon(async () => assert.equal(await marks(), 1));
	await strike(page, "h");
	await page.waitForSelector("g.counters", { state: "hidden" });
	await soon(async () => assert.equal(await marks(), 1));
	await strike(page, "h");
	await page.waitForSelector("button[aria-label='Show everything again']");
	await soon(async () => assert.equal(await marks(), 0));
	await page.locator("button[aria-label='Show everything again']").click();
	await page.waitForSelector("g.counters", { state: "visible" });
	await soon(async () => assert.equal(await marks(), 1));
});

test("what was taken back can be done again, and a turn begun anew", async () => {
	const opened = await server.open(["here", "here"]);
	await playOn(opened, moving(0), isEnd);
	await sit(opened, [0]);
	await page.waitForSelector("#command");
	const before = await prompt(page);
	const picks = await page.locator("#commands option").evaluateAll((all) => all.map((one) => one.value));
	await type(
		page,
		picks.find((text) => text.startsWith("pick")),
	);
	await page.waitForFunction((words) => document.querySelector("h1.prompt").innerText !== words, before);
	const held = await prompt(page);
	await page.locator("#tab-log").click();
	await page.keyboard.press("z");
	await page.waitForFunction((words) => document.querySelector("h1.prompt").innerText === words, before);
	await sent(page);
	await page.locator("button:has-text('Redo')").click();
	await page.waitForFunction((words) => document.querySelector("h1.prompt").innerText === words, held);
	await sent(page);
	await soon(async () => assert.equal(await page.locator("button:has-text('Redo')").count(), 0));
	// The live news of what is taken back is quicker than the answer.
	await page.route("**/undo", async (route) => {
		const response = await route.fetch();
		await new Promise((go) => setTimeout(go, 300));
		await route.fulfill({ response });
	});
	await page.keyboard.press("Shift+Z");
	await page.waitForSelector(".buttons button[aria-disabled]:has-text('Undo')");
	await sent(page);
	await soon(async () =>
		assert.ok(await page.locator("button:has-text('Undo')").isDisabled(), "nothing is left to take back"),
	);
	for (let many = 0; many < 20 && (await page.locator("button:has-text('Redo')").count()); many++) {
		await page.keyboard.press("y");
		await sent(page);
	}
	// All of it is done again, in its order.
	await page.waitForFunction((words) => document.querySelector("h1.prompt").innerText === words, held);
});

test("notes stay in the browser, game by game", async () => {
	const opened = await server.open(["here", "here"]);
	await sit(opened, [0]);
	await page.locator("#tab-score").click();
	await page.fill("#notes", "hold the bridge");
	await page.reload();
	await page.waitForSelector("[role=application]");
	await page.locator("#tab-score").click();
	await soon(async () => assert.equal(await page.inputValue("#notes"), "hold the bridge"));
	const other = await server.open(["here", "here"]);
	await page.goto(`${server.address}/game/${other.id}#${other.seats[0].secret}`);
	await page.waitForSelector("[role=application]");
	await page.locator("#tab-score").click();
	await soon(async () => assert.equal(await page.inputValue("#notes"), ""));
});

test("real dice are asked for, and the face that was given is the one that counts", async () => {
	const opened = await server.open(["here", "here"], { dice: "entered" });
	const can = (state) => state.choices.some((choice) => choice.hint.rolls);
	await playOn(opened, can, begins("commit"), begins("battle"), begins("attack"), isEnd);
	await sit(opened, [0, 1]);
	await page.waitForSelector(".bar.yours");
	const roll = page.locator(".buttons button:has-text('(rolls dice)')").first();
	const text = (await page.locator(".panel li button:has-text('(rolls dice)')").first().innerText()).split(
		"\n",
	)[0];
	if (await roll.count()) await roll.click();
	else await page.locator(".panel li button:has-text('(rolls dice)')").first().click();
	await page.waitForSelector(".throw");
	assert.ok(text);
	assert.deepEqual(await barriers(page), []);
	await keep(page, "real-dice");
	await page.locator(".throw button:has-text('Do not roll')").click();
	await page.waitForSelector(".throw", { state: "detached" });
	const steps = (await server.ask("GET", `/games/${opened.id}`)).steps;
	await page.locator(".panel li button:has-text('(rolls dice)')").first().click();
	await page.waitForSelector(".throw");
	await page.keyboard.press("5");
	await page.waitForSelector(".throw", { state: "detached" });
	await sent(page);
	const { steps: told } = await server.ask("GET", `/games/${opened.id}/story?from=${steps}`);
	assert.equal(told[0].dice[0].face, 5);
	await page.waitForSelector(".rolled td.hit");
});

test("a program says what it was after; where none does, nothing is asked", async () => {
	const opened = await server.open(["here", "bot:recruit"]);
	page = await stage.person();
	const plans = [{ seat: 1, name: "Somebody", sentences: ["take the bridge", "hold the rest"] }];
	await page.route("**/plans", (route) => route.fulfill({ json: { plans } }));
	await page.goto(`${server.address}/game/${opened.id}#${opened.seats[0].secret}`);
	await page.waitForSelector("[role=application]");
	await page.locator("#tab-log").click();
	await page.locator("summary:has-text('What was Somebody after?')").click();
	await soon(async () =>
		assert.match(await page.locator(".panel details").first().innerText(), /take the bridge\s+hold the rest/),
	);
	assert.deepEqual(await barriers(page), []);
	await page.unroute("**/plans");
	await page.route("**/plans", (route) =>
		route.fulfill({ status: 404, json: { error: { code: "unknown", message: "" } } }),
	);
	await page.reload();
	await page.waitForSelector("[role=application]");
	await page.locator("#tab-log").click();
	await page.waitForSelector("[role=log]", { state: "attached" });
	await soon(async () => assert.equal(await page.locator("summary:has-text('after?')").count(), 0));
});

test("keys can be chosen, and are kept", async () => {
	const opened = await server.open(["here", "here"]);
	await sit(opened, [0]);
	await page.keyboard.press("?");
	await page.waitForSelector(".help");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "keys");
	await page.locator(".help button[aria-label^='Key for: hex numbers']").click();
	await page.keyboard.press("q");
	await page.waitForSelector(".help button[aria-label='Key for: hex numbers, now q']");
	await page.keyboard.press("Escape");
	await page.waitForSelector(".help", { state: "detached" });
	await page.reload();
	await page.waitForSelector("[role=application]");
	const numbers = page.locator("button[aria-label='Hex numbers']");
	const before = await numbers.getAttribute("aria-pressed");
	await page.keyboard.press("q");
	await page.waitForFunction(
		(before) =>
			document.querySelector("button[aria-label='Hex numbers']").getAttribute("aria-pressed") !== before,
		before,
	);
});

test("sides can have other colours, kept by the browser; what is hard to see is said", async () => {
	const opened = await server.open(["here", "here"]);
	await playOn(opened, moving(0), isEnd);
	await sit(opened, [0], DESK);
	const card = (seat) =>
		page.evaluate(
			(seat) => getComputedStyle(document.querySelector(`.counter.seat-${seat} .card`)).fill,
			seat,
		);
	const other = await card(1);
	await page.keyboard.press("?");
	const choice = page.locator(".help input[type=color]").first();
	await choice.fill("#f2e34c");
	await soon(async () => assert.equal(await card(0), "rgb(242, 227, 76)"));
	await soon(async () => assert.equal(await card(1), other));
	await soon(async () => assert.equal(await page.locator(".side p").count(), 0));
	await choice.fill("#2c1a10");
	await page.waitForSelector(".side p:has-text('hard to read')");
	await page.locator(".side").last().scrollIntoViewIfNeeded();
	await keep(page, "colours");
	await choice.fill("#f2e34c");
	assert.deepEqual(await barriers(page), []);
	await page.reload();
	await page.waitForSelector(".counter.seat-0 .card");
	await soon(async () => assert.equal(await card(0), "rgb(242, 227, 76)", "the choice is kept"));
	await page.keyboard.press("?");
	await page.locator("button:has-text('The usual colours')").click();
	await soon(async () => assert.notEqual(await card(0), "rgb(242, 227, 76)"));
});

test("the map behaves as one likes it: tint, stacks, wheel, full size", async () => {
	const opened = await server.open(["here", "here"]);
	await playOn(opened, moving(0), isEnd);
	await sit(opened, [0]);
	const world = () => page.evaluate(() => document.querySelector(".world").style.transform);
	const scale = async () => Number(/scale\(([\d.]+)\)/.exec(await world())[1]);
	await page.keyboard.press("o");
	await soon(async () => assert.equal(await scale(), 1));
	await page.keyboard.press("0");
	const fitted = await scale();
	await page.keyboard.press("?");
	await page.locator(".help select").first().selectOption({ label: "not at all" });
	await page.locator(".help label:has-text('Stacks spread') input").uncheck();
	await page.locator(".help label:has-text('The wheel zooms') input").uncheck();
	await keep(page, "settings");
	assert.deepEqual(await barriers(page), []);
	await page.reload();
	await page.waitForSelector("g.counters [data-unit]");
	await page.waitForTimeout(300);
	await page.mouse.move(400, 400);
	const before = await world();
	await page.mouse.wheel(0, 120);
	await page.waitForFunction((before) => document.querySelector(".world").style.transform !== before, before);
	await soon(async () => assert.equal(await scale(), fitted, "it has scrolled"));
	await page.keyboard.down("Control");
	await page.mouse.wheel(0, 120);
	await page.keyboard.up("Control");
	await page.waitForFunction(
		(fitted) => !document.querySelector(".world").style.transform.includes(`scale(${fitted})`),
		fitted,
	);
	await page.keyboard.press("0");
	// A pile that is pointed at stays a pile until it is clicked.
	const pile = page.locator("g.counters > g:has([data-unit] + [data-unit]) .card").last();
	await pile.hover({ force: true });
	await page.waitForTimeout(700);
	await soon(async () => assert.equal(await page.locator(".fan").count(), 0));
	await pile.click({ force: true });
	await page.waitForSelector(".fan");
	await page.waitForTimeout(500);
	await page.locator(".fan [data-unit] .card").first().click({ force: true });
	// Whoever has been chosen from it, it does not stay open over its neighbours.
	await page.waitForSelector(".fan", { state: "detached" });
	await page.waitForSelector(".target .tint", { state: "attached" });
	const tint = await page.evaluate(() => getComputedStyle(document.querySelector(".tint")).fillOpacity);
	assert.equal(tint, "0");
});

test("a plan is drawn as ghosts, kept by the browser and never sent", async () => {
	const opened = await server.open(["here", "here"]);
	const state = await playOn(opened, moving(0), isEnd);
	await sit(opened, [0], DESK);
	const sent = [];
	page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
	await page.waitForSelector("g.counters .can");
	await page.locator("button[aria-label='Plan']").click();
	await page.waitForSelector(".banner.plan");
	await soon(async () =>
		assert.equal(await page.locator("g.counters .can").count(), 0, "nothing is on offer"),
	);
	await soon(async () => assert.equal(await page.locator(".buttons .primary").count(), 0));
	const counter = page.locator("g.counters [data-unit]").last();
	const unit = await counter.getAttribute("data-name");
	await counter.locator(".card").click({ force: true });
	await page.waitForSelector("g.counters .chosen");
	await page.locator("[role=application]").click({ position: { x: 420, y: 610 } });
	await page.waitForSelector(`[data-ghost='${unit}']`, { state: "attached" });
	await keep(page, "plan");
	assert.deepEqual(await barriers(page), []);
	await page.keyboard.press("Escape");
	await page.waitForSelector(".banner", { state: "detached" });
	await page.waitForSelector("g.counters .can");
	await page.reload();
	await page.waitForSelector(`[data-ghost='${unit}']`, { state: "attached" });
	await page.keyboard.press("p");
	await page.locator(".banner button:has-text('Clear')").click();
	await page.waitForSelector("[data-ghost]", { state: "detached" });
	assert.deepEqual(
		// What the browser adds to the dice is no decision.
		sent.filter((url) => !/\/(why|seat\/contribution)$/.test(url)),
		[],
	);
	assert.equal((await server.ask("GET", `/games/${opened.id}`)).revision, state.revision);
});

test("counters can be plain, with large numbers and no symbols", async () => {
	const opened = await server.open(["here", "here"]);
	await server.playOn(opened, (state) => state.view.turn > 0, isEnd);
	await sit(opened, [0]);
	await page.waitForSelector("g.counters [data-unit] use");
	await strike(page, "?");
	await page.selectOption("label:has-text('Counters') select", "plain");
	await page.waitForFunction(() => !document.querySelector("g.counters [data-unit] use"));
	await soon(async () => assert.ok((await page.locator("g.counters .factors").count()) > 0));
	assert.deepEqual(await barriers(page), []);
	await page.keyboard.press("Escape");
	await keep(page, "plain");
	await page.reload();
	await page.waitForSelector("g.counters .factors");
	await soon(async () =>
		assert.equal(await page.locator("g.counters [data-unit] use").count(), 0, "it stays so"),
	);
});
