// It is one's turn: a sound and a notice, where they were wished for.
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { allow, notify, ring } from "../../src/lib/bell";
import { Calling } from "../../src/table/calling.svelte";

const started: number[] = [];
const param = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
class Audio {
	currentTime = 5;
	destination = {};
	createGain = () => ({ gain: param, connect: (to: unknown) => to });
	createOscillator = () => ({
		frequency: { value: 0 },
		connect: (to: unknown) => to,
		start: (at: number) => started.push(at),
		stop: () => {},
	});
	close = async () => {};
}

const told: string[] = [];
const asked = vi.fn(async () => "granted");
class Notice {
	static permission = "default";
	static requestPermission = asked;
	constructor(words: string) {
		told.push(words);
	}
}

afterEach(() => vi.unstubAllGlobals());

describe("calling a player", () => {
	it("comes when the other side has played, and not when one opens the table or goes on oneself", () => {
		let mine = $state(true);
		let laid = $state(false);
		const call = vi.fn();
		const stop = $effect.root(() => {
			new Calling(
				() => mine,
				() => laid,
				call,
			);
		});
		const becomes = (own: boolean, there = true) => {
			[mine, laid] = [own, there];
			flushSync();
		};
		becomes(true);
		expect(call, "the table was opened at one's own turn").not.toHaveBeenCalled();
		becomes(false);
		expect(call, "one has ended it").not.toHaveBeenCalled();
		becomes(true);
		expect(call).toHaveBeenCalledTimes(1);
		becomes(true);
		expect(call, "once").toHaveBeenCalledTimes(1);
		stop();
	});
});

describe("the bell", () => {
	it("sounds two notes, and stays silent where nothing may sound", () => {
		vi.stubGlobal("AudioContext", Audio);
		ring();
		expect(started).toHaveLength(2);
		expect(started[1]).toBeGreaterThan(started[0]!);
		vi.stubGlobal("AudioContext", undefined);
		expect(() => ring()).not.toThrow();
	});

	it("gives notice only while the page is out of sight, and only where that was allowed", () => {
		vi.stubGlobal("Notification", Notice);
		const hidden = vi.spyOn(document, "visibilityState", "get");
		hidden.mockReturnValue("hidden");
		notify("Your turn");
		expect(told, "nobody has allowed it").toEqual([]);
		allow();
		expect(asked).toHaveBeenCalledTimes(1);
		Notice.permission = "granted";
		allow();
		expect(asked, "asked once").toHaveBeenCalledTimes(1);
		notify("Your turn");
		expect(told).toEqual(["Your turn"]);
		hidden.mockReturnValue("visible");
		notify("Your turn");
		expect(told, "one sees it oneself").toHaveLength(1);
		hidden.mockRestore();
	});
});
