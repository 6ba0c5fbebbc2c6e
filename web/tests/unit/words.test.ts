// Words: what can be decided, the log, charts, house options, how strong a program is.
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Options from "../../src/pages/Options.svelte";
import { botsOf, measuredOf, offered, playerOf, strengthOf, usual } from "../../src/pages/wish";
import ChartTable from "../../src/table/ChartTable.svelte";
import { grouped, label } from "../../src/table/choosing";
import { BEGINNING, Guide } from "../../src/table/guide.svelte";
import { byTurn } from "../../src/table/moments";
import Situation from "../../src/table/Situation.svelte";
import type { Choice, GameData, HouseOption, LessonStep, LogEntry, ScenarioProfile } from "../../src/types";
import { id } from "./counter";
import { show } from "./shown";

afterEach(() => vi.unstubAllGlobals());

const choice = (text: string, more: Partial<Choice> = {}, kind = "plain", words = "") =>
	({
		text,
		verb: text.split(" ")[0]!,
		units: [],
		hexes: [],
		points: [],
		numbers: [],
		...more,
		hint: { label: words, kind, path: [], spent: [], spot: null, facing: null, note: "", rolls: false },
	}) as Choice;

describe("the list of what can be decided", () => {
	it("has what has no place on the map first, and the rest under what is done, in words", () => {
		const choices = [
			choice("pick A", { units: [id("A")] }, "pick"),
			choice("no-retreat A", { units: [id("A")] }, "plain", "order A not to retreat"),
			choice("to 0102", { hexes: ["0102"] }, "go"),
			choice("to 0103", { hexes: ["0103"] }, "plain", "turn"),
			choice("deploy", {}, "plain", "set up as the scenario has it"),
		];
		const groups = grouped(choices);
		expect(groups.map((group) => group.heading)).toEqual(["", "pick a unit", "no retreat", "to a hex"]);
		expect(groups[0]!.choices.map(label)).toEqual(["Set up as the scenario has it"]);
		expect(groups.flatMap((group) => group.choices)).toHaveLength(choices.length);
	});
});

describe("the log", () => {
	const step = (number: number, moment: string, seat: number) => ({ number, moment, seat }) as LogEntry;

	it("is folded by turn, with a headline for each phase of a side and none for a decision", () => {
		const turns = byTurn([
			step(1, "turn 1 (June, clear), movement", 0),
			step(2, "turn 1 (June, clear), movement", 0),
			step(3, "turn 1 (June, clear), movement", 1),
			step(4, "turn 1 (June, clear), combat", 1),
			step(5, "turn 2 (July, mud), movement", 0),
		]);
		expect(turns.map(({ turn }) => turn)).toEqual(["turn 1 (June, clear)", "turn 2 (July, mud)"]);
		const phases = turns[0]!.phases.map(({ seat, steps }) => [seat, steps.map(({ number }) => number)]);
		expect(phases).toEqual([
			[0, [1, 2]],
			[1, [3]],
			[1, [4]],
		]);
	});
});

describe("a chart", () => {
	const chart = {
		title: "Combat",
		columns: ["1:1", "2:1"],
		rows: ["6/1", "5/2"].map((key) => ({ key, cells: ["A", "B"] })),
		note: "An attack of Red reads the first, one of Blue the second.",
		clauses: [],
	};
	const answer = (data: unknown) =>
		vi.stubGlobal("fetch", async () => new Response(JSON.stringify(data), { status: 200 }));

	it("whose rows have two numbers says whose is which, beside the odds too", async () => {
		answer(chart);
		const both = show(ChartTable, { game: "g", table: "one" });
		await vi.waitFor(() => expect(both.querySelector("table")).not.toBeNull());
		expect(both.textContent).toMatch(/before the stroke/);
		expect(both.textContent).toContain(chart.note);
	});

	it("whose rows have one number says nothing of the kind", async () => {
		answer({ ...chart, rows: [{ key: "6", cells: ["A", "B"] }] });
		const plain = show(ChartTable, { game: "g", table: "two" });
		await vi.waitFor(() => expect(plain.querySelector("table")).not.toBeNull());
		expect(plain.textContent).not.toContain(chart.note);
	});
});

describe("house options", () => {
	const option = (name: string, kind: HouseOption["kind"], more: Partial<HouseOption> = {}) =>
		({ name, kind, words: `How ${kind}`, clause: "R-1", values: [], ...more }) as HouseOption;

	it("are controls with words and the clause, never raw keys to be typed", async () => {
		const values = [
			{ value: "a", words: "the first" },
			{ value: "b", words: "the second" },
		];
		const props = {
			game: "g",
			options: [
				option("zoc_outward", "switch"),
				option("air_system", "choice", { values }),
				option("handicap", "number", { least: 0, most: 3, published: 0 } as Partial<HouseOption>),
			],
			chosen: {} as Record<string, string>,
		};
		const box = show(Options, props);
		await tick();
		expect(box.querySelectorAll("input[type=checkbox], select, input[type=number]")).toHaveLength(3);
		expect(box.querySelectorAll("input:not([type=checkbox], [type=number])")).toHaveLength(0);
		expect(box.querySelectorAll("a.clause, .clause")).toHaveLength(3);
		for (const name of ["zoc_outward", "air_system", "handicap"]) expect(box.textContent).not.toContain(name);
		expect(box.textContent).toContain("the first (as published)");
		expect(box.querySelector("input[type=number]")?.getAttribute("max")).toBe("3");
	});
});

describe("what the lobby offers", () => {
	const game = {
		scenarios: [
			{ name: "long", turns: 11, learning: false },
			{ name: "short", turns: 4, learning: true },
		],
		bots: ["random", "recruit", "regular", "veteran"],
		scenario_bots: { short: ["general"] },
		strengths: [{ scenario: "short", bot: "regular", against: "recruit", won: 92, games: 6000 }],
	} as unknown as GameData;

	it("is the learning scenario first, against a program of middling strength", () => {
		expect(offered(game).map(({ name }) => name)).toEqual(["short", "long"]);
		expect(usual(game)).toMatchObject({ scenario: "short", against: "bot:regular" });
	});

	it("says how strong each program is, in words that fit into their field", () => {
		expect(botsOf(game, "long")).toEqual(game.bots);
		for (const bot of botsOf(game, "short")) {
			const { short, words } = strengthOf(bot);
			expect(short).not.toContain(bot);
			expect(short.length).toBeLessThan(18);
			expect(words).toMatch(/^It .+\.$/);
		}
		expect(measuredOf(game, "short", "regular")).toBe(
			"It wins 92 % of its games against a beginner (6000 played).",
		);
		expect([measuredOf(game, "long", "regular"), measuredOf(game, "short", "veteran")]).toEqual(["", ""]);
		expect(strengthOf("veteran/cautious").short).toBe("a strong player, cautious");
		expect(playerOf("bot:veteran/cautious")).toBe("a strong player, cautious, a program");
		expect([playerOf("here"), playerOf("link"), playerOf("nobody")]).toEqual([
			"at this screen",
			"by link",
			"nobody",
		]);
		expect(strengthOf("dragon")).toEqual({ short: "dragon", words: "" });
	});
});

it("a guide points at the button that it waits for, and at none of what the table plays", () => {
	const step = (expects: string, plays = false) =>
		({ expects, plays, faces: [], point: [], via: [], when: "", words: "", otherwise: "" }) as LessonStep;
	const guide = new Guide([step(""), step("done"), step("done", true)], BEGINNING, () => {});
	expect(guide.means("done"), "it is being told").toBe(false);
	guide.next();
	expect([guide.means("done"), guide.means("pick A")]).toEqual([true, false]);
	guide.next();
	expect(guide.means("done"), "the table plays").toBe(false);
	guide.next();
	expect(guide.means("done"), "it is over").toBe(false);
});

it("before anything has happened the situation, how it is won and a word of advice stand beside the map", () => {
	const scenario = { situation: "Two armies.", victory: "Take the hill.", advice: "" } as ScenarioProfile;
	const box = show(Situation, { scenario });
	expect(box.textContent).toMatch(/The situation\s*Two armies\..*How it is won\s*Take the hill\./s);
	expect(box.textContent).not.toContain("advice");
});
