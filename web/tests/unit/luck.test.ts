import { describe, expect, it } from "vitest";
import { given, rarely, turningPoints, verdictOf } from "../../src/table/luck";
import type { LogEntry, LuckData, RollLuck } from "../../src/types";

const roll = (step: number, luck: number): RollLuck => ({
	step,
	turn: 1,
	seat: 0,
	luck,
	as_good: 25,
	as_bad: 90,
});
const weighed = (percentile: number, rolls = [roll(1, 2)]): LuckData => ({
	luck: 2,
	percentile,
	turns: [],
	rolls,
});

describe("luck in words", () => {
	it("says whom the dice favoured, from either side", () => {
		expect(verdictOf(weighed(83), ["Rome", "Carthage"])).toContain(
			"favoured Rome: more luck than in 83 of 100",
		);
		expect(verdictOf(weighed(3), ["Rome", "Carthage"])).toContain(
			"very kind to Carthage: more luck than in 97 of 100",
		);
		expect(verdictOf(weighed(52), ["Rome", "Carthage"])).toContain("nobody");
		expect(verdictOf(weighed(50, []), ["Rome", "Carthage"])).toContain("No die was rolled");
	});

	it("tells the rolls that mattered most in their order, with the chance of whom they favoured", () => {
		const story = [
			{ number: 2, events: [{ words: "Levy routs", units: [1], hexes: [] }] },
		] as unknown as LogEntry[];
		const points = turningPoints([roll(1, 0.1), roll(2, -3), roll(3, 1), roll(4, 0)], story, 2);
		expect(points.map(({ step, seat, chance }) => [step, seat, chance])).toEqual([
			[2, 1, 90],
			[3, 0, 25],
		]);
		expect(points[0]?.words).toBe("Levy routs");
	});

	it("tells of a roll what happened to somebody, not that a turn began", () => {
		const events = [
			{ words: "16 against 7: DR.", units: [], hexes: ["0703"] },
			{ words: "Turn 1: German player-turn", units: [], hexes: [] },
		];
		const story = [{ number: 2, events }] as unknown as LogEntry[];
		expect(turningPoints([roll(2, 1)], story)[0]?.words).toBe("16 against 7: DR");
		const ready = events.slice(1).concat({ words: "Levy is ready", units: [], hexes: [] });
		const other = [{ number: 2, events: ready }] as unknown as LogEntry[];
		expect(turningPoints([roll(2, 1)], other)[0]?.words).toBe("Turn 1: German player-turn");
	});

	it("rounds without lying", () => {
		expect([rarely(0.2), rarely(12.4), rarely(100)]).toEqual([
			"less than once in 200",
			"12 of 100",
			"always",
		]);
		expect([given(1.26), given(-0.5), given(0.001)]).toEqual(["+1.3", "−0.50", "0"]);
	});
});
