// Who is at the table, how long he has been waited for, and what each has taken.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, keep, PHONE, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

const row = (place, words) => `#panel li:nth-of-type(${place}):has(.presence:text-is("${words}"))`;
const seconds = (clock) =>
	clock
		.split(":")
		.map(Number)
		.reduce((sum, part) => sum * 60 + part, 0);

test("who comes and goes is seen by players and spectators", async () => {
	const opened = await server.open(["link", "link"]);
	const one = await stage.sit(opened, 0);
	const watcher = await stage.sit(opened, null, { ...PHONE, colorScheme: "dark" });
	await one.locator("#tab-score").click();
	await one.waitForSelector(row(1, "at the table"));
	await one.waitForSelector(row(2, "away"));
	const other = await stage.sit(opened, 1);
	await one.waitForSelector(row(2, "at the table"));
	// Who waits reads it in the bar.
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	const idle = deciding === 0 ? other : one;
	await idle.waitForSelector(".bar .presence:has-text('at the table')");
	await watcher.waitForSelector(".bar .presence:has-text('at the table')");
	await watcher.locator("button[title='Side column']").click();
	await watcher.locator("#tab-score").click();
	await watcher.waitForSelector(row(2, "at the table"));
	assert.deepEqual(await barriers(watcher), []);
	await keep(watcher, "presence-phone");
	assert.deepEqual(await barriers(one), []);
	await keep(one, "presence");
	await keep(idle, "presence-bar");
	await other.close();
	await one.waitForSelector(row(2, "away"));
	await watcher.waitForSelector(row(2, "away"));
});

test("who waits for a program reads that it thinks", async () => {
	const opened = await server.open(["bot:veteran", "bot:veteran"]);
	const watcher = await stage.sit(opened, null);
	await watcher.waitForSelector(".bar .waiting:has-text('thinking')");
});

test("the clock of who decides runs, and stands when he has decided", async () => {
	const opened = await server.open(["link", "link"]);
	const page = await stage.sit(opened, null, { ...DESK, colorScheme: "dark" });
	await page.locator("#tab-score").click();
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	const clock = page.locator(`#panel li:nth-of-type(${deciding + 1}) .clock`);
	const shown = async () => seconds(/[\d:]+$/.exec(await clock.innerText())[0]);
	const first = await shown();
	await page.waitForFunction(
		([place, first]) => {
			const text = document.querySelector(`#panel li:nth-of-type(${place}) .clock`).innerText;
			const [minutes, seconds] = text.split(":").slice(-2).map(Number);
			return minutes * 60 + seconds > first;
		},
		[deciding + 1, first],
	);
	await server.playOn(opened, (state) => state.deciding !== deciding);
	await page.waitForSelector(`#panel li.decides:nth-of-type(${2 - deciding})`);
	const { seats } = await server.ask("GET", `/games/${opened.id}`);
	const told = Math.floor(seats[deciding].spent / 1000);
	// What the page has counted is what the server has, but for the time in which it heard of it.
	const own = await shown();
	assert.ok(Math.abs(own - told) <= 10, `${own} for ${told}`);
	await page.reload();
	await page.waitForSelector(".link:has-text('live')");
	await page.locator("#tab-score").click();
	await soon(async () => assert.equal(await shown(), told, "the server keeps it"));
	await keep(page, "clocks-dark");
});
