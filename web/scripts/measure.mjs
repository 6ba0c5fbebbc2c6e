// Figures for the budgets: when the first choice can be seen, and how smoothly the map moves. Not a test: a busy machine
// is no fault of the page. Run `npm run measure` after a build.
import { openBrowser, person, Server } from "../tests/browser/stage.mjs";

const server = await new Server().start();
const browser = await openBrowser();
try {
	const game = await server.game();
	const seats = Object.fromEntries(game.scenarios[0].sides.map(({ name }) => [name, "here"]));
	const opened = await server.ask("POST", "/games", {
		game: game.name,
		scenario: game.scenarios[0].name,
		seats,
	});
	for (const seat of [1, 0])
		for (let many = 0; many < 2; many++) await server.decide(opened.id, opened.seats[seat].secret);
	const times = [];
	for (let run = 0; run < 5; run++) {
		const page = await person(browser);
		await page.addInitScript(stamp);
		await page.goto(`${server.address}/game/${opened.id}#${opened.seats[0].secret}`);
		await page.waitForFunction(() => globalThis.seen !== undefined);
		times.push(await page.evaluate(() => globalThis.seen));
		if (run < 4) await page.context().close();
		else await frames(page);
	}
	await shifts();
	times.sort((one, other) => one - other);
	console.log(`first choice visible: ${times.map((time) => `${Math.round(time)} ms`).join(", ")}`);
} finally {
	await browser.close();
	await server.end();
}

/** Whether the map stays where it is while decisions are made, and what else moves without having been touched. */
async function shifts() {
	const page = await person(browser);
	await page.addInitScript(() => {
		globalThis.shifted = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) globalThis.shifted += entry.value;
		}).observe({ type: "layout-shift", buffered: true });
	});
	const made = await server.open(["here", "here"]);
	for (const { secret } of made.seats) {
		await page.goto(`${server.address}/game/${made.id}#${secret}`);
		await page.waitForSelector("[role=application]");
	}
	await page.waitForSelector("#command");
	await page.waitForTimeout(1000);
	await page.evaluate(() => {
		globalThis.shifted = 0;
	});
	const boxes = new Set();
	const many = 25;
	for (let step = 0; step < many; step++) {
		const { deciding } = await server.ask("GET", `/games/${made.id}`);
		const { choices } = await server.ask(
			"GET",
			`/games/${made.id}/state`,
			undefined,
			made.seats[deciding].secret,
		);
		await page.fill("#command", choices[step % Math.min(choices.length, 5)].text);
		await page.press("#command", "Enter");
		await page.waitForFunction(() => document.querySelector("#command")?.value === "");
		await page.waitForSelector(".sending", { state: "detached" });
		boxes.add(JSON.stringify(await page.locator("[role=application]").boundingBox()));
	}
	const shifted = await page.evaluate(() => globalThis.shifted);
	console.log(
		`${many} decisions: the map was in ${boxes.size} place${boxes.size === 1 ? "" : "s"}; layout shift ${shifted.toFixed(4)}`,
	);
}

/** Runs in the page: notes when the frame after the one with the first counter that can be chosen begins. */
function stamp() {
	const look = new MutationObserver(() => {
		if (!document.querySelector("g.counters .can")) return;
		look.disconnect();
		requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				globalThis.seen = performance.now();
			}),
		);
	});
	look.observe(document, { childList: true, subtree: true, attributes: true });
}

async function frames(page) {
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
	const rate = async (what, act) => {
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
		console.log(
			`${what}: processor time: scripts ${spent("FunctionCall", "FireAnimationFrame").toFixed(0)} ms, style and layout ${spent("UpdateLayoutTree", "Layout").toFixed(0)} ms, paint ${spent("Paint", "PrePaint").toFixed(0)} ms, raster ${spent("RasterTask").toFixed(0)} ms`,
		);
		console.log(
			`${what}: ${((stamps.length - 1) / seconds).toFixed(1)} frames a second, longest gap ${gaps.at(-1).toFixed(0)} ms, 95 of 100 under ${gaps[Math.floor(gaps.length * 0.95)].toFixed(0)} ms`,
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
