// Players talk to each other and point at things; who watches hears nothing of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, keep, PHONE, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

test("what one player says the other reads, marked until it is read; a spectator does not", async () => {
	const opened = await server.open(["link", "link"]);
	const [one, other, watcher] = [
		await stage.sit(opened, 0),
		await stage.sit(opened, 1, { ...PHONE, colorScheme: "dark" }),
		await stage.sit(opened, null),
	];
	await soon(async () => assert.equal(await watcher.locator("#tab-talk").count(), 0));
	await one.keyboard.press("c");
	await one.waitForSelector("#talk");
	await soon(async () => assert.ok(await one.evaluate(() => document.activeElement?.id === "talk")));
	await one.keyboard.type("Shall we begin?");
	await one.keyboard.press("Enter");
	await one.waitForSelector(".line.mine");
	await soon(async () => assert.equal(await one.inputValue("#talk"), ""));
	await soon(async () =>
		assert.equal(await one.locator(".unread").count(), 0, "one's own words are no news"),
	);
	// On the phone the mark is on the button of the folded column.
	await other.waitForSelector(".corner .unread");
	await other.locator("button[title='Side column']").click();
	await soon(async () => assert.match(await other.locator("#tab-talk").innerText(), /Talk\s*1/));
	await other.locator("#tab-talk").click();
	await other.waitForSelector(".line:has-text('Shall we begin?')");
	await other.waitForSelector(".unread", { state: "detached" });
	assert.deepEqual(await barriers(other), []);
	await keep(other, "talk-phone");
	await other.reload();
	await other.waitForSelector(".link:has-text('live')");
	await soon(async () => assert.equal(await other.locator(".unread").count(), 0, "what was read stays read"));
	await one.locator("#tab-talk").click();
	assert.deepEqual(await barriers(one), []);
	await soon(async () => assert.ok(!(await watcher.content()).includes("Shall we begin?")));
});

test("a place is shown to the other player, ringed for a while and kept in the talk", async () => {
	const opened = await server.open(["link", "link"]);
	const [one, other, watcher] = [
		await stage.sit(opened, 0),
		await stage.sit(opened, 1),
		await stage.sit(opened, null),
	];
	await one.keyboard.press("f");
	await one.waitForSelector(".banner");
	await one.keyboard.press("Escape");
	await one.waitForSelector(".banner", { state: "detached" });
	await one.locator("button[aria-label='Point at something']").click();
	await one.waitForSelector(".banner");
	const before = (await server.ask("GET", `/games/${opened.id}`)).revision;
	await one.locator("[role=application]").click({ position: { x: 400, y: 400 } });
	await one.waitForSelector(".flare");
	await other.waitForSelector(".flare");
	await soon(async () => assert.equal(await one.locator(".banner").count(), 0, "one click, one place"));
	await soon(async () => assert.equal(await watcher.locator(".flare").count(), 0));
	await keep(other, "flare");
	assert.equal((await server.ask("GET", `/games/${opened.id}`)).revision, before, "it is no decision");
	await other.waitForSelector(".flare", { state: "detached" });
	await other.locator("#tab-talk").click();
	const [line] = (await server.ask("GET", `/games/${opened.id}/talk`, undefined, opened.seats[1].secret))
		.talk;
	await other.locator(".line button", { hasText: line.at }).click();
	await other.waitForSelector(".flare");
	await keep(other, "talk");
});

test("what was said while the connection was lost is read when it is back", async () => {
	const opened = await server.open(["link", "link"]);
	const other = await stage.sit(opened, 1);
	await other.context().setOffline(true);
	await server.kill();
	await other.waitForSelector(".link.lost");
	await server.again();
	const words = { words: "Are you still there?" };
	await server.ask("POST", `/games/${opened.id}/talk`, words, opened.seats[0].secret);
	await other.context().setOffline(false);
	await other.waitForSelector(".unread", { timeout: 30_000 });
	await other.locator("#tab-talk").click();
	await other.waitForSelector(".line:has-text('Are you still there?')");
});

test("against a program there is nobody to talk to", async () => {
	const opened = await server.open(["here", "bot:random"]);
	const page = await stage.sit(opened, 0);
	await soon(async () => assert.equal(await page.locator("#tab-talk").count(), 0));
	await soon(async () =>
		assert.equal(await page.locator("button[aria-label='Point at something']").count(), 0),
	);
	await page.keyboard.press("f");
	await soon(async () => assert.equal(await page.locator(".banner").count(), 0));
});
