// Every guided first game is played to its end, on the real rules: told, waited for, strayed from, taken up again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, DESK, keep, PHONE, sent, theatre, type } from "./stage.mjs";

const stage = theatre();
const { server } = stage;

const words = (page) => page.locator(".lesson .words").innerText();

/** Does what the guide waits for, by its own words. */
async function decide(page, opened, expects) {
	const { deciding } = await server.ask("GET", `/games/${opened.id}`);
	const state = await server.ask("GET", `/games/${opened.id}/state`, undefined, opened.seats[deciding]);
	const choice = state.choices.find((one) => one.text.toLowerCase().startsWith(expects.toLowerCase()));
	assert.ok(choice, `“${expects}” can be decided`);
	await type(page, choice.text);
}

for (const [name, options] of [
	["a desk", DESK],
	["a phone", { ...PHONE, colorScheme: "dark" }],
])
	test(`every guided game is played to its end on ${name}`, async () => {
		const { games } = await server.ask("GET", "/shelf");
		const lessons = games.flatMap((game) =>
			game.scenarios.filter((scenario) => scenario.lesson.length > 0).map((scenario) => ({ game, scenario })),
		);
		assert.ok(lessons.length > 0, "a game has a lesson");
		const play = async ({ game, scenario }) => {
			const page = await stage.person(options);
			await page.goto(server.address);
			const card = page.locator("article", { hasText: game.title });
			await card.locator("select").nth(0).selectOption(scenario.name);
			await card.locator("button.learn").click();
			await page.waitForSelector(".lesson");
			const id = new URL(page.url()).pathname.split("/").at(-1);
			const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("sandtable.games"))[0].seats);
			const opened = { id, seats: kept.map((seat) => seat.secret) };
			if (options.isMobile) await page.locator("button[title='Side column']").click();
			const [first] = scenario.lesson;
			assert.equal(await words(page), first.words);
			assert.deepEqual(await barriers(page), []);
			let strayed = false;
			for (let tries = 0; tries < 60; tries++) {
				await sent(page);
				const said = await words(page);
				const step = scenario.lesson.find((one) => one.words === said);
				if (!step) break;
				if (step.point.length > 0)
					await page.waitForFunction(
						(many) => document.querySelectorAll(".lit-hex").length >= many,
						step.point.length,
					);
				if (step.expects && step.otherwise && !strayed) {
					// Something else first: it is said, and taken back.
					strayed = true;
					await keep(page, `lesson-${game.name}`);
					const offered = await page
						.locator("#commands option")
						.evaluateAll((all) => all.map((one) => one.value));
					await type(
						page,
						offered.find((text) => !text.startsWith(step.expects)),
					);
					await page.waitForSelector(".lesson .stray");
					await page.locator(".buttons button:has-text('Undo')").click();
					await page.waitForSelector(".lesson .stray", { state: "detached" });
					await sent(page);
					// Who comes back goes on where he was.
					await page.reload();
					await page.waitForSelector(".lesson .words");
					await page.waitForSelector(".link:has-text('live')");
					assert.equal(await words(page), said);
					if (options.isMobile) await page.locator("button[title='Side column']").click();
				}
				if (step.expects) await decide(page, opened, step.expects);
				else if (!step.plays) await page.locator(".lesson .next").click();
				await page.waitForFunction(
					(said) => document.querySelector(".lesson .words").innerText !== said,
					said,
				);
			}
			await page.waitForSelector(".lesson:has-text('The lesson is over')");
			await page.locator(".lesson button:has-text('Leave')").click();
			await page.waitForSelector(".lesson", { state: "detached" });
			await page.reload();
			await page.waitForSelector("[role=application]");
			assert.equal(await page.locator(".lesson").count(), 0, "it stays left");
		};
		// It once got stuck on a slow machine, and why is not known: only waiting in vain begins it again, never an assertion.
		const again = (lesson) => (error) => {
			if (error.name !== "TimeoutError") throw error;
			return play(lesson);
		};
		for (const lesson of lessons) await play(lesson).catch(again(lesson)).catch(again(lesson));
	});
