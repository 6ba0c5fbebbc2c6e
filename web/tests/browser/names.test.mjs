// Names of players: asked once in the lobby, shown at the table and in the list of open seats, taken away at will.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, keep, PHONE, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

test("an open seat is offered, found from the lobby and taken, and both know each other's names", async () => {
	const one = await stage.person(DESK);
	await one.goto(`${server.address}/`);
	await one.fill("input[autocomplete=nickname]", "Anna <b>K</b>");
	await one.locator("a[href='/open']").click();
	await one.waitForSelector("#game option", { state: "attached" });
	await soon(async () => assert.equal(await one.inputValue("#name"), "Anna <b>K</b>", "asked once"));
	assert.deepEqual(await barriers(one), []);
	await keep(one, "open");
	await one.fill("#words", "slowly, please");
	await one.locator("button:has-text('Offer the other seat')").click();
	await one.waitForSelector(".flag:has-text('Anna <b>K</b>')");
	const other = await stage.person(PHONE);
	await other.goto(`${server.address}/open`);
	await other.waitForSelector("#offers .row:has-text('against Anna <b>K</b>')");
	await soon(async () => assert.match(await other.locator("#offers").innerText(), /slowly, please/));
	assert.deepEqual(await barriers(other), []);
	await keep(other, "open-phone");
	await other.fill("#name", "Ben");
	await other.locator("#offers button").first().click();
	await other.waitForSelector(".link:has-text('live')");
	await one.locator("#tab-score").click();
	await one.waitForSelector("#panel .player:text-is('Ben')");
	await one.waitForSelector("#panel .player:text-is('Anna <b>K</b>')");
	assert.deepEqual(await barriers(one), []);
	await keep(one, "names");
	// Taken away, it is gone for everybody.
	await one.fill("#panel .name input", "");
	await one.locator("#panel .name button").click();
	await one.waitForFunction(() => document.querySelectorAll("#panel .player").length === 1);
	await other.locator("button[title='Side column']").click();
	await other.locator("#tab-score").click();
	await other.waitForFunction(() => document.querySelectorAll("#panel .player").length === 1);
	await other.waitForSelector("#panel .player:text-is('Ben')");
});
