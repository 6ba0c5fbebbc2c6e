// Everybody can tell the sides and the highlights apart: contrast on every ground, also as colour-blind people see it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
	apart,
	apply,
	CARDS,
	contrast,
	darkened,
	EYES,
	type Eye,
	INK,
	seen,
	warnings,
} from "../../src/lib/colours";

const css = readFileSync("src/styles.css", "utf8");
const [day, night] = css.split("@media (prefers-color-scheme: dark)") as [string, string];
const ground = (part: string) =>
	["paper", "wood", "rough", "marsh", "water", "built", "camp", "other", "level"].map((name) => {
		const found = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(part);
		return [name, found![1]!] as const;
	});

const named = (name: string) =>
	[...day.matchAll(new RegExp(`--${name}-\\d: (#[0-9a-f]{6})`, "g"))].map(([, hex]) => hex!);

for (const eye of Object.keys(EYES) as Eye[]) {
	describe(`${eye} eyes`, () => {
		it("see the double outline of a choice on every ground, by day and by night", () => {
			for (const [name, colour] of [...ground(day), ...ground(night)]) {
				const outlines = ["#1a140a", "#ffffff"].map((hex) => contrast(seen(hex, eye), seen(colour, eye)));
				expect(Math.max(...outlines), name).toBeGreaterThan(3);
			}
		});

		it("see the trails of every side with their white edge on every ground", () => {
			const sides = named("dark");
			expect(sides).toHaveLength(4);
			for (const [name, colour] of [...ground(day), ...ground(night)])
				for (const side of sides) {
					const lines = [side, "#ffffff"].map((hex) => contrast(seen(hex, eye), seen(colour, eye)));
					expect(Math.max(...lines), `${side} on ${name}`).toBeGreaterThan(3);
				}
		});

		it("read the words on every counter", () => {
			for (const card of CARDS) expect(contrast(seen(INK, eye), seen(card, eye)), card).toBeGreaterThan(7);
		});

		it("tell the first two sides apart by colour, besides their shapes", () => {
			expect(apart(seen(CARDS[0]!, eye), seen(CARDS[1]!, eye))).toBeGreaterThan(0.2);
		});
	});
}

describe("the armies of the games", () => {
	const games = readdirSync("../games").filter((game) => existsSync(`../games/${game}/data/game.toml`));
	const armies = games.map((game) => {
		const text = readFileSync(`../games/${game}/data/game.toml`, "utf8");
		const all = text.split("[[army]]").slice(1);
		const value = (part: string, name: string) =>
			new RegExp(`^${name} = "([^"]+)"`, "m").exec(part)?.[1] ?? null;
		return {
			game,
			armies: all.map((part) => ({
				side: value(part, "side")!,
				colour: value(part, "colour")!,
				dark: value(part, "dark")!,
				face: value(part, "face"),
				corners: null,
			})),
		};
	});

	it("can be read and told apart by all eyes", () => {
		expect(armies.some((game) => game.armies.length > 1)).toBe(true);
		for (const { game, armies: own } of armies)
			for (const army of own) {
				const seats = own.map(({ side }) => side);
				expect(warnings({}, seats, seats.indexOf(army.side), own), `${game}: ${army.side}`).toEqual([]);
				expect(contrast(seen(army.dark), seen("#ffffff")), `${game}: ${army.side}`).toBeGreaterThan(6);
				for (const face of [army.colour, army.face ?? army.colour])
					expect(contrast(seen(face), seen(INK)), `${game}: ${army.side}`).toBeGreaterThan(5);
			}
	});
});

describe("chosen colours", () => {
	const seats = ["One", "Other"];

	it("are those of the style sheet as long as none are chosen, and none of these is warned of", () => {
		expect(named("side")).toEqual(CARDS);
		for (const seat of [0, 1]) expect(warnings({}, seats, seat)).toEqual([]);
	});

	it("are warned of where ink cannot be read or sides look alike to somebody", () => {
		expect(warnings({ 0: "#301008" }, seats, 0)[0]).toMatch(/hard to read/);
		expect(warnings({ 0: "#a9c3dd" }, seats, 0)[0]).toBe("Hard to tell from Other, but for the shape.");
		expect(warnings({ 0: "#d2b04c", 1: "#9fc24c" }, seats, 1)[0]).toMatch(
			/Hard to tell from One for red-green blind/,
		);
		expect(warnings({ 0: "#ffffff" }, seats, 0)).toEqual([]);
	});

	it("are laid over the usual ones and taken off again", () => {
		const { style } = document.createElement("div");
		apply({ 1: "#ffcc00" }, style);
		expect(style.getPropertyValue("--side-1")).toBe("#ffcc00");
		expect(contrast(seen(style.getPropertyValue("--dark-1")), seen("#ffffff"))).toBeGreaterThanOrEqual(6);
		expect(style.getPropertyValue("--side-0")).toBe("");
		apply({ 1: "javascript:" }, style);
		expect(style.getPropertyValue("--side-1")).toBe("");
	});

	it("make lines that can be seen, however light they are", () => {
		for (const card of [...CARDS, "#ffffff", "#ffff00", "#000000"])
			expect(contrast(seen(darkened(card)), seen("#ffffff")), card).toBeGreaterThanOrEqual(6);
	});
});
