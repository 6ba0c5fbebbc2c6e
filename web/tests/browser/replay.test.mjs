// Looking back: battle by battle, through whose eyes, and what one does when a game is over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, begins, DESK, isEnd, keep, soon, theatre } from "./stage.mjs";

const stage = theatre();
const { server } = stage;
let page;

const rolls = (choice) => choice.hint.rolls;

/** A game in which dice have been rolled twice. */
async function fought() {
	const opened = await server.open(["here", "here"]);
	const can = (state) => state.choices.some(rolls);
	for (let many = 0; many < 2; many++) {
		const state = await server.playOn(
			opened,
			can,
			begins("commit"),
			begins("battle"),
			begins("attack"),
			isEnd,
		);
		await server.decide(opened.id, opened.seats[state.deciding].secret, rolls);
	}
	return opened;
}

async function until(holds) {
	for (let tries = 0; tries < 300 && !holds(); tries++) await new Promise((go) => setTimeout(go, 50));
	assert.ok(holds());
}

test("one goes from battle to battle, and the past does not look like the present", async () => {
	const opened = await fought();
	const { steps } = await server.ask("GET", `/games/${opened.id}/story`);
	const battles = steps.filter((step) => step.dice.length > 0).map((step) => step.number);
	page = await stage.person(DESK);
	await page.goto(`${server.address}/game/${opened.id}#${opened.seats[0].secret}`);
	await page.waitForSelector("[role=application]");
	const looks = () =>
		page.evaluate(() => [
			getComputedStyle(document.querySelector(".bar")).backgroundColor,
			getComputedStyle(document.querySelector("main"), "::after").borderTopWidth,
		]);
	const now = await looks();
	await page.locator("button:has-text('Look back')").click();
	await page.keyboard.press("Home");
	await page.waitForURL(/step=0/);
	for (const battle of battles) {
		await page.locator("[aria-label='The next battle or other roll']").click();
		await page.waitForURL(new RegExp(`step=${battle}$`));
		await page.waitForSelector(".rolled td.hit");
	}
	const then = await looks();
	assert.notEqual(then[0], now[0], "the bar has another colour");
	assert.notEqual(then[1], now[1], "the map has a frame");
	await soon(async () => assert.match(await page.locator(".moment").innerText(), /looking back/));
	await keep(page, "battle-by-battle");
	assert.deepEqual(await barriers(page), []);
	await page.locator("button:has-text('Return to now')").click();
	await page.waitForSelector(".bar:not(.past)");
	await soon(async () => assert.deepEqual(await looks(), now));
});

test("where sides know different things, who holds both looks through either's eyes", async () => {
	const opened = await fought();
	page = await stage.person(DESK);
	// No game on the shelf hides anything yet: the server's word for it is changed on its way.
	await page.route(`**/api/games/${opened.id}`, async (route) => {
		try {
			const response = await route.fetch();
			await route.fulfill({ response, json: { ...(await response.json()), hides: true } });
		} catch {
			// A page that has been left meanwhile needs no answer.
		}
	});
	for (const seat of opened.seats) {
		await page.goto(`${server.address}/game/${opened.id}?step=1#${seat.secret}`);
		await page.waitForSelector("[role=application]");
	}
	const asked = [];
	page.on("request", (request) => {
		if (/state\?step=/.test(request.url()))
			asked.push([request.url().split("step=")[1], request.headers().authorization?.split(" ")[1]]);
	});
	// The page also asks for steps to draw where counters came from, through the eyes of who decides now: of two seats
	// that looked, one must have been asked for by the past itself.
	const looked = (step, { secret }) =>
		until(() => asked.some(([at, through]) => at === String(step) && through === secret));
	const eyes = page.locator("select:has(option:has-text('saw it'))");
	for (const seat of opened.seats) {
		await eyes.selectOption({ label: `as ${seat.name} saw it` });
		await page.waitForFunction(() => document.querySelector(".bar.past"));
		await page.keyboard.press("Home");
		await page.waitForURL(/step=0/);
		asked.length = 0;
		await page.keyboard.press("ArrowRight");
		await page.waitForURL(/step=1/);
		await looked(1, seat);
	}
	await eyes.selectOption({ label: "as who decides sees it" });
	const { steps } = await server.ask("GET", `/games/${opened.id}/story`);
	const changes = steps.find((step, place) => place > 0 && step.seat !== steps[place - 1].seat).number;
	for (const step of [changes - 2, changes - 1]) {
		asked.length = 0;
		await page.goto(`${server.address}/game/${opened.id}?step=${step}`);
		await page.waitForSelector(".bar.past");
		await looked(step, opened.seats[steps[step].seat]);
	}
});

test("when a game is over its dice can be checked and it can be looked back at", async () => {
	const opened = await fought();
	await server.ask("POST", `/games/${opened.id}/resign`, {}, opened.seats[1].secret);
	page = await stage.person(DESK);
	await page.goto(`${server.address}/game/${opened.id}#${opened.seats[0].secret}`);
	const check = page.locator(".buttons a:has-text('Check the dice')");
	await check.waitFor();
	await keep(page, "over");
	assert.deepEqual(await barriers(page), []);
	const [verify] = await Promise.all([page.waitForEvent("popup"), check.click()]);
	await verify.waitForURL(`**/verify?game=${opened.id}`);
	await verify.waitForFunction(() => /dice|die/i.test(document.body.innerText));
	await verify.close();
	await page.locator(".buttons a:has-text('Look back at it')").click();
	await page.waitForURL(/step=0/);
	await page.waitForSelector(".bar.past");
	await soon(async () => assert.equal(await page.locator(".buttons a").count(), 0));
});
