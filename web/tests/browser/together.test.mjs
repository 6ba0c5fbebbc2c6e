// Many counters at once: a whole line advances by a few clicks, each counter by its own decisions, taken back as one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, isEnd, keep, sent, settled, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** The scenario with facings that has the most counters, both seats held, when its second side moves. */
async function line() {
	const { game } = await server.facing();
	let best = null;
	for (const scenario of game.scenarios) {
		const seats = Object.fromEntries(scenario.sides.map(({ name }) => [name, "here"]));
		const opened = await server.ask("POST", "/games", { game: game.name, scenario: scenario.name, seats });
		const { view } = await server.ask("GET", `/games/${opened.id}/state`);
		if (!best || view.counters.length > best.many) best = { opened, many: view.counters.length };
	}
	const { opened } = best;
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	const picks = (state) => state.choices.some((choice) => choice.hint.kind === "pick");
	const state = await server.playOn(opened, (state) => state.deciding !== deciding && picks(state), isEnd);
	return { opened, state };
}

test("a line of battle advances together in a few clicks, and is taken back as one", async () => {
	const { opened, state } = await line();
	const secret = opened.seats[state.deciding].secret;
	const look = () => server.ask("GET", `/games/${opened.id}/state`, undefined, secret);
	const page = await stage.sit(opened, state.deciding, DESK);
	await page.waitForSelector("g.counters .can");
	await settled(page);
	let clicks = 0;
	await page.locator("button[aria-label='Draw around counters']").click();
	clicks++;
	await page.locator(".banner button:has-text('All')").click();
	clicks++;
	await page.waitForSelector(".together");
	// Leaders go with those whom they lead.
	const able = new Set(
		state.choices
			.filter((choice) => choice.hint.kind === "pick" && choice.text.startsWith("pick"))
			.map((choice) => choice.units[0]),
	);
	await soon(async () => assert.equal(await page.locator("g.counters .chosen").count(), able.size));
	// The hex in front of whoever stands foremost.
	const own = state.view.counters.filter((counter) => able.has(counter.id) && /^\d{4}$/.test(counter.place));
	const south = own.filter((counter) => counter.facing === 180).length > own.length / 2;
	const row = (counter) => Number(counter.place.slice(2)) * (south ? 1 : -1);
	const foremost = own.toSorted((one, other) => row(other) - row(one))[0];
	const goal =
		foremost.place.slice(0, 2) + String(Number(foremost.place.slice(2)) + (south ? 1 : -1)).padStart(2, "0");
	const at = await page.locator(`g.counters [data-name='${foremost.name}'] .card`).first().boundingBox();
	const step = await page.evaluate(
		([from, to]) => {
			const texts = [...document.querySelectorAll(".world svg .numbers text")];
			const y = (number) => texts.find((text) => text.textContent === number)?.getBoundingClientRect().y;
			return y(to) - y(from);
		},
		[foremost.place, goal],
	);
	const scale = await page.evaluate(() =>
		Number(/scale\(([\d.]+)\)/.exec(document.querySelector(".world").style.transform)[1]),
	);
	const down = Number.isFinite(step) ? step : (south ? 1 : -1) * 86.6 * scale;
	const [x, y] = [at.x + at.width / 2, at.y + at.height / 2 + down];
	await page.mouse.move(x, y);
	await page.waitForSelector("[data-ghost]", { state: "attached" });
	await keep(page, "together");
	assert.deepEqual(await barriers(page), []);
	await page.mouse.click(x, y);
	clicks++;
	await page.waitForSelector(".together:has-text('On their way')");
	await page.waitForFunction(
		() => !document.querySelector(".together")?.textContent.includes("On their way"),
		null,
		{
			timeout: 120_000,
		},
	);
	await sent(page);
	const after = await look();
	const placeOf = (view, id) => view.counters.find((counter) => counter.id === id).place;
	const went = own.filter((counter) => placeOf(after.view, counter.id) !== counter.place);
	assert.ok(went.length > own.length / 2, `${went.length} of ${own.length} have moved`);
	const turned = went.filter(
		(counter) => after.view.counters.find((one) => one.id === counter.id).facing !== counter.facing,
	);
	assert.ok(turned.length < went.length / 4, "they keep facing the enemy");
	assert.ok(clicks <= 12, `${clicks} clicks`);
	await keep(page, "together-gone");
	// Each is a decision of its own in the record.
	assert.ok(after.steps - state.steps >= went.length * 2);
	await page.locator(".buttons button:has-text('Undo')").click();
	await page.waitForFunction(
		(many) => document.querySelectorAll("g.counters .can").length >= many,
		able.size,
		{
			timeout: 60_000,
		},
	);
	await sent(page);
	const back = await look();
	assert.equal(back.steps, state.steps, "one press takes all of it back");
	for (const counter of own) assert.equal(placeOf(back.view, counter.id), counter.place);
});
