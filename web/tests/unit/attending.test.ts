import { describe, expect, it } from "vitest";
import { clockOf, spanOf } from "../../src/lib/spans";
import { Attending } from "../../src/table/attending.svelte";
import type { Summary } from "../../src/types";

const MINUTE = 60_000;

function told(more: Partial<Pick<Summary, "waiting" | "deciding" | "revision">> = {}) {
	const seats = [
		{ seat: 0, name: "Red", who: "link", player: "", online: true, spent: 5 * MINUTE },
		{ seat: 1, name: "Blue", who: "bot:random", player: "", online: null, spent: MINUTE },
	];
	return { seats, waiting: 2 * MINUTE, deciding: 0, revision: 7, ...more };
}

describe("clocks", () => {
	it("run for who decides, whatever the clock of the browser shows", () => {
		const attending = new Attending();
		attending.tell(told(), 1000);
		expect(attending.online).toEqual([true, null]);
		expect(attending.taken(0, 1000 + MINUTE)).toBe(8 * MINUTE);
		expect(attending.taken(1, 1000 + MINUTE)).toBe(MINUTE);
		expect(attending.waited(1000)).toBe(2 * MINUTE);
	});

	it("stand for who has decided", () => {
		const attending = new Attending();
		attending.tell(told(), 0);
		attending.decided(0, { deciding: 1, revision: 8 }, MINUTE);
		expect(attending.taken(0, 10 * MINUTE)).toBe(8 * MINUTE);
		expect(attending.taken(1, 10 * MINUTE)).toBe(10 * MINUTE);
		expect(attending.waited(3 * MINUTE)).toBe(2 * MINUTE);
	});

	it("do not count again what the server has counted", () => {
		const attending = new Attending();
		attending.tell(told(), 0);
		// A stream that was lost tells what was missed, after the server has said how it stands.
		attending.decided(1, { deciding: 0, revision: 6 }, MINUTE);
		attending.decided(0, { deciding: 0, revision: 7 }, MINUTE);
		expect(attending.taken(0, MINUTE)).toBe(8 * MINUTE);
		// Nor does an answer that comes late set them back.
		attending.decided(0, { deciding: null, revision: 8 }, MINUTE);
		attending.tell(told(), MINUTE);
		expect(attending.taken(0, 9 * MINUTE)).toBe(8 * MINUTE);
		expect(attending.waited(9 * MINUTE)).toBeNull();
	});

	it("say nothing of a time that is not known", () => {
		const attending = new Attending();
		attending.tell(told({ waiting: null }), 0);
		expect(attending.waited(MINUTE)).toBeNull();
		attending.decided(0, { deciding: 1, revision: 8 }, MINUTE);
		expect(attending.taken(0, 2 * MINUTE)).toBe(5 * MINUTE);
		expect(attending.waited(2 * MINUTE)).toBe(MINUTE);
	});
});

describe("lengths of time", () => {
	it("are shown as on a clock", () => {
		expect([0, 67_000, 3_847_000, 100 * 3_600_000].map(clockOf)).toEqual([
			"0:00",
			"1:07",
			"1:04:07",
			"4 d 4 h",
		]);
	});

	it("are said roughly", () => {
		expect([59_000, 3 * MINUTE, 119 * MINUTE, 47 * 60 * MINUTE, 50 * 60 * MINUTE].map(spanOf)).toEqual([
			null,
			"3 min",
			"1 h",
			"47 h",
			"2 days",
		]);
	});
});
