// What every browser test needs: the real server in a folder of its own, and a real browser. Both are ended by whoever
// started them, also when a test fails.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const artefacts = path.resolve(here, "../../artefacts");

/** How long anything is waited for: a busy machine takes its time, and what never comes is told all the same. */
const PATIENCE = 60_000;

function program() {
	const named = process.env.SANDTABLE_BIN;
	const found = [named, `${root}/target/release/sandtable`, `${root}/target/debug/sandtable`].find(
		(file) => file && existsSync(file),
	);
	if (!found)
		throw new Error("build the program first (cargo build -p sandtable), or name it in SANDTABLE_BIN");
	return found;
}

function browserProgram() {
	const found = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
		(file) => file && existsSync(file),
	);
	if (!found) throw new Error("no Chromium: apt-get install chromium, or name it in CHROMIUM");
	return found;
}

export class Server {
	async start(port = 0) {
		this.data ??= mkdtempSync(path.join(tmpdir(), "sandtable-test-"));
		const limits = ["--max-requests", "0", "--max-decisions", "0", "--max-games-an-hour", "0"];
		this.child = spawn(program(), ["serve", "--port", String(port), "--data", this.data, ...limits]);
		let told = "";
		this.address = await new Promise((found, lost) => {
			const hear = (piece) => {
				told += piece;
				const address = /http:\/\/[\d.]+:\d+/.exec(told)?.[0];
				if (address) found(address);
			};
			this.child.stdout.on("data", hear);
			this.child.stderr.on("data", hear);
			this.child.on("exit", (code) => lost(new Error(`the server ended with ${code}: ${told}`)));
		});
		return this;
	}

	/** Ends it as a power cut would. */
	async kill() {
		const gone = new Promise((done) => this.child.once("exit", done));
		this.child.kill("SIGKILL");
		await gone;
	}

	/** Starts it again with the same games at the same address. */
	again() {
		return this.start(Number(new URL(this.address).port));
	}

	async end() {
		await this.kill();
		rmSync(this.data, { recursive: true, force: true });
	}

	async ask(method, where, body, secret) {
		const headers = {
			"Content-Type": "application/json",
			...(secret ? { Authorization: `Bearer ${secret}` } : {}),
		};
		const response = await fetch(`${this.address}/api${where}`, {
			method,
			headers,
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		try {
			return JSON.parse(text);
		} catch {
			return text;
		}
	}

	/** The first game that can be played. */
	async game() {
		const { games } = await this.ask("GET", "/shelf");
		return games.find((game) => game.playable);
	}

	/** The first game whose counters face somewhere, with its shortest scenario: the first on the list. */
	async facing() {
		const { games } = await this.ask("GET", "/shelf");
		for (const game of games.filter((game) => game.playable)) {
			const scenario = game.scenarios[0].name;
			const opened = await this.ask("POST", "/games", { game: game.name, scenario });
			const { view } = await this.ask("GET", `/games/${opened.id}/state`);
			if (view.counters.some((counter) => counter.facing !== null)) return { game, scenario };
		}
		throw new Error("no game with facings");
	}

	/** The shortest scenario: the last on the list. */
	async open(who, more = {}) {
		const game = await this.game();
		const { name: scenario, sides } = game.scenarios.at(-1);
		const seats = Object.fromEntries(sides.map(({ name }, index) => [name, who[index] ?? who[0]]));
		return this.ask("POST", "/games", { game: game.name, scenario, seats, ...more });
	}

	/** Decides as a program would: the first choice that fits, else the first of all. */
	async decide(id, secret, wanted = () => true) {
		const state = await this.ask("GET", `/games/${id}/state`, undefined, secret);
		const choice = state.choices.find(wanted) ?? state.choices[0];
		return this.ask("POST", `/games/${id}/act`, { revision: state.revision, text: choice.text }, secret);
	}

	/** What is decided next after a state, as the story tells the first seat. */
	async next(opened, { steps }) {
		const path = `/games/${opened.id}/story?from=${steps}&to=${steps + 1}`;
		for (let tries = 0; tries < 300; tries++) {
			const { steps: told } = await this.ask("GET", path, undefined, opened.seats[0].secret);
			if (told.length > 0) return told[0];
			await new Promise((go) => setTimeout(go, 50));
		}
		throw new Error("nothing was decided");
	}

	/** Decides for whoever has to, until a condition holds of the state that the decider sees. */
	async playOn(opened, until, ...wanted) {
		for (let tries = 0; tries < 400; tries++) {
			const { deciding } = await this.ask("GET", `/games/${opened.id}`);
			const { secret } = opened.seats[deciding];
			const state = await this.ask("GET", `/games/${opened.id}/state`, undefined, secret);
			if (until(state)) return state;
			const best = wanted.find((wish) => state.choices.some(wish));
			await this.decide(opened.id, secret, best);
		}
		throw new Error("it never came to that");
	}
}

/** What a counter is called. */
export const nameOf = (state, id) => state.view.counters.find((counter) => counter.id === id).name;

export const openBrowser = () =>
	chromium.launch({
		executablePath: browserProgram(),
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			"--no-first-run",
		],
	});

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Choices by what they do: they end a step, or begin with a word. */
export const isEnd = (choice) =>
	choice.hint.kind === "end" || choice.text === "deploy" || choice.text === "done";
export const begins = (verb) => (choice) => choice.text.startsWith(verb);

/**
 * A server and a browser for the tests of a file, from before the first until after the last. Whoever comes to the table
 * through `person` is sent home after the test: where it failed a picture stays, and nothing may have gone wrong.
 */
export function theatre() {
	const stage = { server: new Server(), browser: null };
	const people = [];
	stage.person = async (options) => {
		const page = await person(stage.browser, options);
		people.push(page);
		return page;
	};
	/** Sits down at a seat, or nowhere to watch, and waits for the live table. */
	stage.sit = async (opened, seat, options = DESK) => {
		const page = await stage.person(options);
		const secret = seat === null ? "" : `#${opened.seats[seat].secret}`;
		await page.goto(`${stage.server.address}/game/${opened.id}${secret}`);
		await page.waitForSelector("[role=application]");
		await page.waitForSelector(".link:has-text('live')");
		return page;
	};
	before(async () => {
		await stage.server.start();
		stage.browser = await openBrowser();
	});
	afterEach(async (context) => {
		const left = people.splice(0);
		for (const [place, page] of left.entries()) {
			if (context.error && !page.isClosed())
				await keep(page, `failed-${context.name.replaceAll(/\W+/g, "-")}-${place}`);
			await page.context().close();
		}
		assert.deepEqual(
			left.flatMap((page) => page.faults),
			[],
			"nothing goes wrong in the page",
		);
		assert.deepEqual(
			left.flatMap((page) => page.strangers),
			[],
			"nobody else is asked for anything",
		);
	});
	after(async () => {
		await stage.browser?.close();
		await stage.server.end();
	});
	return stage;
}

/** A window of its own, as another person would have; whatever goes wrong in it is collected. */
export async function person(browser, options = {}) {
	// Nothing is played before one's eyes, unless a test is about that: it would only take longer.
	const context = await browser.newContext({
		viewport: { width: 1400, height: 900 },
		reducedMotion: "reduce",
		...options,
	});
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	page.faults = [];
	page.on("pageerror", (error) => page.faults.push(error.message));
	page.on("console", (message) => {
		if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
			page.faults.push(message.text());
	});
	page.strangers = [];
	page.on("request", (request) => {
		if (!request.url().startsWith("http://127.0.0.1:") && !/^(blob|data):/.test(request.url()))
			page.strangers.push(request.url());
	});
	return page;
}

export async function keep(page, name) {
	mkdirSync(artefacts, { recursive: true });
	await page.screenshot({ path: path.join(artefacts, `${name}.png`) });
}

const axe = readFileSync(path.resolve(here, "../../node_modules/axe-core/axe.min.js"), "utf8");

/**
 * Everything that axe finds on the page, in a line each; `only` names the rules that are looked at. What is found is looked
 * for again a moment later: colours on their way to others are no barrier.
 */
export async function barriers(page, only = null) {
	if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
	const look = async () => {
		const found = await page.evaluate((only) => {
			const runOnly = only ? { runOnly: { type: "rule", values: only } } : {};
			return globalThis.axe.run(document, { resultTypes: ["violations"], ...runOnly });
		}, only);
		return found.violations.flatMap((violation) =>
			violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")} ${node.failureSummary}`),
		);
	};
	const found = await look();
	if (found.length === 0) return found;
	await page.waitForTimeout(1000);
	return look();
}

/**
 * What the page is about to show: tried again until it holds, and told like any assertion where it never does. Whatever is
 * read off a page is asserted like this, since a slow machine shows it a moment later.
 */
export async function soon(holds, within = PATIENCE) {
	for (const end = Date.now() + within; ; ) {
		try {
			return await holds();
		} catch (error) {
			if (Date.now() > end) throw error;
		}
		await new Promise((go) => setTimeout(go, 50));
	}
}

export const prompt = (page) => page.locator("h1.prompt").innerText();

/** Waits until the decision that is on its way has been answered and shown. */
export const sent = (page) => page.waitForSelector(".sending", { state: "detached" });

/**
 * Waits until the page shows a state that was asked of the server, which is ahead of it by the time of an answer; or a later
 * one, where the page has answered by itself what has only one answer.
 */
export const abreast = (page, { steps }) =>
	page.waitForFunction((steps) => Number(document.querySelector(".bar")?.dataset.steps) >= steps, steps, {
		timeout: 60_000,
	});

/** Waits until the map lies where it will stay: laid out, drawn and at rest. */
export async function settled(page) {
	await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
	await page.waitForFunction(() => document.querySelector(".world")?.style.willChange === "auto");
}

/** A point of the table on the screen. */
export const onScreen = (page, [x, y]) =>
	page.evaluate(
		([x, y]) => {
			const world = document.querySelector(".world");
			const box = world.getBoundingClientRect();
			const scale = box.width / Number.parseFloat(world.style.width);
			return [box.x + x * scale, box.y + y * scale];
		},
		[x, y],
	);

/** The middles of what a pointer can reach: on the screen, with nothing else over them. */
export const inReach = (page, selector) =>
	page.locator(selector).evaluateAll((all) =>
		all.flatMap((one) => {
			const box = (one.querySelector(".card") ?? one).getBoundingClientRect();
			const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
			const found = document.elementFromPoint(x, y);
			const top = one.dataset.unit ? found?.closest("[data-unit]") : found;
			return top && (top === one || one.contains(top)) ? [{ x, y, unit: one.dataset.unit }] : [];
		}),
	);

/**
 * Takes a counter in hand that can be taken, by finger or mouse. What a press brings up is waited for, never looked for
 * at once: the counter in hand, or its pile spread, from which it is then taken; a finger that a slow machine has held
 * for too long shows the counter closely, which is put away.
 */
export async function takeUp(page, { name = null, press = (x, y) => page.mouse.click(x, y) } = {}) {
	const unit = name === null ? "[data-unit]:has(.can)" : `[data-name='${name}']`;
	for (let tries = 0; tries < 6; tries++) {
		await page.waitForFunction(() => document.querySelector("g.counters .can, g.counters .chosen"));
		if (await page.locator("g.counters .chosen").count()) return;
		const spread = (await page.locator(".fan").count()) > 0;
		const [place] = await inReach(page, `${spread ? ".fan" : "g.counters"} ${unit}`);
		assert.ok(place, "a counter that can act is in reach");
		await press(place.x, place.y);
		const answered = await page
			.waitForFunction(
				(spread) =>
					document.querySelector(`g.counters .chosen, .closer.stays article${spread ? "" : ", .fan"}`),
				spread,
				{ timeout: 5000 },
			)
			.catch(() => null);
		// A press that fell between two drawings of the counters is made again.
		if (!answered) continue;
		await sent(page);
		const close = page.locator("button[aria-label='Close the closer look']");
		if (await close.count()) await close.click();
	}
	throw new Error("no counter could be taken in hand");
}

/** Presses a key shortly, however slow the machine is: nothing comes between down and up. */
export const strike = (page, key) =>
	page.evaluate((key) => {
		for (const kind of ["keydown", "keyup"])
			document.body.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true, cancelable: true }));
	}, key);

/** Types a decision and waits until it has been carried out. */
export async function type(page, text) {
	await page.fill("#command", text);
	await page.press("#command", "Enter");
	await page.waitForFunction(() => document.querySelector("#command")?.value === "");
	await sent(page);
}
