// The greatest map: a whole turn of dozens of counters against a program, in far fewer clicks than they have moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { abreast, barriers, isEnd, keep, sent, settled, soon, theatre, type } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

/** The scenario with the most counters on its map, the first side a person's, the second a program's. */
async function greatest() {
	const { games } = await server.ask("GET", "/shelf");
	let best = null;
	for (const game of games.filter((one) => one.playable))
		for (const scenario of game.scenarios) {
			const [own, other] = scenario.sides.map(({ name }) => name);
			const seats = { [own]: "here", [other]: "bot:regular" };
			const wish = { game: game.name, scenario: scenario.name, seats };
			const opened = await server.ask("POST", "/games", wish);
			const { view } = await server.ask("GET", `/games/${opened.id}/state`);
			const many = view.counters.filter((counter) => /^\d{4}$/.test(counter.place)).length;
			if (!best || many > best.many) best = { opened, many };
		}
	assert.ok(best.many > 100, `${best.many} counters are a great many`);
	return best.opened;
}

test("a turn of sixty counters is played against a program in a fraction of three hundred clicks", async () => {
	const opened = await greatest();
	const { secret } = opened.seats[0];
	const look = () => server.ask("GET", `/games/${opened.id}/state`, undefined, secret);
	const page = await stage.person({ viewport: { width: 1600, height: 1000 } });
	// So much is on this map that a slow machine takes its time.
	page.setDefaultTimeout(60_000);
	await page.goto(`${server.address}/game/${opened.id}#${secret}`);
	await page.waitForSelector("[role=application]");
	await page.waitForSelector(".link:has-text('live')");
	let clicks = 0;
	const press = async (what) => {
		await what.click();
		clicks++;
		await sent(page);
	};
	/** Ends the phase. */
	const end = async () => {
		const state = await look();
		await abreast(page, state);
		await type(page, state.choices.find(isEnd).text);
		clicks++;
	};
	const can = (state, kind) => state.deciding === 0 && state.choices.some(({ hint }) => hint.kind === kind);
	for (let tries = 0; tries < 40 && (await look()).deciding !== 0; tries++) await page.waitForTimeout(250);
	for (let tries = 0; tries < 8 && !can(await look(), "strike"); tries++) await end();

	// What touches nobody is refused with its rule, and nothing of it is decided.
	let state = await look();
	const strikes = state.choices.filter((choice) => choice.hint.kind === "strike");
	const [verb] = strikes.find((choice) => choice.units.length > 0).text.split(" ");
	const fit = new Set(strikes.flatMap((choice) => choice.units));
	const stranger = state.view.counters.find(
		(counter) => counter.seat === 0 && /^\d{4}$/.test(counter.place) && !fit.has(counter.id),
	);
	const [refused] = strikes.find((choice) => choice.units.length > 0).text.split(" with ");
	await page.fill("#command", `${refused} with ${stranger.name}`);
	await page.press("#command", "Enter");
	await page.locator("[role=alert].objection").waitFor();
	await soon(async () =>
		assert.match(await page.locator("[role=alert].objection").innerText(), /[A-Z]+-[A-Z]+-\d+/),
	);
	await page.locator(".objection .close").click();
	await page.fill("#command", "");
	assert.equal((await look()).steps, state.steps);

	// One order sends everybody who can against a hex; the odds are the server's; undo takes it back, a reload does not.
	const everybody = strikes.filter((choice) => choice.units.length === 0);
	assert.ok(everybody.length > 3, `${verb} with everybody is offered`);
	await type(page, everybody[0].text);
	clicks++;
	await page.waitForSelector("details.odds");
	await press(page.locator(".buttons button:has-text('Undo')"));
	assert.equal((await look()).steps, state.steps);
	for (const { text } of everybody.slice(0, 3)) {
		const still = (await look()).choices.some((choice) => choice.text === text);
		if (!still) continue;
		await type(page, text);
		clicks++;
	}
	const { reports } = await server.ask("GET", `/games/${opened.id}/odds`, undefined, secret);
	const shown = async () =>
		(await page.locator("details.odds").first().locator("td.chance").allInnerTexts()).map((text) =>
			text.trim(),
		);
	const wanted = reports[0].outcomes.map((outcome) => `${outcome.percent}%`);
	await soon(async () => assert.deepEqual(await shown(), wanted));
	await keep(page, "great-attacks");
	await page.reload();
	await page.waitForSelector("details.odds");
	await soon(async () => assert.deepEqual(await shown(), wanted));
	assert.deepEqual(await barriers(page), []);
	await end();
	// Every fight and what follows from it, by the first thing that is offered.
	for (let tries = 0; tries < 120; tries++) {
		state = await look();
		if (state.deciding !== 0 || can(state, "pick")) break;
		await abreast(page, state);
		await type(page, (state.choices.find(({ hint }) => hint.kind === "end") ?? state.choices[0]).text);
		clicks++;
	}

	// All who can still move are drawn around in bands from north to south; each band goes on together.
	state = await look();
	const able = () =>
		new Set(state.choices.filter(({ hint }) => hint.kind === "pick").map(({ units }) => units[0]));
	const [begun, movers] = [state, able()];
	assert.ok(movers.size > 25, `${movers.size} can move`);
	await settled(page);
	const before = clicks;
	for (let band = 0; band < 6; band++) {
		await press(page.locator("button[aria-label='Draw around counters']"));
		await page.waitForSelector(".lasso");
		const map = await page.locator("[role=application]").boundingBox();
		const [top, bottom] = [band, band + 1].map((part) => map.y + 4 + ((map.height - 8) * part) / 6);
		const [left, right] = [map.x + 4, map.x + map.width - 4];
		await page.mouse.move(left, top);
		await page.mouse.down();
		for (const [x, y] of [
			[right, top],
			[right, bottom],
			[left, bottom],
			[left, top],
		])
			await page.mouse.move(x, y, { steps: 3 });
		await page.mouse.up();
		clicks++;
		await page.waitForSelector(".lasso", { state: "detached" });
		const chosen = await page.locator("g.counters [data-unit]:has(.chosen)").evaluateAll((all) =>
			all.map((one) => {
				const box = one.getBoundingClientRect();
				return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width };
			}),
		);
		if (chosen.length === 0) continue;
		const lead = chosen.toSorted((one, other) => other.x - one.x)[0];
		await page.mouse.click(lead.x + lead.size * 1.6, lead.y);
		clicks++;
		await page.waitForFunction(
			() => !document.querySelector(".together")?.textContent.includes("On their way"),
			null,
			{ timeout: 300_000 },
		);
		await sent(page);
		await page.keyboard.press("Escape");
	}
	await keep(page, "great-moved");
	state = await look();
	const placed = ({ view }) => new Map(view.counters.map((counter) => [counter.id, counter.place]));
	const [then, now] = [placed(begun), placed(state)];
	const moved = [...movers].filter((unit) => then.get(unit) !== now.get(unit)).length;
	// On the first day half of them are hemmed in by the enemy before them.
	assert.ok(moved > movers.size / 3, `${moved} of ${movers.size} have moved, by ${clicks - before} clicks`);
	assert.ok(clicks < 100, `${clicks} clicks`);

	// The rest of the turn, and the program answers.
	for (let tries = 0; tries < 60; tries++) {
		state = await look();
		if (state.deciding === 0) {
			const { text } = state.choices.find(({ hint }) => hint.kind === "end") ?? state.choices[0];
			await abreast(page, state);
			await type(page, text);
			clicks++;
		} else await page.waitForTimeout(500);
		if (/turn 2\b/.test(state.view.moment ?? "") || state.view.turn > 1) break;
	}
	assert.ok(state.view.turn > 1 || state.deciding !== 0, "the program has its turn");
	assert.ok(clicks < 150, `${clicks} clicks for the whole turn`);
});
