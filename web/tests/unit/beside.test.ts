// What stands beside the map, and the rules: the invitation, sums of chances, who was lost, links between clauses.
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Rules from "../../src/pages/Rules.svelte";
import Dice from "../../src/table/Dice.svelte";
import Invitation from "../../src/table/Invitation.svelte";
import Outcomes from "../../src/table/Outcomes.svelte";
import type { LogEntry, Report } from "../../src/types";
import { show } from "./shown";

afterEach(() => {
	vi.unstubAllGlobals();
	sessionStorage.clear();
});

describe("an invitation", () => {
	it("stands there until everybody has come", async () => {
		sessionStorage.setItem("sandtable.invite.a", "/game/a#secret");
		const link = (part: HTMLElement) => part.querySelector<HTMLInputElement>("input")?.value;
		expect(link(show(Invitation, { id: "a", come: false }))).toMatch(/\/game\/a#secret$/);
		const come = show(Invitation, { id: "a", come: true });
		await tick();
		expect(link(come)).toBeUndefined();
		expect(sessionStorage.getItem("sandtable.invite.a")).toBeNull();
	});
});

describe("a long list of outcomes", () => {
	const outcomes = [...Array(8).keys()].map((place) => ({
		result: place < 6 ? "hit" : "miss",
		words: `way ${place}`,
		chance: "1/8",
		percent: "12.50",
		clauses: [],
		faces: [],
		shares: [],
		payments: [],
	}));
	const totals = [
		{ result: "hit", chance: "3/4", percent: "75.00" },
		{ result: "miss", chance: "1/4", percent: "25.00" },
	];
	const sums = (report: object) =>
		show(Outcomes, { report: report as Report, game: "g" }).querySelector("[aria-label='In short']")
			?.textContent;

	it("begins with the sum of each result; a short one needs none", () => {
		expect(sums({ outcomes, totals })).toMatch(/hit\s*75.00%\s*miss\s*25.00%/);
		expect(sums({ outcomes: outcomes.slice(4), totals })).toBeUndefined();
	});
});

it("a roll says who was lost by it", () => {
	const step = { text: "roll", dice: [], cells: [], events: [] } as unknown as LogEntry;
	const rolled = show(Dice, { step, reports: [], game: "g", lost: ["78.ID", "95.ID"] });
	expect(rolled.textContent).toContain("Lost: 78.ID, 95.ID");
});

it("rules have contents, and the clauses that they name are links", async () => {
	const clauses = [
		{ id: "X-MOV-1", chapter: "Movement", text: "A unit moves as X-ZOC-2 and Y-ZOC-9 say." },
		{ id: "X-ZOC-2", chapter: "Zones of control", text: "It stops." },
	];
	const rules = { title: "A game", clauses, rulings: [] };
	vi.stubGlobal(
		"fetch",
		async () => new Response(JSON.stringify(rules), { headers: { "Content-Type": "application/json" } }),
	);
	const page = show(Rules, { game: "x" });
	await vi.waitFor(() => expect(page.querySelector("dl")).not.toBeNull());
	const contents = [...page.querySelectorAll("nav[aria-label=Contents] a")];
	expect(contents.map((link) => link.textContent)).toEqual(["Movement", "Zones of control"]);
	for (const link of contents) expect(page.querySelector(link.getAttribute("href")!)).not.toBeNull();
	const named = [...page.querySelectorAll("dd a")].map((link) => link.getAttribute("href"));
	expect(named).toEqual(["#X-ZOC-2"]);
});
