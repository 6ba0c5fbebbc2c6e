// A game with other values: set up from a file, said at the table, shown in its charts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, keep, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** A patch of one cell of the combat results table: it says what another row of its column does. */
async function patch(game) {
	const { columns, rows } = await server.ask("GET", `/shelf/${game}/tables/crt`);
	const other = rows.findLast((row) => row.cells[0] !== rows[0].cells[0]);
	const [old, value] = [rows[0].cells[0], other.cells[0]];
	const cell = ["table = 'crt'", `row = '${rows[0].key}'`, `column = '${columns[0]}'`, `value = '${value}'`];
	return { text: [`game = '${game}'`, "[[cell]]", ...cell, ""].join("\n"), old, value };
}

const file = (text) => ({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(text) });

async function lobby() {
	const page = await stage.person();
	await page.goto(server.address);
	const card = page.locator("article:has(form)").first();
	await card.waitFor();
	await card.locator("summary:has-text('Variant')").click();
	return { page, card };
}

test("a variant is set up from a file and shows what differs", async () => {
	const { name } = await server.game();
	const { text, old, value } = await patch(name);
	const { page, card } = await lobby();
	await card.locator("input[type=file]").setInputFiles(file(text));
	await page.waitForSelector("text=mine.toml is laid over the published game");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "variant-lobby");
	await card.locator("select").nth(2).selectOption("here");
	await card.locator("button[type=submit]").click();
	await page.waitForURL(/\/game\//);
	await page.locator("button.variant").click();
	const told = page.locator("section[aria-label='Variant']");
	await told.waitFor();
	await soon(async () => assert.equal(await told.locator("s").innerText(), old));
	await soon(async () => assert.equal(await told.locator("td b").innerText(), value));
	assert.deepEqual(await barriers(page), []);
	await keep(page, "variant");
	const id = new URL(page.url()).pathname.split("/").at(-1);
	await page.goto(`${server.address}/charts/${name}/crt?at=${id}`);
	await soon(async () =>
		assert.equal(await page.locator("tbody tr").first().locator("td").first().innerText(), value),
	);
	await page.goto(`${server.address}/charts/${name}/crt`);
	await soon(async () =>
		assert.equal(await page.locator("tbody tr").first().locator("td").first().innerText(), old),
	);
});

test("a patch with a mistake is refused with file, line and column", async () => {
	const { name } = await server.game();
	const { text } = await patch(name);
	const { page, card } = await lobby();
	await card
		.locator("input[type=file]")
		.setInputFiles(file(text.replace("table = 'crt'", "table = 'nothing'")));
	await page.waitForSelector("text=mine.toml is laid over the published game");
	await card.locator("button[type=submit]").click();
	await page.waitForSelector("[role=alert]");
	await soon(async () =>
		assert.match(await page.locator("[role=alert]").innerText(), /^mine\.toml:6:9: there is no table/),
	);
	assert.equal(new URL(page.url()).pathname, "/");
});
