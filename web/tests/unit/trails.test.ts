import { describe, expect, it } from "vitest";
import { Laid } from "../../src/table/laid.svelte";
import { eyesOf, Trailing } from "../../src/table/trailing.svelte";
import { lastTurnOfOthers, spotTrails, trails } from "../../src/table/trails";
import type { Counter, Event, LogEntry, Overlay, TableState } from "../../src/types";
import { id } from "./counter";

const step = (number: number, seat: number, moment: string, events: Partial<Event>[] = []): LogEntry => ({
	number,
	seat,
	moment,
	text: `step ${number}`,
	dice: [],
	events: events.map((event) => ({ words: "", clause: "", hexes: [], units: [], ...event })),
	cells: [],
	hash: "",
});
const counter = (name: string, seat: number, place: string) =>
	({ id: id(name), name, seat, place }) as Counter;
const onBoard = (place: string) => /^\d{4}$/.test(place);

/** Seat 1 moves and fights, seat 0 chooses a loss in between; then seat 0 has begun to move. */
const STORY = [
	step(1, 0, "turn 1, moves of 0"),
	step(2, 1, "turn 1, moves of 1", [
		{ words: "Blue goes to 0103", hexes: ["0101", "0102", "0103"], units: [id("Blue")] },
	]),
	step(3, 1, "turn 1, battles of 1"),
	step(4, 0, "turn 1, battles of 1"),
	step(5, 1, "turn 1, battles of 1"),
	step(6, 0, "turn 2, moves of 0"),
];

describe("the last turn of the other side", () => {
	it("holds its phases with what one had to decide in them", () => {
		const run = lastTurnOfOthers(STORY, (seat) => seat === 1);
		expect(run.map((step) => step.number)).toEqual([2, 3, 4, 5]);
	});

	it("is empty before it had one", () => {
		expect(lastTurnOfOthers(STORY.slice(0, 1), (seat) => seat === 1)).toEqual([]);
	});
});

describe("trails", () => {
	const before = [
		counter("Blue", 1, "0101"),
		counter("Grey", 1, "0505"),
		counter("Red", 0, "0303"),
		counter("Late", 1, "box"),
	];
	const after = [
		counter("Blue", 1, "0103"),
		counter("Grey", 1, "0506"),
		counter("Red", 0, "lost"),
		counter("Late", 1, "0909"),
	];

	it("lead along the way that was told, else straight; who came and who is gone is marked", () => {
		expect(trails(before, after, STORY, onBoard)).toEqual([
			{ unit: id("Blue"), name: "Blue", seat: 1, hexes: ["0101", "0102", "0103"], kind: "went" },
			{ unit: id("Grey"), name: "Grey", seat: 1, hexes: ["0505", "0506"], kind: "went" },
			{ unit: id("Red"), name: "Red", seat: 0, hexes: ["0303"], kind: "lost" },
			{ unit: id("Late"), name: "Late", seat: 1, hexes: ["0909"], kind: "came" },
		]);
	});

	it("tell of counters that have vanished altogether", () => {
		expect(trails(before, after.slice(0, 2).concat(after.slice(3)), [], onBoard)).toContainEqual({
			unit: id("Red"),
			name: "Red",
			seat: 0,
			hexes: ["0303"],
			kind: "lost",
		});
	});

	it("are asked for once for a turn, and not again while one moves oneself", async () => {
		const asked: number[] = [];
		const state = (steps: number, counters: Counter[]) =>
			({
				steps,
				deciding: 0,
				view: { turn: 1, moment: "turn 2, moves of 0", counters },
			}) as unknown as TableState;
		const at = async (step: number) => {
			asked.push(step);
			return state(step, step === 1 ? before : after);
		};
		const trailing = new Trailing();
		await trailing.follow({ now: state(5, after), story: STORY.slice(0, 5), mine: [0], at, onBoard });
		expect(asked).toEqual([1]);
		const found = trailing.trails;
		expect(found).toHaveLength(4);
		await trailing.follow({ now: state(6, []), story: STORY, mine: [0], at, onBoard });
		expect(asked).toEqual([1]);
		expect(trailing.trails).toBe(found);
	});

	it("are seen by the only seat, else by who has begun the phase", () => {
		const now = { deciding: 0, view: { moment: "turn 1, battles of 1" } } as TableState;
		expect(eyesOf({ now, story: STORY.slice(0, 4), mine: [0] })).toBe(0);
		expect(eyesOf({ now, story: STORY.slice(0, 4), mine: [0, 1] })).toBe(1);
	});
});

describe("trails without hexes", () => {
	const at = (name: string, x: number | null) =>
		({
			id: id(name),
			name,
			seat: 1,
			place: "table",
			spot: x === null ? null : { x, y: 10, width: 40, depth: 30 },
		}) as Counter;

	it("lead straight from spot to spot; who came, who is gone and who stayed is told apart", () => {
		const found = spotTrails(
			[at("goes", 100), at("stays", 200), at("lost", 300), at("waits", null)],
			[at("goes", 160), at("stays", 200), at("comes", 400), at("waits", null)],
		);
		expect(found.map(({ name, kind, points }) => [name, kind, points?.map((point) => point.x)])).toEqual([
			["goes", "went", [100, 160]],
			["comes", "came", [400]],
			["lost", "lost", [300]],
		]);
	});
});

describe("what lies over the map", () => {
	const laid = () => new Laid(async (name) => ({ name }) as Overlay);
	const names = (one: Laid) => one.overlays.map((overlay) => overlay.name);

	it("stays when it is pinned and goes with the key when it is only held", async () => {
		const one = laid();
		await one.toggle("zones");
		await one.peek("supply");
		expect(names(one)).toEqual(["zones", "supply"]);
		await one.peek(null);
		expect(names(one)).toEqual(["zones"]);
		await one.toggle("zones");
		expect(names(one)).toEqual([]);
	});

	it("lies there once, though it is pinned and held", async () => {
		const one = laid();
		await one.toggle("zones");
		await one.peek("zones");
		expect(names(one)).toEqual(["zones"]);
	});
});
