import { describe, expect, it } from "vitest";
import { bindings, choose, doneBy, Hold, USUAL } from "../../src/lib/bindings";

describe("keys", () => {
	it("do one thing each", () => {
		expect(new Set(USUAL.map((usual) => usual.key)).size).toBe(USUAL.length);
	});

	it("can be chosen; who had the key gets the old one", () => {
		const chosen = choose({}, "undo", "n");
		expect(doneBy(chosen, "n")?.name).toBe("undo");
		expect(doneBy(chosen, "z")?.name).toBe("next");
		expect(new Set(bindings(chosen).map((one) => one.key)).size).toBe(USUAL.length);
	});

	it("with a fixed meaning cannot", () => {
		for (const key of ["1", "9", "Escape", "Enter", " "]) expect(choose({}, "undo", key)).toEqual({});
	});

	it("zoom with the plus without shift too", () => {
		expect(doneBy({}, "=")?.name).toBe("in");
		expect(doneBy({ help: "=" }, "=")?.name).toBe("help");
	});

	it("are pressed or held, by how long they are down", () => {
		const hold = new Hold();
		expect(hold.begin("h", 0)).toBe(true);
		expect(hold.begin("1", 10)).toBe(false);
		expect(hold.end("1", 20)).toBeNull();
		expect(hold.end("h", 100)).toBe(true);
		hold.begin("h", 200);
		expect(hold.end("h", 2000)).toBe(false);
	});
});
