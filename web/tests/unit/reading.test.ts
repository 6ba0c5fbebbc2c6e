import { describe, expect, it } from "vitest";
import { sum } from "../../src/table/fractions";
import { beforeShifts, chancesOf } from "../../src/table/reading";
import type { Report } from "../../src/types";

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
