// What cannot be done says why; what should be thought over is asked once; the chart says what to expect.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	barriers,
	begins,
	DESK,
	isEnd,
	keep,
	nameOf,
	PHONE,
	prompt,
	sent,
	settled,
	soon,
	theatre,
	type,
} from "./stage.mjs";

const stage = theatre();
const { server } = stage;
let page;

const moving = (state) => state.view.turn > 0 && state.choices.some((choice) => choice.hint.kind === "pick");
const striking = (state) =>
	state.choices.some(
		(choice) => choice.hint.kind === "strike" && choice.units.length > 0 && choice.hexes.length > 0,
	);

/** A game by itself up to a moment, then both seats in one browser. */
async function sitAt(until, options) {
	const opened = await server.open(["here", "here"]);
	const state = await server.playOn(opened, until, isEnd);
	page = await stage.person(options);
	for (const seat of opened.seats) {
		await page.goto(`${server.address}/game/${opened.id}#${seat.secret}`);
		await page.waitForSelector("[role=application]");
	}
	await page.waitForSelector(".bar.yours");
	return { opened, state };
}

const look = (opened, seat) =>
	server.ask("GET", `/games/${opened.id}/state`, undefined, opened.seats[seat].secret);
const bare = (choice) => choice.units.length === 0 && choice.hexes.length === 0;
const clauseIn = (words) => /[A-Z]+(-[A-Z0-9]+)+/.exec(words)?.[0];

/** Puts an attack together and takes it back: what could be done with it stays, grey. */
async function attackAndTakeBack(opened, state) {
	const seat = state.deciding;
	const before = state.choices.filter(bare).map((choice) => choice.text);
	for (const strike of state.choices.filter((choice) => choice.hint.kind === "strike")) {
		await type(page, strike.text);
		const now = await look(opened, seat);
		const fresh = now.choices.filter((choice) => bare(choice) && !before.includes(choice.text));
		const back = now.choices.find((choice) => choice.hint.kind === "back");
		await type(page, back.text);
		if (fresh.length > 0) return fresh[0];
	}
	throw new Error("no attack brings up a button");
}

test("a button that was there stays grey and says why, by pointing, by keyboard and after a reload", async () => {
	const { opened, state } = await sitAt(striking);
	const gone = await attackAndTakeBack(opened, state);
	const words = gone.hint.label || gone.text;
	const grey = page.locator(".buttons .grey", { hasText: new RegExp(words, "i") });
	await grey.waitFor();
	const secret = opened.seats[state.deciding].secret;
	const { refusal } = await server.ask("POST", `/games/${opened.id}/why`, { text: gone.text }, secret);
	await grey.hover();
	await page.waitForSelector("#why-not");
	const told = await page.locator("#why-not").innerText();
	assert.ok(told.includes(refusal.reason), told);
	assert.equal(clauseIn(told), refusal.clause);
	await keep(page, "grey-button");
	assert.deepEqual(await barriers(page), []);
	await page.mouse.move(300, 500);
	await page.waitForSelector("#why-not", { state: "detached" });
	await grey.focus();
	await page.waitForSelector("#why-not");
	await soon(async () => assert.equal(await grey.getAttribute("aria-describedby"), "why-not"));
	await page.keyboard.press("Enter");
	await page.waitForSelector(".objection");
	await soon(async () => assert.ok((await page.locator(".objection").innerText()).includes(refusal.reason)));
	const { revision } = await look(opened, state.deciding);
	await page.reload();
	await grey.waitFor();
	assert.equal((await look(opened, state.deciding)).revision, revision, "pressing it decides nothing");
	// In the next game it is looked for from the start.
	const next = await server.open(["here", "here"]);
	const again = await server.playOn(next, striking, isEnd);
	await page.goto(`${server.address}/game/${next.id}#${next.seats[again.deciding].secret}`);
	await page.waitForSelector(".bar.yours");
	await grey.waitFor();
});

test("the ending of a phase keeps its place while a counter is in hand; a tap says why it must wait", async () => {
	const { state } = await sitAt(moving, PHONE);
	const end = state.choices.find((choice) => choice.hint.kind === "end");
	const pick = state.choices.find((choice) => choice.hint.kind === "pick");
	await page.locator("button[title='Side column']").click();
	await type(page, pick.text);
	const grey = page.locator(".buttons .grey", { hasText: new RegExp(end.hint.label || end.text, "i") });
	await grey.waitFor();
	await page.locator("button[title='Side column']").click();
	await grey.tap({ force: true });
	await page.waitForSelector(".objection");
	await soon(async () =>
		assert.equal(await page.locator("#why-not").count(), 0, "what a tap tells is told once"),
	);
	await soon(async () =>
		assert.ok(clauseIn(await page.locator(".objection").innerText()), "it names its rule"),
	);
	await keep(page, "grey-phone");
	assert.deepEqual(await barriers(page), []);
});

test("ending a phase while some could still act names them and asks once", async () => {
	const { opened, state } = await sitAt(moving);
	const before = await prompt(page);
	const end = state.choices.find((choice) => choice.hint.kind === "end");
	const units = [...new Set(state.choices.flatMap((choice) => choice.units.slice(0, 1)))];
	const press = () => page.locator(".buttons .primary").last().click();
	await press();
	await page.waitForSelector(".still");
	const named = await page.locator(".still li button").allInnerTexts();
	assert.deepEqual(
		named,
		units.slice(0, 30).map((unit) => nameOf(state, unit)),
	);
	await keep(page, "still");
	assert.deepEqual(await barriers(page), []);
	// A name leads to its counter, and nothing is ended.
	await page.locator(".still li button").first().click();
	await page.waitForSelector(".still", { state: "detached" });
	await soon(async () => assert.equal(await page.locator(".counter.chosen").count(), 1));
	assert.equal((await look(opened, state.deciding)).revision, state.revision);
	await page.keyboard.press("Escape");
	// From the list it is asked too.
	await page
		.locator(".panel li button", { hasText: new RegExp(`^${end.hint.label || end.text}`, "i") })
		.click();
	await page.waitForSelector(".still");
	await page.locator(".still button:has-text('Not yet')").click();
	await page.waitForSelector(".still", { state: "detached" });
	await press();
	await page.locator(".still .anyway").click();
	await page.waitForFunction((words) => document.querySelector("h1.prompt").innerText !== words, before);
	assert.equal((await look(opened, state.deciding)).steps, state.steps + 1);
});

test("the chart tells how likely each result is, and which column it was before shifts", async () => {
	page = await stage.person();
	const game = await server.game();
	const kind = game.kinds[0].name;
	const report = await server.ask("POST", `/shelf/${game.name}/kinds/${kind}`, {});
	await page.goto(`${server.address}/odds/${game.name}/${kind}`);
	await page.waitForSelector("td.lit small");
	const cells = await page
		.locator("td.lit")
		.evaluateAll((all) =>
			all
				.filter((cell) => cell.querySelector("small"))
				.map((cell) => [cell.firstChild.textContent, cell.querySelector("small").innerText]),
		);
	assert.equal(new Set(cells.map(([result]) => result)).size, cells.length, "each result says it once");
	const sum = cells.reduce((all, [, chance]) => all + Number.parseFloat(chance), 0);
	assert.ok(Math.abs(sum - 100) < cells.length, `the column adds up to 100, not ${sum}`);
	for (const [result, chance] of cells) {
		const [above, below] = report.outcomes.find((outcome) => outcome.result === result).chance.split("/");
		assert.equal(Number.parseFloat(chance), Math.round((above / below) * 100), result);
	}
	const shifts = Number(report.sums.find(([part]) => part === "shift")[1]);
	assert.notEqual(shifts, 0, "the ready example is shifted");
	const heads = await page.locator("thead th").allInnerTexts();
	const place = (of) => heads.findIndex((head) => head.startsWith(of));
	const unshifted = await page.locator("thead th.unshifted").innerText();
	assert.equal(
		place(report.chart.columns[0]) - place(unshifted.split(" ")[0].split("\n")[0].replace(/\(.*/, "")),
		shifts,
	);
	await page.locator("table:has(td.lit)").scrollIntoViewIfNeeded();
	// However wide the chart is, the column that is read is in sight in its frame.
	const seen = () =>
		page.locator("thead th.lit").evaluate((head) => {
			let frame = head.closest("table").parentElement;
			while (getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement;
			const [own, around] = [head, frame].map((one) => one.getBoundingClientRect());
			return own.left >= around.left - 1 && own.right <= around.right + 1;
		});
	await soon(async () => assert.ok(await seen(), "in a wide window"));
	await page.setViewportSize({ width: 390, height: 844 });
	await page.reload();
	await page.waitForSelector("td.lit small");
	await soon(async () => assert.ok(await seen(), "in a narrow one"));
	await keep(page, "chart-chances");
	assert.deepEqual(await barriers(page), []);
});

test("a hex with two ways shows both; a click takes one, Shift or the button takes the other", async () => {
	const { game, scenario } = await server.facing();
	const seats = Object.fromEntries(game.scenarios[0].sides.map(({ name }) => [name, "here"]));
	const opened = await server.ask("POST", "/games", { game: game.name, scenario, seats });
	const ways = (state, hex) =>
		state.choices.filter((choice) => choice.units.length === 0 && choice.hexes.at(-1) === hex);
	const forks = (state) =>
		state.choices
			.map((choice) => choice.hexes.at(-1))
			.filter((hex) => hex && ways(state, hex).length === 2)
			.filter((hex) => !state.view.counters.some((counter) => counter.place === hex));
	const picks = (choice) => choice.hint.kind === "pick";
	const state = await server.playOn(opened, (state) => forks(state).length > 0, picks);
	page = await stage.person(DESK);
	await page.goto(`${server.address}/game/${opened.id}#${opened.seats[state.deciding].secret}`);
	const hex = forks(state)[0];
	const [plain, other] = ways(state, hex).sort((one) => (one.hint.kind === "price" ? 1 : -1));
	const target = page.locator(`.target[data-hex='${hex}']`);
	await target.locator(".tint").waitFor();
	await soon(async () => assert.equal((await target.locator(".sign").textContent()).length, 2));
	await keep(page, "two-ways");
	const decided = async () => {
		await sent(page);
		const { steps } = await server.ask("GET", `/games/${opened.id}/story?from=${state.steps}`);
		return steps[0]?.text;
	};
	const takeBack = async () => {
		await page.keyboard.press("z");
		await target.waitFor();
	};
	const went = () => target.waitFor({ state: "detached" });
	await target.locator(".tint").click({ force: true });
	await went();
	assert.equal(await decided(), plain.text);
	await takeBack();
	await target.locator(".tint").click({ force: true, modifiers: ["Shift"] });
	await went();
	assert.equal(await decided(), other.text);
	await takeBack();
	await page.locator("button[aria-label='The other way']").click();
	await target.locator(".tint").click({ force: true });
	await went();
	assert.equal(await decided(), other.text);
});

test("the odds at the head of an arrow open their account", async () => {
	const { opened, state } = await sitAt(striking);
	// One attack after another, until two have odds on the map.
	for (const strike of state.choices.filter((choice) => choice.hint.kind === "strike")) {
		const now = await look(opened, state.deciding);
		const heads = new Set(now.view.arrows.filter((arrow) => arrow.label).map((arrow) => arrow.to));
		if (heads.size > 1) break;
		if (!heads.has(strike.hexes[0])) await type(page, strike.text);
	}
	await page.waitForFunction(() => document.querySelectorAll("[data-battle]").length > 1);
	await page.locator("#tab-log").click();
	const { view } = await look(opened, state.deciding);
	for (const head of await page.locator("[data-battle]").all()) {
		const hex = await head.getAttribute("data-battle");
		await head.locator("rect").click({ force: true });
		await page.waitForSelector("#tab-decide[aria-selected=true]");
		const words = view.arrows.find((arrow) => arrow.to === hex).words;
		await page.waitForFunction(
			(words) => document.querySelector("details.odds[open] .title")?.textContent === words,
			words,
		);
	}
	await keep(page, "account");
});

test("an attack from two hexes opens its own account", async () => {
	const { state } = await sitAt(striking);
	const strikes = state.choices.filter(
		(choice) => choice.hint.kind === "strike" && choice.hexes.length === 1,
	);
	const place = ({ units }) => state.view.counters.find((counter) => counter.id === units[0]).place;
	// Somebody who strikes elsewhere, then two who strike at one hex from two others.
	const pairs = strikes.flatMap((one) =>
		strikes
			.filter((other) => other.hexes[0] === one.hexes[0] && place(other) !== place(one))
			.map((other) => [one, other]),
	);
	const elsewhere = ([one, other]) =>
		strikes.find(
			(first) => first.hexes[0] !== one.hexes[0] && ![one.units[0], other.units[0]].includes(first.units[0]),
		);
	const pair = pairs.find(elsewhere);
	for (const strike of [elsewhere(pair), ...pair]) await type(page, strike.text);
	const hex = pair[0].hexes[0];
	const names = pair.map(({ units }) => nameOf(state, units[0]));
	await page.locator("#tab-log").click();
	await page.locator(`[data-battle='${hex}'] rect`).click({ force: true });
	await page.waitForSelector("#tab-decide[aria-selected=true]");
	await page.waitForSelector("details.odds[open]");
	const title = await page.locator("details.odds[open] .title").first().textContent();
	for (const name of [...names, hex]) assert.ok(title.includes(name), `${name} in “${title}”`);
});

/** Draws with a finger. */
async function draw(points) {
	const device = await page.context().newCDPSession(page);
	const touch = (type, touchPoints) => device.send("Input.dispatchTouchEvent", { type, touchPoints });
	await touch("touchStart", [points[0]]);
	for (const point of points.slice(1)) await touch("touchMove", [point]);
	await touch("touchEnd", []);
}

test("a finger draws a loop around those who attack together", async () => {
	const { opened, state } = await sitAt(striking, PHONE);
	await settled(page);
	// Only what is well on the screen: a finger reaches nothing else.
	const seen = await page.locator(".target").evaluateAll((all) =>
		all
			.filter((one) => {
				const { x, y, right, bottom } = one.getBoundingClientRect();
				const map = document.querySelector("main").getBoundingClientRect();
				return x > map.x + 60 && y > map.y + 60 && right < map.right - 20 && bottom < map.bottom - 60;
			})
			.map((one) => one.dataset.hex),
	);
	const strikes = state.choices.filter(
		(choice) =>
			choice.hint.kind === "strike" && choice.units.length > 0 && seen.includes(choice.hexes.at(-1)),
	);
	const place = ([unit]) => state.view.counters.find((counter) => counter.id === unit).place;
	// Those who can attack one hex from one place, with others.
	const together = (one) =>
		strikes.filter(
			(other) => other.hexes.at(-1) === one.hexes.at(-1) && place(other.units) === place(one.units),
		);
	const some = together(strikes.find((one) => together(one).length > 1));
	const [hex, units] = [some[0].hexes.at(-1), some.map((choice) => choice.units[0])];
	const loop = page.locator("button[aria-label='Draw around counters']");
	const around = async () => {
		const box = await page.locator(`g.counters [data-unit='${units[0]}']`).boundingBox();
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		return [
			[-34, -34],
			[34, -34],
			[34, 34],
			[-34, 34],
		].map(([right, down]) => ({ x: x + right, y: y + down }));
	};
	await page.locator(`.target[data-hex='${hex}'] .tint`).tap({ force: true });
	await page.waitForSelector("path.picked");
	await loop.tap();
	await page.waitForSelector(".lasso");
	await keep(page, "lasso-phone");
	await draw(await around());
	await page.waitForSelector(".lasso", { state: "detached" });
	await page.waitForFunction((many) => document.querySelectorAll(".arrows [class^=seat]").length >= many, 1);
	const joined = async () => {
		const { steps } = await server.ask("GET", `/games/${opened.id}/story?from=${state.steps}`);
		return steps.map((step) => step.text);
	};
	for (let tries = 0; tries < 60 && (await joined()).length < units.length; tries++)
		await page.waitForTimeout(100);
	const wanted = units.map(
		(unit) => strikes.find((one) => one.units[0] === unit && one.hexes.at(-1) === hex).text,
	);
	assert.deepEqual((await joined()).sort(), wanted.sort());
	await sent(page);
	await keep(page, "lasso-done");
	assert.deepEqual(await barriers(page), []);
});

test("in a low window the panel scrolls and the page stands still", async () => {
	const opened = await server.open(["here", "here"]);
	const can = (state) => state.choices.some((choice) => choice.hint.rolls);
	const state = await server.playOn(opened, can, begins("commit"), begins("attack"), isEnd);
	page = await stage.person({ viewport: { width: 1280, height: 260 } });
	await page.goto(`${server.address}/game/${opened.id}#${opened.seats[state.deciding].secret}`);
	await page.waitForSelector(".panel li button:has-text('(rolls dice)')");
	await page.locator(".panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
	const [panel, whole] = await page.evaluate(() => [
		document.querySelector(".panel").scrollTop,
		document.documentElement.scrollHeight - innerHeight,
	]);
	assert.ok(panel > 0, "the panel has been scrolled");
	assert.equal(whole, 0, "the page has nothing to scroll");
});
