// What a newcomer looks for at every table: turn, legend, lists, keys, the first view of a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, isEnd, PHONE, settled, soon, strike, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** Every game that can be played, opened with the scenario made for learning it and both sides at one screen. */
async function* tables() {
	const { games } = await server.ask("GET", "/shelf");
	for (const game of games.filter((one) => one.playable)) {
		const scenario = game.scenarios.find((one) => one.learning) ?? game.scenarios[0];
		const seats = Object.fromEntries(scenario.sides.map(({ name }) => [name, "link"]));
		const opened = await server.ask("POST", "/games", { game: game.name, scenario: scenario.name, seats });
		const { deciding } = await server.ask("GET", `/games/${opened.id}`);
		yield { game, scenario, opened, deciding };
	}
}

test("every table has its turns, its legend, its lists and a line to type in", async () => {
	for await (const { game, scenario, opened, deciding } of tables()) {
		const page = await stage.sit(opened, deciding, DESK);
		await settled(page);
		if (scenario.turns > 1)
			await soon(async () =>
				assert.equal(await page.locator(".track span").count(), scenario.turns, `${game.name}: turns`),
			);
		await strike(page, "k");
		const legend = page.locator("section[aria-label='Legend']");
		await legend.waitFor();
		await soon(async () =>
			assert.match(await legend.innerText(), /north is up|km|hex/i, `${game.name}: scale and north`),
		);
		await soon(async () =>
			assert.match(await legend.innerText(), /white rim/i, `${game.name}: what the outlines mean`),
		);
		await strike(page, "k");
		await legend.waitFor({ state: "detached" });
		// The slash that leads to the line is not written into it.
		await page.keyboard.press("/");
		await page.waitForFunction(() => document.activeElement?.id === "command");
		await soon(async () => assert.equal(await page.inputValue("#command"), ""));
		// A list of one side names nobody of the other.
		const { view } = await server.ask("GET", `/games/${opened.id}/state`);
		await page.locator("#tab-units").click();
		const [own, other] = [deciding, 1 - deciding].map((seat) => scenario.sides[seat].name);
		await page.locator("[aria-label='Show'] button", { hasText: own }).click();
		await page.waitForSelector(`[aria-label='Show'] [aria-pressed=true]:text-is("${own}")`);
		const lists = page.locator("[aria-label='Show'] ~ ul, [aria-label='Show'] ~ .box");
		const listed = new Set((await lists.allInnerTexts()).join(" ").split(/[\s;]+/));
		const foreign = view.counters.filter(({ seat, name }) => seat !== deciding && name.length > 3);
		const wrong = foreign.map(({ name }) => name).filter((name) => listed.has(name));
		assert.deepEqual(wrong, [], `${game.name}: of ${own}, not of ${other}`);
		await page.close();
	}
});

test("on every map a counter takes between 60 and 75 hundredths of the width of its hex", async () => {
	let measured = 0;
	for await (const { game, opened, deciding } of tables()) {
		const { view } = await server.ask("GET", `/games/${opened.id}/state`);
		if (view.ground) continue;
		// A leader who goes with others lies small beside them.
		const units = view.counters.filter(({ branch }) => branch !== "leader").map(({ id }) => id);
		const page = await stage.sit(opened, deciding, DESK);
		await settled(page);
		// The keys that go over the map show a hex as it is drawn.
		await page.locator("[role=application]").focus();
		await page.keyboard.press("ArrowRight");
		await page.waitForSelector(".cursor");
		const shares = () =>
			page.evaluate((units) => {
				// As wide as it is drawn from side to side, whichever way it is turned.
				const drawn = (one) => {
					const { a, b } = one.getScreenCTM();
					const { width, height } = one.getBBox();
					return Math.min(width, height) * Math.hypot(a, b);
				};
				const hex = document.querySelector(".cursor").getBoundingClientRect();
				return units.flatMap((unit) => {
					const card = document.querySelector(`g.counters [data-unit='${unit}'] .card`);
					return card ? [drawn(card) / Math.min(hex.width, hex.height)] : [];
				});
			}, units);
		await soon(async () => {
			const wrong = (await shares()).filter((share) => share < 0.6 || share > 0.75);
			assert.deepEqual(wrong, [], game.name);
		});
		measured += (await shares()).length;
		await page.close();
	}
	assert.ok(measured > 0, "some counters lie on a map");
});

test("the first view of a phone shows whoever decides, of either side, beside few tools", async () => {
	for await (const { game, opened, deciding } of tables()) {
		await glance(game, opened, deciding);
		const other = await server.playOn(opened, (state) => state.deciding !== deciding, isEnd);
		// What the other side has done is played first: one's own side is in sight before and after.
		await glance(game, opened, other.deciding, { ...PHONE, reducedMotion: "no-preference" });
	}
});

/** The first view of somebody who comes to the table on a phone. */
async function glance(game, opened, deciding, options = PHONE) {
	const page = await stage.sit(opened, deciding, options);
	await settled(page);
	const skip = page.locator(".playing button:has-text('Skip')");
	if (await skip.count()) await skip.tap().catch(() => undefined);
	await page.waitForSelector(".playing", { state: "detached" });
	await settled(page);
	const { view, choices } = await server.ask(
		"GET",
		`/games/${opened.id}/state`,
		undefined,
		opened.seats[deciding].secret,
	);
	const tools = await page.locator(".tools button:visible").count();
	assert.ok(tools <= 6, `${game.name}: ${tools} tools`);
	const acting = new Set(choices.flatMap(({ units }) => units));
	await soon(async () => {
		const drawn = await page
			.locator("g.counters [data-unit]")
			.evaluateAll((all) =>
				all.map((one) => [Number(one.dataset.unit), one.getBoundingClientRect().toJSON()]),
			);
		const frame = await page.locator("[role=application]").boundingBox();
		const own = drawn.filter(([unit]) =>
			acting.size > 0 && drawn.some(([one]) => acting.has(one))
				? acting.has(unit)
				: view.counters.find(({ id }) => id === unit)?.seat === deciding,
		);
		const seen = own.filter(
			([, { left, right, top, bottom }]) =>
				left >= frame.x &&
				right <= frame.x + frame.width &&
				top >= frame.y &&
				bottom <= frame.y + frame.height,
		);
		assert.ok(seen.length * 2 >= own.length, `${game.name}: ${seen.length} of ${own.length} are in sight`);
	});
	await page.close();
}
