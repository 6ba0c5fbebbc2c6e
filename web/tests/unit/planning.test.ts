import { describe, expect, it } from "vitest";
import { type Plan, Planning } from "../../src/table/planning.svelte";
import type { Counter } from "../../src/types";

const counters = [
	{ id: 331, name: "331", place: "0101" },
	{ id: 78, name: "78.ID", place: "0303" },
] as Counter[];

function plan() {
	const kept: Plan[] = [];
	return { planning: new Planning({}, (plan) => kept.push(plan)), kept };
}
const where = (planning: Planning, all = counters) =>
	planning.ghosts(all).map(({ counter, to }) => `${counter.name} ${to}`);

describe("a plan", () => {
	it("moves a counter in thought: first the counter, then the hex, also one with a counter in it", () => {
		const { planning, kept } = plan();
		planning.point({ unit: null, hex: "0505" }, counters);
		expect(where(planning)).toEqual([]);
		planning.point({ unit: 331, hex: "0101" }, counters);
		expect(planning.unit).toBe(331);
		planning.point({ unit: 78, hex: "0303" }, counters);
		expect(where(planning)).toEqual(["331 0303"]);
		expect(planning.unit).toBeNull();
		expect(kept).toEqual([{ 331: "0303" }]);
	});

	it("is taken back where the counter stands", () => {
		const { planning } = plan();
		for (const hex of ["0505", "0101"]) {
			planning.point({ unit: 331, hex: "0101" }, counters);
			planning.point({ unit: null, hex }, counters);
		}
		expect(where(planning)).toEqual([]);
	});

	it("is over for who has gone there or is gone", () => {
		const planning = new Planning({ 331: "0505", 78: "0404", 5: "0101" }, () => {});
		const later = [{ id: 331, name: "331", place: "0505" }, counters[1]!] as Counter[];
		expect(where(planning, later)).toEqual(["78.ID 0404"]);
		planning.clear();
		expect(where(planning, later)).toEqual([]);
	});
});
