import { afterEach, describe, expect, it, vi } from "vitest";
import Dice from "../../src/table/Dice.svelte";
import { sum } from "../../src/table/fractions";
import { aboutRoll, beforeShifts, chancesOf } from "../../src/table/reading";
import type { Arrow, LogEntry, Report } from "../../src/types";
import { show } from "./shown";

afterEach(() => vi.unstubAllGlobals());

const outcome = (result: string, chance: string) => ({
	result,
	chance,
	words: "",
	clauses: [],
	percent: "",
	faces: [],
	shares: [],
	payments: [],
});
const odds = (...outcomes: [string, string][]) => ({
	outcomes: outcomes.map(([result, chance]) => outcome(result, chance)),
});

describe("the chances under the results", () => {
	it("are exact and count a result that comes in several ways once", () => {
		const found = chancesOf(odds(["D", "5/36"], ["Rt", "13/27"], ["Rt", "13/54"], ["AD", "5/36"]), [
			"AD",
			"D",
			"R",
			"R",
			"Rt",
			"Rt",
		]);
		expect([...found]).toEqual([
			["AD", "5/36"],
			["D", "5/36"],
			["R", "0"],
			["Rt", "13/18"],
		]);
	});

	it("are not given where more than the column decides", () => {
		expect(chancesOf(odds(["hit", "1/2"], ["miss", "1/2"]), ["hit", "body"]).size).toBe(0);
		expect(chancesOf(odds(), ["hit"]).size).toBe(0);
	});

	it("are added without rounding", () => {
		expect(sum(["1/6", "1/3", "1/2"])).toBe("1");
		expect(sum(["1/50779978334208", "3/50779978334208"])).toBe("1/12694994583552");
		expect(sum([])).toBe("0");
	});
});

describe("the column before shifts", () => {
	const heads = ["2:1", "3:1", "4:1", "5:1"];
	const report = (shift: string, ...facts: [string, string][]) =>
		({
			chart: { table: "crt", columns: ["3:1"] },
			sums: [["shift", shift]],
			facts: facts.map(([label, words]) => ({ label, words, clause: "" })),
		}) as unknown as Report;

	it("is the one that a fact ends with", () => {
		const facts: [string, string][] = [
			["next column", "1 more would make it 5:1"],
			["odds", "44 against 9: 4:1"],
		];
		expect(beforeShifts(report("-1", ...facts), heads)).toBe("4:1");
	});

	it("is not marked where nothing shifts or nothing tells it", () => {
		expect(beforeShifts(report("0", ["odds", "44 against 9: 4:1"]), heads)).toBeNull();
		expect(beforeShifts(report("-1", ["next column", "1 more would make it 5:1"]), heads)).toBeNull();
		expect(beforeShifts(report("-1", ["column", "it reads 3:1"]), heads)).toBeNull();
	});
});

describe("after the roll", () => {
	const report = (...outcomes: [string, string][]) =>
		({
			...odds(...outcomes.map(([result]): [string, string] => [result, "1"])),
			facts: [],
			title: outcomes.map(([, words]) => words).join(),
		}) as unknown as Report;
	const named = (result: string, words: string) => {
		const one = report([result, words]);
		one.outcomes[0]!.words = words;
		return one;
	};
	const arrow = (to: string, place: number | null) => ({ from: "0101", to, report: place }) as Arrow;
	const step = (text: string, ...events: [string, string[]][]) =>
		({
			text,
			dice: [{ die: "D6", face: 2, purpose: "battle", clause: "" }],
			cells: [],
			events: events.map(([words, hexes]) => ({ words, hexes, units: [], clause: "" })),
		}) as unknown as LogEntry;
	const both = [named("DE", "the 13th is lost"), named("DR", "the 20th goes back")];
	const arrows = [arrow("0007", 0), arrow("0302", 1)];

	it("only the odds of that battle say what its letters mean: the same letters are another's fate elsewhere", () => {
		const found = aboutRoll(both, arrows, step("resolve 0007", ["0007: DR", ["0007", "0302"]]));
		expect(found).toEqual([both[0]]);
		// A decision that names no hex is known by where it happened.
		expect(aboutRoll(both, arrows, step("fight", ["DR", ["0302"]]))).toEqual([both[1]]);
		// Who goes back to where another is fought brings nothing of that one.
		expect(aboutRoll(both, arrows, step("fight", ["DR", ["0101", "0302"]], ["to 0007", ["0007"]]))).toEqual([
			both[1],
		]);
		expect(aboutRoll(both, arrows, step("reorganize A", ["A is back", []]))).toEqual([]);
		// Without arrows there is one question, and all that was told is about it.
		expect(aboutRoll(both, [arrow("0007", null)], step("roll"))).toEqual(both);
	});

	it("letters are explained where they are first named, once", () => {
		vi.stubGlobal("fetch", () => new Promise(() => {}));
		const rolled = show(Dice, {
			step: step("resolve 0302", ["0302: DR", ["0302"]], ["DR is kept", ["0302"]]),
			reports: [both[1]!],
			game: "g",
		});
		const lines = [...rolled.querySelectorAll("li")].map((line) => line.textContent);
		expect(lines[0]).toContain("DR: the 20th goes back");
		expect(lines[1]).not.toContain("the 20th");
	});
});
