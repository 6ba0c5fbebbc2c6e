// A table is opened, played, left, taken up again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keep, PHONE, prompt, sent, settled, soon, takeUp, theatre, type } from "./stage.mjs";

const stage = theatre();
const { server } = stage;
let page;

/** A hot seat table where both sides have set up by the scenario, by the names of what is on offer. */
async function hotSeat(options) {
	const opened = await server.open(["here", "here"]);
	page = await stage.person(options);
	for (const seat of opened.seats) {
		await page.goto(`${server.address}/game/${opened.id}#${seat.secret}`);
		await page.waitForSelector("[role=application]");
	}
	await page.waitForSelector(".buttons button.primary");
	await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => undefined);
	return opened;
}

/** Presses buttons that need no map until a condition holds. */
async function pressOn(until) {
	for (let tries = 0; tries < 30 && !(await until()); tries++) {
		const before = (await page.locator(".moment").innerText()) + (await prompt(page));
		const button = page.locator(".buttons button.primary").last();
		await button.click();
		if (await page.locator(".sure").count()) await page.locator(".sure").click();
		await page.waitForFunction(
			(before) =>
				document.querySelector(".moment").innerText + document.querySelector("h1.prompt").innerText !==
				before,
			before,
		);
		await sent(page);
	}
}

test("two clicks from the front page to a first legal decision, against a program", async () => {
	page = await stage.person();
	await page.goto(server.address);
	await page.locator("article button[type=submit]").first().click();
	await page.waitForSelector("[role=application]");
	await page.waitForSelector(".bar.yours", { timeout: 60_000 });
	const steps = await page.locator("[role=tab]").count();
	assert.equal(steps, 4);
	const before = await prompt(page);
	await page.locator(".buttons button.primary").first().click();
	await page.waitForFunction((before) => document.querySelector("h1.prompt").innerText !== before, before);
	await keep(page, "against-a-program");
});

test("a turn is played at one screen by clicking counters and hexes", async () => {
	await hotSeat();
	await pressOn(
		async () =>
			(await page.locator("details summary:has-text('pick')").count()) > 0 &&
			(await page.locator(".buttons button:has-text('End movement')").count()) > 0,
	);
	await takeUp(page);
	await page.waitForSelector(".target");
	await soon(async () => assert.ok((await page.locator(".target").count()) > 0, "destinations are lit"));
	await page.locator(".target").first().hover({ force: true });
	await keep(page, "a-unit-in-hand");
	await page.locator(".target .tint").first().click({ force: true });
	await page.waitForSelector(".target", { state: "detached" });
	await sent(page);
	await page.locator("#tab-log").click();
	await page.waitForFunction(() => document.querySelectorAll("[role=log] li").length > 2);
});

test("a refusal names the rule, the facts and who is responsible", async () => {
	const opened = await hotSeat();
	await page.fill("#command", "to 0101");
	await page.press("#command", "Enter");
	const refusal = page.locator("[role=alert].objection");
	await refusal.waitFor();
	await soon(async () => assert.match(await refusal.innerText(), /[A-Z]+-[A-Z]+-\d+/));
	await soon(async () =>
		assert.equal(await page.inputValue("#command"), "to 0101", "what was typed is kept"),
	);
	const answer = await server.ask(
		"POST",
		`/games/${opened.id}/why`,
		{ text: "to 0101" },
		opened.seats[1].secret,
	);
	await soon(async () => assert.ok((await refusal.innerText()).includes(answer.refusal.reason)));
	// A bare hex far from everything: why not?
	await page.locator(".objection .close").click();
	await page.locator("[role=application]").click({ position: { x: 500, y: 400 } });
	await refusal.waitFor();
	await keep(page, "why-not");
});

test("what is taken back is gone, and no further than the last new fact", async () => {
	await hotSeat();
	await soon(async () => assert.ok(await page.locator("button:has-text('Undo')").isDisabled()));
	const before = await prompt(page);
	await page.locator(".buttons button.primary").first().click();
	await page.waitForFunction((before) => document.querySelector("h1.prompt").innerText !== before, before);
	await sent(page);
	await page.locator("button:has-text('Undo')").click();
	await page.waitForFunction((before) => document.querySelector("h1.prompt").innerText === before, before);
	await sent(page);
	await soon(async () => assert.ok(await page.locator("button:has-text('Undo')").isDisabled()));
});

test("the odds on the page are those of the server, and a reload in the middle changes nothing", async () => {
	const opened = await hotSeat();
	await pressOn(async () => (await page.locator("details summary:has-text('attack')").count()) > 0);
	const offered = await page
		.locator("#commands option")
		.evaluateAll((options) => options.map((option) => option.value));
	const attack = offered.find((text) => text.startsWith("attack"));
	await type(page, attack);
	await page.waitForSelector("details.odds");
	const secret = opened.seats[0].secret;
	const { reports } = await server.ask("GET", `/games/${opened.id}/odds`, undefined, secret);
	const shown = await page.locator("details.odds td.chance").allInnerTexts();
	assert.deepEqual(
		shown.map((text) => text.trim()),
		reports[0].outcomes.map((outcome) => `${outcome.percent}%`),
	);
	await soon(async () =>
		assert.ok((await page.locator("details.odds th.lit").count()) > 0, "the column is lit"),
	);
	await keep(page, "odds");
	await page.fill("#command", "half a dec");
	await page.reload();
	await page.waitForSelector("details.odds");
	await soon(async () =>
		assert.deepEqual(
			(await page.locator("details.odds td.chance").allInnerTexts()).map((text) => text.trim()),
			shown.map((text) => text.trim()),
		),
	);
	await soon(async () =>
		assert.equal(await page.inputValue("#command"), "half a dec", "what was typed is kept over a reload"),
	);
});

test("overlays are laid over the map and taken off", async () => {
	await hotSeat();
	await pressOn(async () => (await page.locator(".buttons button:has-text('End movement')").count()) > 0);
	for (const button of await page.locator(".overlays button").all()) {
		await button.click();
		await page.waitForSelector(".legend");
		await button.click();
		await page.waitForSelector(".legend", { state: "detached" });
	}
	await page.locator(".overlays button").first().click();
	await page.waitForSelector("g.overlay path");
	await keep(page, "zones");
});

test("two people by link see each other's decisions at once", async () => {
	const opened = await server.open(["link", "link"]);
	page = await stage.person();
	await page.goto(`${server.address}${opened.seats[1].link}`);
	await page.waitForSelector(".bar.yours");
	assert.ok(!page.url().includes(opened.seats[1].secret), "the secret leaves the address");
	const friend = await stage.person();
	await friend.goto(`${server.address}${opened.seats[0].link}`);
	await friend.waitForSelector("[role=application]");
	await soon(async () => assert.equal(await friend.locator(".bar.yours").count(), 0));
	// Who waits reads whose question it is, and both read which side they have.
	await soon(async () => assert.match(await prompt(friend), /^Waiting for .+, who is asked: /));
	for (const [one, seat] of [
		[page, 1],
		[friend, 0],
	])
		await one.waitForSelector(`.bar .flag:text-is("You: ${opened.seats[seat].name}")`);
	const before = await friend.locator(".moment").innerText();
	await page.locator(".buttons button.primary").first().click();
	await friend.locator("#tab-log").click();
	await friend.waitForSelector("[role=log] li");
	assert.ok(before);
});

test("a lost connection is shown, what was decided meanwhile is sent, and nothing is lost by a killed server", async () => {
	await hotSeat();
	const before = await prompt(page);
	await server.kill();
	try {
		await page.waitForSelector(".link.lost");
		await page.locator(".buttons button.primary").first().click();
		await page.waitForSelector("text=is not sent yet");
	} finally {
		await server.again();
	}
	await page.waitForSelector(".link:not(.lost)", { timeout: 30_000 });
	await page.waitForFunction((before) => document.querySelector("h1.prompt").innerText !== before, before);
	await page.waitForSelector("text=is on its way", { state: "detached" });
});

test("every step has its own address, and one can play on from it", async () => {
	const opened = await hotSeat();
	for (let many = 0; many < 4; many++) {
		const state = await server.ask("GET", `/games/${opened.id}`, undefined, opened.seats[0].secret);
		await server.decide(opened.id, opened.seats[state.deciding].secret);
	}
	await page.waitForFunction(() => document.querySelectorAll(".replay, .back:not(:disabled)").length > 0);
	await page.goto(`${server.address}/game/${opened.id}?step=1`);
	await page.waitForSelector(".bar.past");
	await soon(async () => assert.equal(await page.locator(".at").innerText(), "1 / 4"));
	await page.locator("[aria-label='On']").click();
	await page.waitForURL(/step=2/);
	await page.keyboard.press("Home");
	await page.waitForURL(/step=0/);
	await page.locator("[aria-label='Play']").click();
	await page.waitForURL(/step=3/);
	await keep(page, "looking-back");
	await page.goto(`${server.address}/game/${opened.id}?step=2`);
	await page.locator("text=Play on from here").click();
	await page.waitForURL((url) => !url.pathname.includes(opened.id));
	await page.waitForSelector(".bar.yours");
});

test("who comes back is shown what happened since", async () => {
	const opened = await server.open(["link", "link"]);
	page = await stage.person();
	await page.goto(`${server.address}${opened.seats[0].link}`);
	await page.waitForSelector("[role=application]");
	await page.waitForTimeout(300);
	await page.goto("about:blank");
	await server.decide(opened.id, opened.seats[1].secret);
	await page.goto(`${server.address}/game/${opened.id}`);
	await page.waitForSelector(".since");
	await page.locator("text=Watch them").click();
	await page.waitForSelector(".bar.past");
});

test("a turn is begun with the keyboard alone", async () => {
	await hotSeat();
	await pressOn(async () => (await page.locator(".buttons button:has-text('End movement')").count()) > 0);
	await page.keyboard.press("n");
	await page.waitForSelector(".counters .chosen");
	await page.keyboard.press("Escape");
	await page.keyboard.press("/");
	await page.keyboard.type("pick");
	await soon(async () => assert.equal(await page.inputValue("#command"), "pick"));
	await page.fill("#command", "");
	const frame = page.locator("[role=application]");
	await frame.focus();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowDown");
	await soon(async () => assert.match(await page.locator(".status").innerText(), /^\d{4}/));
	await page.keyboard.press("Enter");
	await page.waitForSelector(".objection, .counters .chosen, .target");
});

test("Space lets the counter in hand be and goes on to the next; the way shows what each hex costs", async () => {
	await hotSeat();
	await pressOn(async () => (await page.locator(".buttons button:has-text('End movement')").count()) > 0);
	const question = await prompt(page);
	await page.locator("body").press("n");
	await page.waitForSelector(".counters .chosen");
	await page.keyboard.press("Enter");
	await page.waitForSelector(".target");
	await page.locator(".panel summary").filter({ hasText: /^to/ }).click();
	await page.locator(".panel li button").filter({ hasText: "0702" }).hover();
	await page.waitForSelector("text.spent");
	await page.locator("[role=application]").press(" ");
	await page.waitForFunction((asked) => document.querySelector("h1.prompt")?.innerText === asked, question);
	await page.waitForSelector(".counters .chosen");
});

test("a counter is found, taken in hand and moved with the keyboard alone, and the keyboard keeps its place", async () => {
	await hotSeat();
	await pressOn(async () => (await page.locator(".buttons button:has-text('End movement')").count()) > 0);
	await page.locator("body").press("n");
	await page.waitForSelector(".counters .chosen");
	await page.keyboard.press("Enter");
	await page.waitForSelector(".target");
	const question = await prompt(page);
	const listed = () => document.activeElement?.matches(".panel li button") ?? false;
	const destination = () => listed() && /^To /.test(document.activeElement.innerText);
	const folded = () => document.activeElement?.matches("details:not([open]) > summary") ?? false;
	const asked = (what) => page.evaluate(`(() => { const listed = ${listed}; return (${what})(); })()`);
	for (let tabs = 0; tabs < 80 && !(await asked(destination)); tabs++) {
		if (await asked(folded)) await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
	}
	assert.ok(await asked(destination), "a destination can be reached");
	await page.keyboard.press("Enter");
	await page.waitForFunction((before) => document.querySelector("h1.prompt").innerText !== before, question);
	await page.waitForFunction(listed);
});

test("a phone shows the map, the question and the buttons without scrolling sideways", async () => {
	await hotSeat(PHONE);
	await pressOn(async () => (await page.locator(".buttons button:has-text('End movement')").count()) > 0);
	await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390));
	await soon(async () => assert.equal(await page.locator("aside").count(), 0, "the side column is folded"));
	await keep(page, "phone");
	await page.locator("button[title='Side column']").click();
	await page.waitForSelector("aside");
	for (const part of ["aside", "header", "#command"]) {
		const { x, width } = await page.locator(part).boundingBox();
		assert.ok(x + width <= 390, `${part} fits on the screen`);
	}
	await keep(page, "phone-side");
	await page.locator("button[title='Side column']").click();
	await page.waitForSelector("aside", { state: "detached" });
	await settled(page);
	await takeUp(page, { press: (x, y) => page.touchscreen.tap(x, y) });
	await page.waitForSelector(".target", { state: "attached" });
});
