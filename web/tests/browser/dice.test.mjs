// The promise of the dice: kept with the seat, words sealed before they are opened, and the way to the check.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, keep, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** Looks at the game until something holds of it. */
async function until(opened, holds) {
	for (let tries = 0; tries < 300; tries++) {
		const info = await server.ask("GET", `/games/${opened.id}`);
		if (holds(info)) return info;
		await new Promise((go) => setTimeout(go, 100));
	}
	throw new Error("it never came to that");
}

test("two who meet at a table seal their words, open them, and keep the receipt", async () => {
	const opened = await server.open(["link", "link"]);
	const first = await stage.sit(opened, 0, DESK);
	const alone = await server.ask("GET", `/games/${opened.id}`);
	assert.deepEqual(alone.dice.sealed, {}, "nobody seals before the other is there");
	const second = await stage.sit(opened, 1, DESK);
	const { dice, seats } = await until(opened, (info) => Object.keys(info.dice.contributions).length >= 2);
	for (const { name } of seats) {
		assert.ok(dice.sealed[name], `${name} has sealed words`);
		assert.ok(dice.contributions[name], `${name} has opened them`);
	}
	for (const page of [first, second]) {
		await page.locator("#tab-score").click();
		await page.locator(".dice summary").click();
		await soon(async () => assert.equal(await page.locator(".receipt code").innerText(), dice.receipt));
	}
	await keep(first, "receipt");
	assert.deepEqual(await barriers(first), []);
	// The check is part of the same house: it knows the receipt, and leads back.
	await first.goto(`${server.address}/verify?game=${opened.id}`);
	await first.waitForFunction(() => document.getElementById("record").value !== "");
	await soon(async () => assert.equal(await first.inputValue("#receipt"), dice.receipt));
	assert.deepEqual(await barriers(first), []);
	await keep(first, "verify");
	await first.locator("#back").click();
	await first.waitForSelector("[role=application]");
});

test("against a program words need no seal, and a changed promise is said", async () => {
	const opened = await server.open(["here", "bot:recruit"]);
	const page = await stage.sit(opened, 0, DESK);
	const { dice, seats } = await until(opened, (info) => Object.keys(info.dice.contributions).length > 0);
	assert.deepEqual(Object.keys(dice.contributions), [seats[0].name]);
	await page.evaluate((id) => localStorage.setItem(`sandtable.receipt.${id}`, '"0123"'), opened.id);
	await page.reload();
	await page.waitForSelector("[role=application]");
	await page.locator("#tab-score").click();
	await page.waitForSelector(".dice .broken");
});
