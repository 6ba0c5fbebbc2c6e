// Everybody can tell the sides and the highlights apart: contrast on every ground, also as colour-blind people see it.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Colour = [number, number, number];

/** Simulations of full colour blindness (Machado, Oliveira and Fernandes 2009), in linear light. */
const EYES: Record<string, number[]> = {
	usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
	protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
	deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
	tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function read(hex: string): Colour {
	const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Colour;
}

function seen([r, g, b]: Colour, eye: number[]): Colour {
	const row = (at: number) => Math.min(1, Math.max(0, eye[at]! * r + eye[at + 1]! * g + eye[at + 2]! * b));
	return [row(0), row(3), row(6)];
}

const light = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Colour, other: Colour): number {
	const [high, low] = [Math.max(light(one), light(other)), Math.min(light(one), light(other))];
	return (high + 0.05) / (low + 0.05);
}

const trails = readFileSync("src/board/Trails.svelte", "utf8");
/** `#444` as `#444444`. */
const full = (hex: string) =>
	hex.length === 7 ? hex : `#${[...hex.slice(1)].map((digit) => digit + digit).join("")}`;
const css = readFileSync("src/styles.css", "utf8");
const [day, night] = css.split("@media (prefers-color-scheme: dark)") as [string, string];
const ground = (part: string) =>
	["paper", "wood", "rough", "marsh", "water", "built", "camp", "other", "level"].map((name) => {
		const found = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(part);
		return [name, read(found![1]!)] as const;
	});

for (const [eye, matrix] of Object.entries(EYES)) {
	describe(`${eye} eyes`, () => {
		it("see the double outline of a choice on every ground, by day and by night", () => {
			for (const [name, colour] of [...ground(day), ...ground(night)]) {
				const outlines = ["#1a140a", "#ffffff"].map((hex) =>
					contrast(seen(read(hex), matrix), seen(colour, matrix)),
				);
				expect(Math.max(...outlines), name).toBeGreaterThan(3);
			}
		});

		it("see the trails of every side with their white edge on every ground", () => {
			const sides = [...trails.matchAll(/--side: (#[0-9a-f]{6}|#[0-9a-f]{3});/g)].map(([, hex]) =>
				full(hex!),
			);
			expect(sides).toHaveLength(4);
			for (const [name, colour] of [...ground(day), ...ground(night)])
				for (const side of sides) {
					const lines = [side, "#ffffff"].map((hex) =>
						contrast(seen(read(hex), matrix), seen(colour, matrix)),
					);
					expect(Math.max(...lines), `${side} on ${name}`).toBeGreaterThan(3);
				}
		});

		it("read the words on every counter", () => {
			for (const card of ["#e3a857", "#a9c3dd", "#d9d3c3", "#b9d8a8"])
				expect(contrast(seen(read("#14120e"), matrix), seen(read(card), matrix)), card).toBeGreaterThan(7);
		});

		it("tell the first two sides apart by colour, besides their shapes", () => {
			const [one, other] = [seen(read("#e3a857"), matrix), seen(read("#a9c3dd"), matrix)];
			const apart = Math.hypot(...one.map((part, index) => part - other[index]!));
			expect(apart).toBeGreaterThan(0.2);
		});
	});
}
