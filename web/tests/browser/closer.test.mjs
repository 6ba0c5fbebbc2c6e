// What a counter and a stack are worth, a closer look at them, and places told in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, begins, isEnd, keep, nameOf, PHONE, soon, theatre, type } from "./stage.mjs";

const stage = theatre();
const { server } = stage;
let page;

const playing = (state) => state.view.turn > 0 && state.deciding === 0;

/** The middle of a counter on the screen. */
async function middleOf(unit) {
	const box = await page.locator(`g.counters [data-name='${unit}'] .card`).boundingBox();
	return [box.x + box.width / 2, box.y + box.height / 2];
}

const sum = (counters, name) =>
	counters
		.flatMap((counter) => counter.figures)
		.filter((figure) => figure.name === name)
		.reduce((sum, figure) => sum + figure.adds / 8, 0);

test("a stack says what it is worth together", async () => {
	const opened = await server.open(["here", "here"]);
	const { view } = await server.playOn(opened, playing, isEnd);
	const places = [...new Set(view.counters.map((counter) => counter.place))].filter((place) =>
		/^\d+$/.test(place),
	);
	const stacks = places
		.map((place) => view.counters.filter((counter) => counter.place === place))
		.filter((stack) => stack.length > 1);
	assert.ok(stacks.length > 0, "there are stacks");
	const wanted = stacks.map((stack) => {
		const names = stack[0].figures.filter((figure) => figure.adds !== null).map((figure) => figure.name);
		return names.map((name) => sum(stack, name)).join("-");
	});
	page = await stage.sit(opened, 0);
	await page.keyboard.press("o");
	await page.waitForSelector("g.counters .count text");
	const shown = await page.locator("g.counters .count text").allTextContents();
	assert.deepEqual(shown.map((text) => text.replace(/^\d+× /, "")).sort(), wanted.sort());
	await page.keyboard.press("0");
	await keep(page, "stacks-far");
	const [x, y] = await middleOf(stacks[0][0].name);
	await page.mouse.move(x, y);
	await page.mouse.wheel(0, -600);
	await page.waitForSelector("g.counters .count text");
	await page.waitForSelector(".status:has-text('together: ')");
	await keep(page, "stacks");
});

test("Shift over a counter shows both its sides and all its figures", async () => {
	const { game, scenario } = await server.facing();
	const seats = Object.fromEntries(game.scenarios[0].sides.map(({ name }) => [name, "here"]));
	const opened = await server.ask("POST", "/games", { game: game.name, scenario, seats });
	const { view } = await server.ask("GET", `/games/${opened.id}/state`);
	const counter = view.counters.find((one) => one.back && /^\d+$/.test(one.place));
	assert.ok(counter, "a counter with two sides");
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	page = await stage.sit(opened, deciding);
	await page.mouse.move(...(await middleOf(counter.name)));
	await soon(async () => assert.equal(await page.locator(".closer article").count(), 0));
	await page.keyboard.down("Shift");
	const card = page.locator(`[data-closer='${counter.name}']`);
	await card.waitFor();
	const rows = await card
		.locator("tbody tr")
		.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.innerText)));
	const turned = Object.fromEntries(counter.back.figures.map(({ name, value }) => [name, value]));
	assert.deepEqual(
		rows,
		// What is the same on both sides stands there once.
		counter.figures.map(({ name, value }) =>
			[name, value, turned[name] ?? value].slice(0, turned[name] && turned[name] !== value ? 3 : 2),
		),
	);
	await soon(async () =>
		assert.match(await card.locator(".back").innerText(), new RegExp(counter.back.words)),
	);
	assert.deepEqual(await barriers(page), []);
	await keep(page, "closer");
	await page.keyboard.up("Shift");
	await card.waitFor({ state: "detached" });
	// Without a pointer: the hex of the keys, and it stays until Escape.
	await page.locator("[role=application]").focus();
	await page.keyboard.press("n");
	await page.waitForSelector("path.cursor");
	await page.keyboard.press("i");
	await page.waitForSelector(".closer.stays article");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "closer-key");
	await page.keyboard.press("Escape");
	await page.waitForSelector(".closer article", { state: "detached" });
	await soon(async () =>
		assert.ok((await page.locator("g.counters .chosen").count()) > 0, "what was selected still is"),
	);
});

test("on a phone a finger that rests on a counter shows it closely, and so does a list", async () => {
	const { game, scenario } = await server.facing();
	const seats = Object.fromEntries(game.scenarios[0].sides.map(({ name }) => [name, "here"]));
	const opened = await server.ask("POST", "/games", { game: game.name, scenario, seats });
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	page = await stage.sit(opened, deciding, { ...PHONE, colorScheme: "dark" });
	const inside = await page.locator("g.counters > g").evaluateAll((stacks) =>
		stacks
			.filter((stack) => stack.querySelectorAll("[data-unit]").length === 1)
			.map((stack) => stack.querySelector("[data-unit]"))
			.filter((unit) => {
				const box = unit.querySelector(".card").getBoundingClientRect();
				const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
				return document.elementFromPoint(x, y)?.closest("[data-unit]") === unit;
			})
			.map((unit) => unit.dataset.name),
	);
	assert.ok(inside.length > 0, "a counter in sight");
	const [x, y] = await middleOf(inside[0]);
	const finger = await page.context().newCDPSession(page);
	await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
	await page.waitForSelector(`.closer.stays [data-closer='${inside[0]}']`);
	await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
	assert.deepEqual(await barriers(page), []);
	await keep(page, "closer-phone");
	await page.locator("button[aria-label='Close the closer look']").click();
	await page.waitForSelector(".closer article", { state: "detached" });
	await page.locator("button[title='Side column']").click();
	await page.locator("#tab-units").click();
	await page.locator("button.closer").first().click();
	await page.waitForSelector(".closer.stays article");
	await keep(page, "closer-list-phone");
});

test("a hex is told in words with its neighbours, by command and by key", async () => {
	const opened = await server.open(["here", "here"]);
	const { view } = await server.playOn(opened, playing, isEnd);
	const map = await server.ask("GET", `/games/${opened.id}/map`);
	const place = map.places.find(({ hex }) => view.counters.some((one) => one.place === map.hexes[hex]));
	const number = map.hexes[place.hex];
	const here = view.counters.filter((counter) => counter.place === number);
	page = await stage.sit(opened, 0);
	await page.waitForSelector("#command");
	const before = (await server.ask("GET", `/games/${opened.id}`)).revision;
	await type(page, `look ${place.name.toUpperCase()}`);
	const told = page.locator(".around section");
	await told.waitFor();
	const words = await told.innerText();
	await soon(async () => assert.equal(await told.locator("h2").innerText(), number));
	for (const expected of [place.name, ...here.flatMap(({ name, factors }) => [name, factors])])
		assert.ok(words.includes(expected), `${expected} in ${words}`);
	await soon(async () => assert.equal(await told.locator("li").count(), 6));
	await soon(async () => assert.equal(await page.locator(".around").getAttribute("aria-live"), "polite"));
	const rivers = map.sides.flatMap(({ name, courses }) =>
		courses.flatMap(({ pairs }) => pairs.filter((pair) => pair.includes(place.hex)).map(() => name)),
	);
	for (const river of rivers) assert.ok(words.includes(river), `${river} in ${words}`);
	assert.deepEqual(await barriers(page), []);
	await keep(page, "around");
	// What is not there is said, and what was typed stays to be mended.
	await page.fill("#command", "look nowhere");
	await page.press("#command", "Enter");
	await page.waitForSelector("[role=alert]:has-text('nowhere')");
	await soon(async () => assert.equal(await page.inputValue("#command"), "look nowhere"));
	// By key: the hex that the arrows have gone to.
	await page.locator("[role=application]").focus();
	await page.keyboard.press("ArrowDown");
	await page.waitForSelector("path.cursor");
	await page.keyboard.press("d");
	await page.waitForFunction((number) => document.querySelector(".around h2")?.innerText !== number, number);
	const next = await told.locator("h2").innerText();
	assert.ok(map.hexes.includes(next));
	// From there to a neighbour.
	const neighbour = told.locator("li button").first();
	const wanted = await neighbour.innerText();
	await neighbour.click();
	await page.waitForFunction((wanted) => document.querySelector(".around h2")?.innerText === wanted, wanted);
	await page.locator(".around button[aria-label='Close']").click();
	await told.waitFor({ state: "detached" });
	assert.equal((await server.ask("GET", `/games/${opened.id}`)).revision, before, "nothing was decided");
	page = await stage.sit(opened, 0, { ...PHONE, colorScheme: "dark" });
	await page.locator("button[title='Side column']").click();
	await type(page, `look ${number}`);
	await page.waitForSelector(".around section");
	assert.deepEqual(await barriers(page), []);
	await keep(page, "around-phone");
});

test("a name that is typed is a click: on the counter that moves, and on the place where it goes", async () => {
	const opened = await server.open(["here", "here"]);
	const goes = ({ hint, units, hexes }) => hint.kind === "go" && (units.length > 0 || hexes.length > 0);
	const state = await server.playOn(
		opened,
		({ choices }) => choices.filter(goes).length > 3,
		begins("pick"),
		isEnd,
	);
	const go = state.choices.find(goes);
	page = await stage.sit(opened, state.deciding);
	await page.waitForSelector("#command");
	const hand = state.view.counters.find(({ in_hand }) => in_hand);
	if (!hand) await type(page, nameOf(state, go.units[0]).toLowerCase());
	await type(page, go.hexes.at(-1));
	const where = async () => {
		const { view } = await server.ask(
			"GET",
			`/games/${opened.id}/state`,
			undefined,
			opened.seats[state.deciding].secret,
		);
		return view.counters.find(({ id }) => id === (hand?.id ?? go.units[0])).place;
	};
	await soon(async () => assert.equal(await where(), go.hexes.at(-1)));
	await page.fill("#command", "nowhere");
	await page.press("#command", "Enter");
	await page.waitForSelector("[role=alert].objection:has-text('nowhere')");
});
