// The budgets of the page, each with its goal and the figure: when the first choice can be seen, how smoothly maps move,
// whether anything shifts during decisions, how many clicks it takes to the first moved counter; for every game. Not a
// test: a busy machine is no fault of the page. After a build: `npm run measure`, `npm run measure mars` for one game, or
// `npm run measure clicks` for one kind of measure (maps, shifts, clicks).
import { abreast, openBrowser, person, Server, sent, settled } from "../tests/browser/stage.mjs";

const RUNS = 5;
const DECISIONS = 60;
const SIZE = { viewport: { width: 1440, height: 900 } };
/** Names of games and of what is measured of them. */
const KINDS = ["maps", "shifts", "clicks"];
const said = process.argv.slice(2);
const wanted = said.filter((word) => !KINDS.includes(word));
const measures = (kind) => !said.some((word) => KINDS.includes(word)) || said.includes(kind);
const missed = [];

function tell(what, figure, goal, holds) {
	if (!holds) missed.push(what);
	console.log(`${holds ? "met   " : "MISSED"} ${what}: ${figure} (goal: ${goal})`);
}

const server = await new Server().start();
const browser = await openBrowser();
try {
	const { games } = await server.ask("GET", "/shelf");
	for (const game of games.filter(
		(one) => one.playable && (wanted.length === 0 || wanted.includes(one.name)),
	)) {
		const scenarios = [];
		for (const scenario of game.scenarios)
			scenarios.push({ scenario, size: await sizeOf(game, scenario), game: game.name });
		const learning = scenarios.find(({ scenario }) => scenario.learning) ?? scenarios.at(-1);
		const greatest = scenarios.toSorted((one, other) => other.size - one.size)[0];
		for (const one of measures("maps") ? new Set([learning, greatest]) : []) {
			const what = `${game.name} ${one.scenario.name}`;
			const page = await firstChoice(one, what, one === greatest && one !== learning ? 1500 : 1000);
			await frames(page, what);
			await page.context().close();
		}
		if (measures("shifts")) await shifts(learning);
		if (measures("clicks")) await clicks(learning);
	}
} finally {
	await browser.close();
	await server.end();
}
console.log(missed.length === 0 ? "every goal is met" : `missed: ${missed.join("; ")}`);

async function open({ game, scenario }) {
	const seats = Object.fromEntries(scenario.sides.map(({ name }) => [name, "here"]));
	return server.ask("POST", "/games", { game, scenario: scenario.name, seats });
}

/** How much there is to draw: counters and hexes, or pieces of ground. */
async function sizeOf(game, scenario) {
	const opened = await open({ game: game.name, scenario });
	const { view } = await server.ask("GET", `/games/${opened.id}/state`);
	const map = await server.ask("GET", `/shelf/${game.name}/map?scenario=${scenario.name}`);
	return view.counters.length + (map.hexes?.length ?? view.ground?.areas.length ?? 0);
}

async function deciding(opened) {
	return (await server.ask("GET", `/games/${opened.id}`)).deciding ?? 0;
}

function stateOf(opened, seat) {
	return server.ask("GET", `/games/${opened.id}/state`, undefined, opened.seats[seat].secret);
}

/** The time until something that can be decided is seen: a counter that can act, or a button. Leaves the last page open. */
async function firstChoice(one, what, most) {
	const opened = await open(one);
	const times = [];
	for (let run = 0; ; run++) {
		const page = await person(browser, SIZE);
		await page.addInitScript(stamp);
		await page.goto(`${server.address}/game/${opened.id}#${opened.seats[await deciding(opened)].secret}`);
		await page.waitForFunction(() => globalThis.seen !== undefined);
		times.push(await page.evaluate(() => globalThis.seen));
		if (run === RUNS - 1) {
			times.sort((one, other) => one - other);
			const middle = times[Math.floor(RUNS / 2)];
			const figure = `${Math.round(middle)} ms in the middle of ${times.map((time) => Math.round(time)).join(", ")}`;
			tell(`${what}, first choice visible`, figure, `within ${most} ms`, middle <= most);
			return page;
		}
		await page.context().close();
	}
}

/** Runs in the page: notes when the frame after the one with the first thing that can be chosen begins. */
function stamp() {
	const look = new MutationObserver(() => {
		if (!document.querySelector("g.counters .can, .buttons .primary, .tray .fit")) return;
		look.disconnect();
		requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				globalThis.seen = performance.now();
			}),
		);
	});
	look.observe(document, { childList: true, subtree: true, attributes: true });
}

/** Sits down at every seat of a game at one screen. */
async function sitAtAll(opened, page) {
	for (const { secret } of opened.seats) {
		await page.goto(`${server.address}/game/${opened.id}#${secret}`);
		await page.waitForSelector("[role=application]");
	}
	await page.waitForSelector("#command");
	await settled(page);
}

/** Whether the map stays where it is while decisions are made, and what else moves without having been touched. */
async function shifts(one) {
	const page = await person(browser, SIZE);
	await page.addInitScript(() => {
		globalThis.shifted = globalThis.followed = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				// As browsers count it: what follows one's own press at once is no surprise.
				if (entry.hadRecentInput) globalThis.followed += entry.value;
				else globalThis.shifted += entry.value;
			}
		}).observe({ type: "layout-shift", buffered: true });
	});
	const opened = await open(one);
	await sitAtAll(opened, page);
	await page.waitForTimeout(1000);
	await page.evaluate(() => {
		globalThis.shifted = globalThis.followed = 0;
	});
	const boxes = new Set();
	let made = 0;
	for (; made < DECISIONS; made++) {
		const cover = page.locator(".cover button");
		if (await cover.count()) await cover.click();
		const { choices, outcome } = await stateOf(opened, await deciding(opened));
		if (outcome || choices.length === 0) break;
		await page.fill("#command", choices[made % Math.min(choices.length, 5)].text);
		await page.press("#command", "Enter");
		await page.waitForFunction(() => document.querySelector("#command")?.value === "");
		await sent(page);
		boxes.add(JSON.stringify(await page.locator("[role=application]").boundingBox()));
	}
	const [shifted, followed] = await page.evaluate(() => [globalThis.shifted, globalThis.followed]);
	const what = `${one.game} ${one.scenario.name}, ${made} decisions`;
	const places = `${boxes.size} place${boxes.size === 1 ? "" : "s"}`;
	tell(`${what}, the map`, `in ${places}`, "in 1 place", boxes.size === 1);
	tell(`${what}, layout shift`, shifted.toFixed(4), "0", shifted < 0.00005);
	console.log(`    within half a second of one's own press: ${followed.toFixed(4)}`);
	await page.context().close();
}

/**
 * How many clicks it takes either side until its first counter stands elsewhere, while the other side decides nothing but
 * what it must: whom one can take and where he can go, if anybody can go anywhere; else what ends the step. What was
 * answered before the other side decided again is not counted: orders before its turn, snipers in the middle of it.
 */
async function clicks(one) {
	for (const [seat, side] of one.scenario.sides.entries()) {
		const opened = await open(one);
		const page = await person(browser, SIZE);
		const standing = async () => {
			const { view } = await stateOf(opened, seat);
			const own = view.counters.filter((counter) => counter.seat === seat);
			return new Map(own.map(({ id, place, spot }) => [id, `${place} ${spot?.x} ${spot?.y}`]));
		};
		/** Lets the other side decide until it is this one's turn; how often it did. */
		const othersTurn = async () => {
			for (let times = 0; ; times++) {
				const decides = await deciding(opened);
				if (decides === seat) return times;
				if (times === 200) throw new Error(`${one.game}, ${side.name}: its turn never comes`);
				const ends = ({ hint }) => hint.kind === "end" || hint.kind === "plain";
				await server.decide(opened.id, opened.seats[decides].secret, ends);
			}
		};
		await othersTurn();
		await page.goto(`${server.address}/game/${opened.id}#${opened.seats[seat].secret}`);
		await page.waitForSelector("[role=application]");
		await settled(page);
		let before = await standing();
		const made = [];
		let moved = false;
		for (let tries = 0; tries < 30; tries++) {
			const state = await stateOf(opened, seat);
			await abreast(page, state);
			const goes = state.choices.some(({ hint }) => hint.kind === "go" || hint.kind === "pick");
			// Who goes somewhere at a price, over a river under fire say, stands with his chances in the list.
			const dares = state.choices.some(
				({ hint, units, hexes }) => hint.kind === "price" && units.length === 1 && hexes.length === 1,
			);
			const table = [
				".target",
				".fan [data-unit]:has(.can)",
				"g.counters [data-unit]:has(.can)",
				".tray .fit",
			];
			const buttons = [
				".tray .anyway",
				".answers .primary:last-of-type",
				".answers .primary",
				".answers button",
			];
			const list = dares ? [".panel details[open] li button"] : [];
			for (const place of goes ? [...table, ...list, ...buttons] : [...list, ...buttons, ...table]) {
				const [x, y] = await reach(page, place);
				if (x === undefined) continue;
				await page.mouse.click(x, y);
				made.push(place);
				break;
			}
			await page.waitForTimeout(400);
			await sent(page);
			const now = await standing();
			moved = [...before].some(([id, place]) => now.get(id) !== place);
			if (moved) break;
			before = now;
			if ((await othersTurn()) === 0) continue;
			made.length = 0;
			before = await standing();
		}
		const what = `${one.game} ${one.scenario.name}, ${side.name}: clicks to the first moved counter`;
		tell(what, moved ? String(made.length) : "none moved", "at most 3", moved && made.length <= 3);
		if (made.length > 3) console.log(`    ${made.join(" > ")}`);
		await page.context().close();
	}
}

/** The middle of the first thing of a kind that a pointer can reach. */
function reach(page, selector) {
	return page.locator(selector).evaluateAll((all) => {
		for (const one of all) {
			if (one.disabled || one.getAttribute("aria-disabled") === "true") continue;
			const box = (one.querySelector(".card, .tint") ?? one).getBoundingClientRect();
			const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
			const found = document.elementFromPoint(x, y);
			if (one.matches(".target") ? found?.closest("[role=application]") : found && one.contains(found))
				return [x, y];
		}
		return [];
	});
}

/** How smoothly a map moves: panned and zoomed, with the time of the processor that it takes. */
async function frames(page, what) {
	const box = await page.locator("[role=application]").boundingBox();
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.evaluate(() => {
		globalThis.stamps = [];
		const tick = (now) => {
			globalThis.stamps.push(now);
			requestAnimationFrame(tick);
		};
		requestAnimationFrame(tick);
	});
	const rate = async (how, act) => {
		await page.evaluate(() => {
			globalThis.stamps.length = 0;
		});
		await browser.startTracing(page, { categories: ["devtools.timeline", "cc"] });
		await act();
		const work = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
		const stamps = await page.evaluate(() => globalThis.stamps);
		const gaps = stamps
			.slice(1)
			.map((stamp, index) => stamp - stamps[index])
			.sort((one, other) => one - other);
		const seconds = (stamps.at(-1) - stamps[0]) / 1000;
		// Time of the processor, which a busy machine does not change much.
		const spent = (...names) =>
			work.filter(({ name }) => names.includes(name)).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
		tell(
			`${what}, ${how}`,
			`${((stamps.length - 1) / seconds).toFixed(1)} frames a second`,
			"above 50",
			(stamps.length - 1) / seconds > 50,
		);
		console.log(
			`    longest gap ${gaps.at(-1).toFixed(0)} ms, 95 of 100 under ${gaps[Math.floor(gaps.length * 0.95)].toFixed(0)} ms`,
		);
		console.log(
			`    processor time: scripts ${spent("FunctionCall", "FireAnimationFrame").toFixed(0)} ms, style and layout ${spent("UpdateLayoutTree", "Layout").toFixed(0)} ms, paint ${spent("Paint", "PrePaint").toFixed(0)} ms, raster ${spent("RasterTask").toFixed(0)} ms`,
		);
	};
	await rate("panning", async () => {
		await page.mouse.move(x, y);
		await page.mouse.down();
		for (let step = 0; step < 120; step++)
			await page.mouse.move(x + Math.sin(step / 10) * 200, y + Math.cos(step / 13) * 150);
		await page.mouse.up();
	});
	await rate("zooming", async () => {
		for (let step = 0; step < 80; step++) await page.mouse.wheel(0, step < 40 ? -60 : 60);
	});
}
