// A game on a table measured in millimetres, played against a program: placed, sent, refused, taken back, fired.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	abreast,
	barriers,
	DESK,
	keep,
	onScreen,
	PHONE,
	prompt,
	sent,
	settled,
	soon,
	takeUp,
	theatre,
} from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** The first game without hexes, with the scenario made for learning it. */
async function tabled() {
	const { games } = await server.ask("GET", "/shelf");
	for (const game of games.filter((game) => game.playable)) {
		const scenario = game.scenarios.find((one) => one.learning) ?? game.scenarios[0];
		const seats = Object.fromEntries(
			scenario.sides.map(({ name }, at) => [name, at ? "bot:recruit" : "link"]),
		);
		const opened = await server.ask("POST", "/games", { game: game.name, scenario: scenario.name, seats });
		const { view } = await server.ask("GET", `/games/${opened.id}/state`);
		if (view.ground) return opened;
	}
	return null;
}

const yours = (page) => page.waitForSelector(".bar.yours", { timeout: 60_000 });
const stateOf = (opened) => server.ask("GET", `/games/${opened.id}/state`, undefined, opened.seats[0].secret);

/** Whatever the player has to decide until something can be, decided without the page. */
async function playOn(opened, until, wanted = []) {
	for (let tries = 0; tries < 900; tries++) {
		const state = await stateOf(opened);
		assert.equal(state.outcome, null, "it comes to that before the game is over");
		if (state.deciding !== state.you) {
			await new Promise((go) => setTimeout(go, 40));
			continue;
		}
		if (until(state)) return state;
		const best = wanted.map((how) => state.choices.find(({ text }) => text.startsWith(how))).find(Boolean);
		const { text } = best ?? state.choices[0];
		const path = `/games/${opened.id}/act`;
		await server.ask("POST", path, { revision: state.revision, text }, opened.seats[0].secret);
	}
	throw new Error("it never came to that");
}

const can = (verb) => (state) => state.choices.some((choice) => choice.text.startsWith(verb));

/** Takes the suggested places, and a unit in hand that may move. */
async function begin(page, opened) {
	await yours(page);
	await page.locator(".buttons button[title='suggested']").click();
	await sent(page);
	const state = await playOn(opened, (state) => can("next")(state) || can("do move")(state), ["declare"]);
	await abreast(page, state);
	await settled(page);
	if (can("next")(state)) await takeUp(page);
	else await page.waitForSelector("g.counters .chosen");
	await page.waitForSelector(".buttons button[title='do move']");
}

test("a turn on a table: a way with its price, a refusal, an undo, a reload, a shot with its odds", async () => {
	const opened = await tabled();
	assert.ok(opened, "a game on the shelf is played on such a table");
	const page = await stage.sit(opened, 0, DESK);
	await begin(page, opened);
	await page.locator(".buttons button[title='do move']").click();
	await sent(page);
	await soon(async () => assert.match(await prompt(page), /where does .* go/i));
	const routing = await stateOf(opened);
	const held = routing.view.counters.find((counter) => counter.in_hand);
	// Pointing says what it costs before anything is decided.
	const goal = routing.choices.find((choice) => choice.verb === "to" && /\d cm/.test(choice.hint.note));
	await page.mouse.move(...(await onScreen(page, [held.spot.x, held.spot.y - 30])));
	await page.mouse.move(...(await onScreen(page, goal.points[0])));
	await page.waitForSelector(".said:not(.bad) >> text=/\\d cm, \\d+ % of its movement/");
	await soon(async () => assert.ok(await page.locator(".prospect .way").count(), "the way is drawn"));
	await keep(page, "tabletop-way");
	assert.deepEqual(await barriers(page), []);
	// Too far: told while pointing, and refused when it is wanted all the same.
	const { width, depth } = routing.view.ground;
	const far = [held.spot.x < width / 2 ? width - 5 : 5, held.spot.y < depth / 2 ? depth - 5 : 5];
	const [x, y] = await onScreen(page, far);
	await page.mouse.move(x, y);
	await page.waitForSelector(".said.bad .clause");
	await page.mouse.click(x, y);
	await page.waitForSelector(".objection .clause");
	assert.equal((await stateOf(opened)).steps, routing.steps, "nothing was decided");
	await page.locator(".objection .close").click();
	// There it goes; taken back, it is asked again.
	await page.mouse.click(...(await onScreen(page, goal.points[0])));
	await page.waitForFunction(() => /stand|look/.test(document.querySelector("h1.prompt").innerText));
	await page.locator(".undoing button", { hasText: "Undo" }).click();
	await page.waitForFunction(() => /where does/i.test(document.querySelector("h1.prompt").innerText));
	// In the middle of it the page is loaded again: by keys this time.
	await page.reload();
	await page.waitForSelector(".link:has-text('live')");
	await soon(async () => assert.match(await prompt(page), /where does/i));
	await settled(page);
	await page.fill("#command", goal.text);
	await page.press("#command", "Enter");
	await page.waitForFunction(() => /stand|look/.test(document.querySelector("h1.prompt").innerText));
	// A formation that has room; its heading by keys: five degrees to the right and back, and done.
	const { choices } = await stateOf(opened);
	const formation = choices.find((choice) => choice.verb === "form")?.text.split(" ")[1];
	if (formation) await page.locator(".hand button", { hasText: new RegExp(`^${formation}$`, "i") }).click();
	await page.locator("[role=application]").focus();
	for (const key of ["ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
	await page.waitForSelector(".said:not(.bad)");
	await page.keyboard.press("Enter");
	await sent(page);
	await page.waitForFunction(() => !/stand|look/.test(document.querySelector("h1.prompt").innerText));
	// What it sees is shaded.
	await page.locator(".overlays button").first().click();
	await page.waitForSelector(".legends .legend");
	await fire(page, opened);
});

/** On without the page until somebody can be fired at; then the target is clicked and the odds are read. */
async function fire(page, opened) {
	const shots = (state) =>
		state.choices.filter((choice) => choice.hint.kind === "strike" && choice.units.length > 0);
	const firing = (state) => /fire at/.test(state.view.prompt.words) && shots(state).length > 0;
	const state = await playOn(opened, firing, ["do fire", "declare", "next", "do lurk", "form", "to"]);
	await abreast(page, state);
	await page.waitForSelector("g.counters .aim");
	await settled(page);
	const shot = shots(state)[0];
	const target = state.view.counters.find((counter) => counter.id === shot.units[0]);
	await page.mouse.click(...(await onScreen(page, [target.spot.x, target.spot.y])));
	await page.waitForSelector(".tray .fit, .tray .armed");
	const same = shots(state).filter((choice) => choice.units[0] === target.id);
	if (await page.locator(".tray .fit").count())
		await page
			.locator(".tray .fit")
			.nth(same.findIndex((choice) => choice.text === shot.text))
			.click();
	else {
		await soon(async () => assert.match(await page.locator(".tray .armed").innerText(), /dead|fleeing|lost/));
		await page.locator(".tray .go").click();
	}
	await sent(page);
	const after = await server.ask(
		"GET",
		`/games/${opened.id}/story?from=${state.steps}&to=${state.steps + 1}`,
	);
	assert.ok(after.steps[0].dice.length > 0, "dice have fallen");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "tabletop-fire");
}

test("the same with a finger: a tap points, a word does it", async () => {
	const opened = await tabled();
	assert.ok(opened, "a game on the shelf is played on such a table");
	const page = await stage.sit(opened, 0, PHONE);
	await yours(page);
	await page.locator(".buttons button[title='suggested']").tap();
	await sent(page);
	const routing = await playOn(opened, can("to "), ["declare", "next", "do move"]);
	await abreast(page, routing);
	await settled(page);
	const goal = routing.choices.find((choice) => choice.verb === "to");
	// On a small screen the tools are folded into one button.
	await page.locator("[aria-label='More tools']").tap();
	await page.locator("[aria-label='Show the whole map']").tap();
	await page.locator("[aria-label='More tools']").tap();
	await settled(page);
	await page.touchscreen.tap(...(await onScreen(page, goal.points[0])));
	await page.waitForSelector(".said:not(.bad)");
	assert.equal((await stateOf(opened)).steps, routing.steps, "a tap alone decides nothing");
	await keep(page, "tabletop-phone");
	await page.locator(".hand button", { hasText: "Do it" }).tap();
	await page.waitForFunction(() => /stand|look/.test(document.querySelector("h1.prompt").innerText));
	assert.deepEqual(await barriers(page), []);
});

test("a man is taken by his figure and put elsewhere; a single weapon is given its target", async () => {
	const opened = await tabled();
	const page = await stage.sit(opened, 0, DESK);
	await begin(page, opened);
	const single = (verb) => (state) =>
		(state.view.freehand ?? []).filter((tool) => tool.verb === verb && tool.grip !== null);
	const room = (state) => {
		const [x, y] = state.view.freehand.find((tool) => tool.from)?.from ?? [0, 0];
		return state.view.counters.every(({ spot }) => !spot || Math.hypot(spot.x - x, spot.y - y) > 120);
	};
	const forming = await playOn(opened, (state) => single("man")(state).length > 0 && room(state), [
		"declare",
		"next",
		"do move",
		"to",
		"face",
	]);
	await abreast(page, forming);
	await settled(page);
	// A place beside the leader's that the rules allow him.
	const tools = single("man")(forming);
	const [x, y] = forming.view.freehand.find((tool) => tool.from).from;
	// Where nobody else stands: a click there would mean him.
	const free = ([x, y]) =>
		forming.view.counters.every(({ spot }) => !spot || Math.hypot(spot.x - x, spot.y - y) > 90);
	const around = [30, 45, 60].flatMap((far) =>
		[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => {
			const turn = (angle * Math.PI) / 180;
			return [Math.round(x + far * Math.cos(turn)), Math.round(y + far * Math.sin(turn))];
		}),
	);
	const may = async (tool, at) => {
		const proposal = { verb: tool.verb, units: [], hexes: [], points: [at], numbers: tool.numbers };
		return (await server.ask("POST", `/games/${opened.id}/why`, proposal, opened.seats[0].secret)).allowed;
	};
	// A pixel is some millimetres: it must be allowed all around.
	const mayAbout = async (tool, [x, y]) => {
		for (const [right, down] of [
			[0, 0],
			[-3, -3],
			[3, -3],
			[-3, 3],
			[3, 3],
		])
			if (!(await may(tool, [x + right, y + down]))) return false;
		return true;
	};
	let found = null;
	for (const tool of tools)
		for (const at of around.filter(free)) if (!found && (await mayAbout(tool, at))) found = { tool, at };
	assert.ok(found, "somebody finds room beside the leader");
	const figure = forming.view.counters.find((counter) => counter.id === found.tool.grip);
	await page.mouse.click(...(await onScreen(page, [figure.spot.x, figure.spot.y])));
	await page.waitForSelector(".hand .next:has-text('his place')");
	await soon(async () =>
		assert.equal(await page.locator(".hand .single select option:checked").innerText(), found.tool.label),
	);
	assert.deepEqual(await barriers(page), []);
	await page.mouse.click(...(await onScreen(page, found.at)));
	assert.match((await server.next(opened, forming)).text, new RegExp(`^man ${found.tool.numbers[0]} at `));
	// A weapon by itself: taken by its man, then whom it is for.
	const firing = await playOn(opened, (state) => single("allot")(state).length > 0, [
		"do fire",
		"form",
		"declare",
		"next",
		"do lurk",
		"to",
		"volley",
	]);
	await abreast(page, firing);
	await page.waitForSelector("g.counters .aim");
	await settled(page);
	const [weapon] = single("allot")(firing);
	const bearer = firing.view.counters.find((counter) => counter.id === weapon.grip);
	await page.mouse.click(...(await onScreen(page, [bearer.spot.x, bearer.spot.y])));
	await page.waitForSelector(".hand .next:has-text('whom it is for')");
	const targets = firing.choices.filter((choice) => choice.verb === "volley at").map(({ units }) => units[0]);
	let fits = null;
	for (const unit of targets) {
		const proposal = { verb: weapon.verb, units: [unit], hexes: [], points: [], numbers: weapon.numbers };
		const path = `/games/${opened.id}/why`;
		if ((await server.ask("POST", path, proposal, opened.seats[0].secret)).allowed) fits ??= unit;
	}
	const target = firing.view.counters.find((counter) => counter.id === fits);
	await keep(page, "tabletop-weapon");
	await page.mouse.click(...(await onScreen(page, [target.spot.x, target.spot.y])));
	assert.match((await server.next(opened, firing)).text, new RegExp(`^allot ${weapon.numbers[0]} to `));
});
