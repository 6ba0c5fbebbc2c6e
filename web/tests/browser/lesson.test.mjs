// Every guided first game is played to its end, on the real rules: told, waited for, strayed from, taken up again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, keep, PHONE, sent, soon, strike, theatre, type } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

const words = (page) => page.locator(".lesson .words").innerText();
/** The number of the step that is shown; behind the last one there is none. */
const place = async (page) =>
	Number.parseInt(await page.locator(".lesson .hands").innerText(), 10) || Number.POSITIVE_INFINITY;

/** Does what the guide waits for, by its own words. */
async function decide(page, opened, expects) {
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	const state = await server.ask("GET", `/games/${opened.id}/state`, undefined, opened.seats[deciding]);
	const choice = state.choices.find((one) => one.text.toLowerCase().startsWith(expects.toLowerCase()));
	assert.ok(choice, `“${expects}” can be decided`);
	await type(page, choice.text);
}

/** Opens the lesson of a scenario as its player does. */
async function learn(options, { game, scenario }) {
	const page = await stage.person(options);
	await page.goto(server.address);
	const card = page.locator("article", { hasText: game.title });
	await card.locator("select").nth(0).selectOption(scenario.name);
	await card.locator("button.learn").click();
	await page.waitForSelector(".lesson");
	const id = new URL(page.url()).pathname.split("/").at(-1);
	const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("sandtable.games"))[0].seats);
	if (options.isMobile) await page.locator("button[title='Side column']").click();
	return { page, opened: { id, seats: kept.map((seat) => seat.secret) } };
}

async function lessons() {
	const { games } = await server.ask("GET", "/shelf");
	return games.flatMap((game) =>
		game.scenarios.filter((scenario) => scenario.lesson.length > 0).map((scenario) => ({ game, scenario })),
	);
}

/** Something else first: it is said, and taken back; who comes back after that goes on where he was. */
async function stray(page, options, step, at) {
	const offered = await page.locator("#commands option").evaluateAll((all) => all.map((one) => one.value));
	const leads = (text) => [step.expects, ...step.via].some((how) => text.startsWith(how));
	const other = offered.find((text) => !leads(text));
	if (!other) return false;
	await type(page, other);
	await page.waitForSelector(".lesson .stray");
	await page.locator(".lesson button:has-text('Take it back')").click();
	await page.waitForSelector(".lesson .stray", { state: "detached" });
	await sent(page);
	await page.reload();
	await page.waitForSelector(".lesson .words");
	await page.waitForSelector(".link:has-text('live')");
	await soon(async () => assert.equal(await place(page), at + 1));
	if (options.isMobile) await page.locator("button[title='Side column']").click();
	return true;
}

/** Plays a lesson from its first word to its last. */
async function play(options, lesson) {
	const { game, scenario } = lesson;
	const { page, opened } = await learn(options, lesson);
	let [strayed, looked] = [false, false];
	for (const [at, step] of scenario.lesson.entries()) {
		await page.waitForFunction(
			(at) => !(Number.parseInt(document.querySelector(".lesson .hands").innerText, 10) < at),
			at + 1,
		);
		// What the dice did not bring about is passed over.
		if ((await place(page)) !== at + 1) continue;
		if (!step.words) continue;
		await soon(async () => assert.equal(await words(page), step.words));
		if (!looked) assert.deepEqual(await barriers(page), []);
		looked = true;
		if (step.point.length > 0)
			await page.waitForFunction(
				(many) => document.querySelectorAll(".lit-hex").length >= many,
				step.point.length,
			);
		if (step.expects && step.otherwise && !step.plays && !strayed) {
			await keep(page, `lesson-${game.name}-${options.isMobile ? "phone" : "desk"}`);
			strayed = await stray(page, options, step, at);
		}
		if (step.plays || !step.expects) await page.locator(".lesson .next").click();
		else await decide(page, opened, step.expects);
	}
	await page.waitForSelector(".lesson:has-text('The lesson is over')");
	assert.ok(strayed, "something else was tried");
	await page.locator(".lesson button:has-text('Leave')").click();
	await page.waitForSelector(".lesson", { state: "detached" });
	await page.reload();
	await page.waitForSelector("[role=application]");
	await soon(async () => assert.equal(await page.locator(".lesson").count(), 0, "it stays left"));
	await page.close();
}

for (const [name, options] of [
	["a desk", DESK],
	["a phone", { ...PHONE, colorScheme: "dark" }],
])
	test(`every guided game is played to its end on ${name}`, async () => {
		const all = await lessons();
		const playable = (await server.ask("GET", "/shelf")).games.filter((game) => game.playable);
		assert.ok(all.length >= Math.min(4, playable.length), "every game that is taught has a lesson");
		await Promise.all(all.map((lesson) => play(options, lesson)));
	});

test("a guided game goes on by the keys, and where the news of a decision is quicker than its answer", async () => {
	const all = await lessons();
	// The shortest will do.
	const [lesson] = all.sort((one, other) => one.scenario.lesson.length - other.scenario.lesson.length);
	const { page, opened } = await learn(DESK, lesson);
	// An answer is held back until the page has heard of the decision elsewhere and asked for the table.
	await page.route("**/act", async (route) => {
		const heard = page.waitForRequest(/\/state$/, { timeout: 5000 }).catch(() => null);
		const response = await route.fetch();
		await heard;
		await route.fulfill({ response });
	});
	for (const [at, step] of lesson.scenario.lesson.entries()) {
		await page.waitForFunction(
			(at) => !(Number.parseInt(document.querySelector(".lesson .hands").innerText, 10) < at),
			at + 1,
		);
		if ((await place(page)) !== at + 1 || !step.words) continue;
		await soon(async () =>
			assert.equal(await page.locator(".lesson .stray").count(), 0, "nothing else was decided"),
		);
		if (!step.plays && step.expects) await decide(page, opened, step.expects);
		else {
			await page.waitForSelector(".lesson .next");
			await strike(page, ".");
		}
	}
	await page.waitForSelector(".lesson:has-text('The lesson is over')");
});
