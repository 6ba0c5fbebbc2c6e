import { describe, expect, it } from "vitest";
import { readPosition, writePosition } from "../../src/lib/position";

describe("positions as text", () => {
	const text =
		"turn 3; side German; phase combat; others away; 331 at 0505 fortified; Levy 2 at 0612 facing 120 disrupted; Squad at 820,415 facing 0 left 7 line";

	it("are written as they are read", () => {
		expect(writePosition(readPosition(text))).toBe(text);
	});

	it("know who stands where and how", () => {
		const { turn, side, phase, counters } = readPosition(`${text}; 6 TK away`);
		expect([turn, side, phase]).toEqual([3, "German", "combat"]);
		expect([...counters.keys()]).toEqual(["331", "Levy 2", "Squad"]);
		expect(counters.get("Levy 2")).toMatchObject({ place: "0612", facing: 120, conditions: ["disrupted"] });
		expect(counters.get("Squad")).toEqual({ place: "820,415", facing: 0, left: 7, conditions: ["line"] });
	});

	it("say nothing of what is as usual", () => {
		expect(writePosition(readPosition(""))).toBe("turn 1; others away");
	});
});
