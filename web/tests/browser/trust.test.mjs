// Nothing betrays the player: work is not thrown away, the map stays where it is, clicks mean what a person means.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	barriers,
	begins,
	DESK,
	inReach,
	isEnd,
	keep,
	nameOf,
	PHONE,
	sent,
	settled,
	soon,
	takeUp,
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
async function sitAt(until, options = DESK) {
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
const world = () => page.evaluate(() => document.querySelector(".world").style.transform);
const frame = () =>
	page.evaluate(() => {
		const { x, y, width, height } = document.querySelector("main").getBoundingClientRect();
		return [x, y, width, height].join(" ");
	});

test("what would throw prepared attacks away stands apart and asks once", async () => {
	const { opened, state } = await sitAt(striking);
	await type(page, state.choices.find((choice) => choice.hint.kind === "strike").text);
	const discard = page.locator(".buttons .discards");
	await discard.waitFor();
	await soon(async () =>
		assert.ok(!(await discard.getAttribute("class")).includes("primary"), "it does not look like going on"),
	);
	const prepared = await look(opened, state.deciding);
	assert.ok(prepared.view.arrows.length > 0);
	await discard.click();
	await page.waitForSelector(".still:has-text('thrown away')");
	await keep(page, "discards");
	assert.deepEqual(await barriers(page), []);
	assert.equal(
		(await look(opened, state.deciding)).revision,
		prepared.revision,
		"nothing is lost by one click",
	);
	await page.locator(".still button:has-text('Not yet')").click();
	await page.waitForSelector(".still", { state: "detached" });
	await discard.click();
	await page.locator(".still .anyway").click();
	await page.waitForSelector(".still", { state: "detached" });
	await sent(page);
	assert.ok((await look(opened, state.deciding)).revision > prepared.revision);
});

for (const [name, options] of [
	["a desk", DESK],
	["a phone", PHONE],
])
	test(`on ${name} the map keeps its size and its place while counters move and attacks are put together`, async () => {
		const { state } = await sitAt(moving, options);
		await settled(page);
		const [size, place] = [await frame(), await world()];
		const still = async (when) => {
			await settled(page);
			assert.equal(await frame(), size, `the size of the map, ${when}`);
			assert.equal(await world(), place, `the place of the map, ${when}`);
		};
		const isPhone = options === PHONE;
		await takeUp(page, isPhone ? { press: (x, y) => page.touchscreen.tap(x, y) } : {});
		await page.waitForSelector(".target", { state: "attached" });
		await still("with a counter in hand");
		if (!isPhone) {
			// A button of the list lights its hex, goes with its press, and leaves nothing that pulls the map about.
			await page.locator(".panel summary").filter({ hasText: /^to/ }).click();
			await page.locator(".panel li button").filter({ hasText: /^To / }).first().click();
			await page.waitForSelector(".target", { state: "detached" });
			await sent(page);
			await still("after a move from the list");
			// Whatever button lies under the pointer now: what it lights goes with the pointer.
			await page.mouse.move(500, 300);
			await page.waitForSelector(".lit-hex", { state: "detached" });
		} else {
			await page.keyboard.press("Escape");
			await page.waitForSelector(".target", { state: "detached" });
			await sent(page);
		}
		const end = state.choices.find((choice) => choice.hint.kind === "end");
		await page.locator(".buttons .primary", { hasText: new RegExp(end.hint.label, "i") }).click();
		await page.waitForSelector(".still");
		await still("while it is asked");
		await page.locator(".still .anyway").click();
		await page.waitForSelector(".region.strike", { state: "attached" });
		await sent(page);
		await still("in the next phase");
	});

test("with a counter in hand a click on another of one's own takes that instead", async () => {
	const { opened, state } = await sitAt(moving);
	await settled(page);
	await takeUp(page);
	await page.waitForSelector(".target");
	const held = () =>
		page.evaluate(() => document.querySelector("g.counters [data-unit]:has(.chosen)")?.dataset.name);
	const { view } = await look(opened, state.deciding);
	const placeOf = (name) => view.counters.find((counter) => counter.name === name).place;
	const one = await held();
	// Others that stand where the one in hand cannot go.
	const targets = await page.locator(".target").evaluateAll((all) => all.map((target) => target.dataset.hex));
	const able = new Set(
		state.choices
			.filter((choice) => choice.hint.kind === "pick")
			.map((choice) => nameOf(state, choice.units[0])),
	);
	const reach = await inReach(page, "g.counters [data-unit]");
	const wanted = reach.find(({ unit }) => {
		const counter = view.counters.find((counter) => counter.id === Number(unit));
		return able.has(counter.name) && counter.place !== placeOf(one) && !targets.includes(counter.place);
	});
	assert.ok(wanted, "somebody stands elsewhere");
	const place = view.counters.find((counter) => counter.id === Number(wanted.unit)).place;
	const there = view.counters.filter((counter) => counter.place === place).map((counter) => counter.name);
	await page.mouse.click(wanted.x, wanted.y);
	await page.waitForFunction(
		(there) => there.includes(document.querySelector("g.counters [data-unit]:has(.chosen)")?.dataset.name),
		there,
	);
	await sent(page);
	await soon(async () => assert.equal(await page.locator(".objection").count(), 0, "nothing was refused"));
	// A second click on it lets it go.
	const other = await held();
	const [again] = await inReach(page, `[data-name='${other}']`);
	await page.mouse.click(again.x, again.y);
	await page.waitForSelector("g.counters .chosen", { state: "detached" });
});

/** The first scenario with facings in which somebody can shoot at once, both seats held. */
async function shooting() {
	const { game } = await server.facing();
	for (const scenario of game.scenarios) {
		const seats = Object.fromEntries(scenario.sides.map(({ name }) => [name, "here"]));
		const opened = await server.ask("POST", "/games", { game: game.name, scenario: scenario.name, seats });
		const shots = (state) => state.choices.filter((choice) => choice.units.length === 2 && choice.hint.rolls);
		const state = await server
			.playOn(opened, (state) => shots(state).length > 0 || state.view.turn > 1, begins("hold"), isEnd)
			.catch(() => null);
		if (state && shots(state).length > 0) return { opened, state, shots: shots(state) };
	}
	throw new Error("nobody can shoot anywhere");
}

test("who can be shot at is ringed, a click on it asks once, and only then dice fall", async () => {
	const { opened, state, shots } = await shooting();
	page = await stage.sit(opened, state.deciding);
	await page.waitForSelector("g.counters .aim");
	const target = shots[0].units[1];
	const name = nameOf(state, target);
	const rings = await page
		.locator("g.counters [data-unit]:has(.aim)")
		.evaluateAll((all) => all.map((one) => Number(one.dataset.unit)));
	assert.deepEqual(rings.sort(), [...new Set(shots.map((shot) => shot.units[1]))].sort());
	await keep(page, "targets");
	const box = await page.locator(`g.counters [data-name='${name}'] .card`).first().boundingBox();
	const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
	await press();
	// One who can shoot at it: asked. Several: who does it is asked first.
	await page.waitForSelector(".armed, .tray .fit");
	await soon(async () =>
		assert.equal(await page.locator(".objection").count(), 0, "a legal target is not refused"),
	);
	if (await page.locator(".tray .fit").count()) await page.locator(".tray .fit").first().click();
	else {
		assert.equal((await look(opened, state.deciding)).revision, state.revision, "one click rolls nothing");
		await page.locator(".armed .go").click();
	}
	await page.waitForSelector(".rolled");
	const { steps } = await server.ask("GET", `/games/${opened.id}/story?from=${state.steps}`);
	assert.ok(steps[0].text.startsWith(shots[0].verb) && steps[0].dice.length > 0);
});

test("a game opens on the set-up, and what the other side did is then played, or skipped", async () => {
	const { game } = await server.facing();
	// The side that decides second: the other has played before one comes.
	let opened = null;
	for (const scenario of game.scenarios) {
		const seats = Object.fromEntries(scenario.sides.map(({ name }) => [name, "here"]));
		opened = await server.ask("POST", "/games", { game: game.name, scenario: scenario.name, seats });
		const { deciding } = await server.ask("GET", `/games/${opened.id}`);
		const second = 1 - deciding;
		const moves = (choice) => choice.text.startsWith("to ");
		const picks = (choice) => choice.hint.kind === "pick";
		await server.playOn(opened, (state) => state.steps > 8, moves, picks, isEnd);
		await server.playOn(opened, (state) => state.deciding === second, moves, isEnd);
		page = await stage.person({ ...DESK, reducedMotion: "no-preference" });
		// So slowly that it is not over before it has been looked at.
		await page.addInitScript(() => localStorage.setItem("sandtable.taste", '{"pace":0.2}'));
		const set = (await server.ask("GET", `/games/${opened.id}/state?step=0`)).view.counters;
		await page.goto(`${server.address}/game/${opened.id}#${opened.seats[second].secret}`);
		await page.waitForSelector(".playing");
		await soon(async () => assert.equal(await page.locator(".bar.yours").count(), 0, "nothing is asked yet"));
		await page.waitForSelector("g.counters [data-unit]");
		const placed = set.filter((counter) => /^\d{4}$/.test(counter.place));
		const shown = await page.locator("g.counters [data-unit], .movers .counter").count();
		assert.equal(shown, placed.length, "everybody is there");
		// It is told in words, step by step.
		await page.waitForFunction(() => document.querySelector(".playing .told b"));
		await keep(page, "playing");
		assert.deepEqual(await barriers(page), []);
		await page.locator(".playing button:has-text('Skip')").click();
		await page.waitForSelector(".playing", { state: "detached" });
		await page.waitForSelector(".bar.yours");
		await page.reload();
		await page.waitForSelector(".bar.yours");
		await soon(async () => assert.equal(await page.locator(".playing").count(), 0, "it is played once"));
		return;
	}
});

test("a game is not forgotten by one click", async () => {
	const opened = await server.open(["here", "here"]);
	page = await stage.sit(opened, 0);
	await page.goto(server.address);
	const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("sandtable.games")).length);
	await page.locator(".mine button:has-text('Forget')").click();
	await page.waitForSelector("text=the only key to your seat");
	await soon(async () => assert.equal(await kept(), 1));
	assert.deepEqual(await barriers(page), []);
	await page.locator("button:has-text('Keep it')").click();
	await page.locator(".mine button:has-text('Forget')").click();
	await page.locator("button:has-text('Forget for good')").click();
	await page.waitForSelector(".mine li", { state: "detached" });
	await soon(async () => assert.equal(await kept(), 0));
});

test("why not goes by itself, and says what is asked instead", async () => {
	const opened = await server.open(["here", "here"]);
	const state = await server.playOn(opened, moving, isEnd);
	page = await stage.person(DESK);
	await page.clock.install();
	await page.goto(`${server.address}/game/${opened.id}#${opened.seats[state.deciding].secret}`);
	await page.waitForSelector(".bar.yours");
	const enemy = state.view.counters.find(
		(counter) => counter.seat !== state.deciding && /^\d{4}$/.test(counter.place),
	);
	await page.waitForSelector(`g.counters [data-name='${enemy.name}']`);
	const [at] = await inReach(page, `g.counters [data-name='${enemy.name}']`);
	await page.mouse.click(at.x, at.y);
	await page.waitForSelector(".objection");
	await soon(async () =>
		assert.ok(
			(await page.locator(".objection").innerText())
				.toLowerCase()
				.includes(state.view.prompt.words.toLowerCase()),
		),
	);
	await page.mouse.move(700, 760);
	await page.clock.fastForward(12_000);
	await page.waitForSelector(".objection", { state: "detached" });
});

test("what is fought for lies on the map with its worth, and the score is always in view", async () => {
	const { opened, state } = await sitAt(moving);
	const { objectives, goals } = state.view;
	assert.ok(objectives.length > 0 && goals.length === 2);
	await page.waitForSelector("[data-objective]", { state: "attached" });
	const badges = await page
		.locator("[data-objective]")
		.evaluateAll((all) =>
			all.map((one) => [one.dataset.objective, one.textContent.trim(), one.classList.item(1)]),
		);
	// Where their names find room decides in which order they are drawn.
	assert.deepEqual(
		badges.map(([name, worth]) => `${name} ${worth}`).sort(),
		objectives.map(({ name, worth }) => `${name} ${worth}`).sort(),
	);
	for (const [name, , look] of badges) {
		const { holder } = objectives.find((objective) => objective.name === name);
		assert.equal(look, holder === null ? "nobody" : `seat-${holder}`);
	}
	const shown = await page.locator(".goals .points").innerText();
	assert.deepEqual(
		shown.match(/-?\d+/g).map(Number),
		goals.map((goal) => goal.have),
	);
	await page.locator("button.goals").click();
	await page.waitForSelector("section[aria-label='How it is won']");
	const told = await page.locator("section[aria-label='How it is won']").innerText();
	for (const goal of goals) assert.ok(told.includes(goal.words), told);
	assert.ok(opened);
});
