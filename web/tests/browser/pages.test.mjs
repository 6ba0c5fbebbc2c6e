// The other pages; barriers for people who see, hear or point differently; the weight of it all.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { play, state } from "./centimetres.mjs";
import { barriers, keep, PHONE, soon, strike, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

async function visit(where, ready, options) {
	const page = await stage.person(options);
	await page.goto(server.address + where);
	await page.waitForSelector(ready);
	return page;
}

test("the calculator answers like the program, and its address holds the situation", async () => {
	const { name: game, kinds } = await server.game();
	const page = await visit(`/odds/${game}/${kinds[0].name}`, "details.odds");
	const report = await server.ask("POST", `/shelf/${game}/kinds/${kinds[0].name}`, {});
	const shown = async () => (await page.locator("td.chance").allInnerTexts()).map((text) => text.trim());
	await soon(async () =>
		assert.deepEqual(
			await shown(),
			report.outcomes.map((outcome) => `${outcome.percent}%`),
		),
	);
	await page.locator("button:has-text('Text')").click();
	const text = await page.inputValue("#situation");
	await page.fill("#situation", `${text}\nnonsense = 1\n`);
	await page.waitForSelector(".problem");
	await soon(async () => assert.match(await page.locator(".problem").innerText(), /nonsense/));
	await page.fill("#situation", `# another\n${text}`);
	await page.waitForSelector(".problem", { state: "detached" });
	await page.waitForURL(/#\S+/);
	const other = await visit(new URL(page.url()).pathname + new URL(page.url()).hash, "details.odds");
	await other.locator("button:has-text('Text')").click();
	await soon(async () => assert.equal(await other.inputValue("#situation"), `# another\n${text}`));
	await keep(other, "calculator");
});

test("a situation is said in a form made of its schema, and answered beside it", async () => {
	const { name: game, kinds } = await server.game();
	const page = await visit(`/odds/${game}/${kinds[0].name}`, ".form");
	await page.waitForSelector("td.chance");
	// Whoever is named and has a counter in this scenario is seen.
	await page.waitForSelector(".form .either svg .counter");
	const before = await page.locator("details.odds").innerText();
	await page.locator("button[aria-label^='Take The situation, Attackers 1 away']").click();
	await page.waitForFunction((before) => document.querySelector("details.odds").innerText !== before, before);
	await page.waitForURL(/#\S+/);
	await page.locator("button[aria-label='One more: The situation, Attackers']").click();
	const unit = page.locator(".form input[aria-label^='The situation, Attackers'][list='known-units']").last();
	const offered = page.locator("#known-units option");
	await offered.first().waitFor({ state: "attached" });
	// What cannot be is said, and the last answer stays readable beside it.
	await unit.fill("nobody at all");
	await unit.press("Tab");
	await page.waitForSelector(".problem");
	await soon(async () => assert.match(await page.locator(".problem").innerText(), /nobody at all/));
	await keep(page, "calculator-form");
	assert.deepEqual(await barriers(page), []);
});

test("the pictures of the calculator have the colours that were chosen, and none of another scenario", async () => {
	const { name: game, kinds } = await server.game();
	const page = await stage.person();
	await page.addInitScript(() => localStorage.setItem("sandtable.taste", '{"cards":{"0":"#123456"}}'));
	await page.goto(`${server.address}/odds/${game}/${kinds[0].name}`);
	await page.waitForSelector(".form .either svg .counter");
	const colour = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--side-0"));
	await soon(async () => assert.equal(await colour(), "#123456"));
	// Where the counters of another scenario cannot be had, those of the last one do not stand for them.
	await page.route("**/position", (route) => route.fulfill({ status: 500, json: {} }));
	const { games } = await server.ask("GET", "/shelf");
	const other = games.find((one) => one.name === game).scenarios.at(-1).name;
	await page.locator("button:has-text('Text')").click();
	const text = await page.inputValue("#situation");
	await page.fill("#situation", `scenario = "${other}"\n${text.replace(/^scenario.*\n/m, "")}`);
	await page.locator("button:has-text('Form')").click();
	await page.waitForSelector(".form .either");
	await page.waitForSelector(".form .either svg .counter", { state: "detached" });
});

test("on a phone the answer stays in sight in short while a long form is filled in", async () => {
	const { name: game, kinds } = await server.game();
	const page = await visit(`/odds/${game}/${kinds[0].name}`, ".form .row", PHONE);
	const short = page.locator("a.short");
	await short.waitFor();
	const report = await server.ask("POST", `/shelf/${game}/kinds/${kinds[0].name}`, {});
	await soon(async () => {
		const told = await short.innerText();
		for (const { result } of report.outcomes.slice(0, 6)) assert.ok(told.includes(result), told);
	});
	const box = await short.boundingBox();
	assert.ok(box.y + box.height <= PHONE.viewport.height + 1, "it lies at the lower edge");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "calculator-phone");
	await short.tap();
	await page.waitForFunction(
		() => document.getElementById("answer").getBoundingClientRect().top < innerHeight / 2,
	);
	// Where there is no answer the last one is not told for it.
	await page.locator("button[aria-label='One more: The situation, Attackers']").tap();
	const unit = page.locator(".form input[aria-label^='The situation, Attackers'][list='known-units']").last();
	await unit.fill("nobody at all");
	await unit.press("Tab");
	await page.waitForSelector(".short.old");
	await soon(async () => assert.match(await short.innerText(), /^cannot be reckoned: see why/));
	await soon(async () => assert.doesNotMatch(await short.innerText(), /%/));
	await keep(page, "calculator-phone-refused");
	assert.deepEqual(await barriers(page), []);
	await page.locator("button:has-text('The example again')").tap();
	await page.waitForSelector(".short:not(.old)");
	await soon(async () => assert.match(await short.innerText(), /%/));
});

test("every question of every game has a form that says what its example says", async () => {
	const { games } = await server.ask("GET", "/shelf");
	const page = await stage.person();
	for (const game of games)
		for (const kind of game.kinds) {
			const report = await server.ask("POST", `/shelf/${game.name}/kinds/${kind.name}`, {});
			await page.goto(`${server.address}/odds/${game.name}/${kind.name}`);
			await page.waitForSelector(".form .row");
			await page.waitForSelector("details.odds");
			const shown = await page.locator("td.chance").count();
			assert.equal(shown, report.outcomes.length, `${game.name} ${kind.name}`);
			await soon(async () =>
				assert.equal(await page.locator(".problem").count(), 0, `${game.name} ${kind.name}`),
			);
		}
});

test("rules have an address for every clause, charts show their tables", async () => {
	const { name: game } = await server.game();
	const { clauses } = await server.ask("GET", `/shelf/${game}/rules`);
	const wanted = clauses.at(-1).id;
	const page = await visit(`/rules/${game}#${wanted}`, ".lit");
	await soon(async () => assert.ok((await page.locator(".lit").innerText()).includes(wanted)));
	await page.waitForFunction(
		(id) => document.getElementById(id).getBoundingClientRect().top < innerHeight,
		wanted,
	);
	await page.goto(`${server.address}/charts/${game}`);
	await page.waitForSelector("table");
	await keep(page, "charts");
});

test("a wrong address says so", async () => {
	const page = await visit("/nowhere/at/all", "h1");
	await soon(async () => assert.match(await page.locator("h1").innerText(), /nothing here/));
	await page.goto(`${server.address}/game/doesnotexist`);
	await page.waitForSelector("text=There is no game");
});

// In the dark only the colours are others.
for (const [colorScheme, only] of [
	["light", null],
	["dark", ["color-contrast"]],
]) {
	test(`no barrier on any page, ${colorScheme}`, async () => {
		const { name: game, kinds } = await server.game();
		const opened = await server.open(["here", "here"]);
		for (const seat of [1, 0])
			for (let many = 0; many < 2; many++) await server.decide(opened.id, opened.seats[seat].secret);
		const pages = [
			["/", "article"],
			[`/odds/${game}/${kinds[0].name}`, "details.odds"],
			[`/charts/${game}`, "table"],
			[`/rules/${game}`, "dl"],
			[`/game/${opened.id}#${opened.seats[0].secret}`, "[data-unit]"],
			[`/game/${opened.id}?step=2`, ".bar.past"],
			["/open", "h1"],
			["/verify", "h1"],
		];
		for (const [where, ready] of pages) {
			const page = await visit(where, ready, { colorScheme });
			assert.deepEqual(await barriers(page, only), [], `${where}, ${colorScheme}`);
			for (const tab of await page.locator("[role=tab]").all()) {
				await tab.click();
				await soon(async () =>
					assert.deepEqual(
						await barriers(page, only),
						[],
						`${where}, ${await tab.innerText()}, ${colorScheme}`,
					),
				);
			}
		}
	});
}

test("the odds of the page are those of the command line", async () => {
	const { name: game, kinds } = await server.game();
	const said = JSON.parse(
		execFileSync(server.child.spawnfile, ["odds", game, kinds[0].name, "--json"], { encoding: "utf8" }),
	);
	const page = await visit(`/odds/${game}/${kinds[0].name}`, "details.odds");
	const shown = (await page.locator("td.chance").allInnerTexts()).map((text) => text.trim());
	assert.deepEqual(
		shown,
		said.outcomes.map((outcome) => `${outcome.percent}%`),
	);
});

test("a table measured in centimetres is drawn and played by the same page", async () => {
	const page = await stage.person();
	const decided = await play(page);
	await page.goto(`${server.address}/game/fixture#anything`);
	await page.waitForSelector("[data-unit]");
	await soon(async () => assert.equal(await page.locator("[data-unit]").count(), state.view.counters.length));
	await soon(async () =>
		assert.equal(
			await page.locator("svg > path.area, svg > path.line").count(),
			state.view.ground.areas.length,
		),
	);
	const turned = await page.locator("[data-name='Red 2'] .base").getAttribute("transform");
	assert.equal(turned, "rotate(45)", "it faces where the game says");
	await page.locator("[data-name='Red 1'] .card").click({ force: true });
	await page.waitForSelector(".objection");
	assert.deepEqual(decided, ["order Red 1"]);
	await soon(async () => assert.match(await page.locator(".objection").innerText(), /it is a fixture/));
	assert.deepEqual(await barriers(page), []);
	// Without hexes one is told who is nearest, and where.
	await page.fill("#command", "look red 2");
	await page.press("#command", "Enter");
	await page.waitForSelector(".around h2:text-is('Red 2')");
	await soon(async () =>
		assert.match(await page.locator(".around li").first().innerText(), /^\S+ Red 1: [\d.]+ cm; Red Red 1/),
	);
	await page.locator(".around button[aria-label='Close']").click();
	await page.locator("[data-name='Red 2'] .card").hover({ force: true });
	await page.keyboard.down("Shift");
	await page.waitForSelector("[data-closer='Red 2']");
	await page.keyboard.up("Shift");
	await page.waitForSelector("[data-closer]", { state: "detached" });
	// Where the other side went, also without hexes; and the table without its counters.
	const kinds = await page
		.locator("[data-trail]")
		.evaluateAll((all) => all.map((one) => [one.dataset.trail, one.classList.item(1)]));
	assert.deepEqual(kinds, [
		["Blue 1", "went"],
		["Blue 2", "came"],
		["Blue 3", "lost"],
	]);
	await keep(page, "centimetres");
	await page.keyboard.press("Escape");
	await strike(page, "h");
	await page.waitForSelector("[data-name='Red 1']", { state: "hidden" });
	await soon(async () => assert.equal(await page.locator("[data-trail]").count(), 0));
	await strike(page, "h");
	await strike(page, "h");
	await page.waitForSelector("[data-name='Red 1']", { state: "visible" });
});
