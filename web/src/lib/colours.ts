// Colours of the sides: chosen ones instead of the usual, and whether everybody can read and tell them.

import type { Army } from "../types";

type Light = [number, number, number];

/** Simulations of full colour blindness (Machado, Oliveira and Fernandes 2009), in linear light. */
export const EYES = {
	usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
	protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
	deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
	tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export type Eye = keyof typeof EYES;

/** A colour as these eyes see it, in linear light. */
export function seen(hex: string, eye: Eye = "usual"): Light {
	const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	const [r, g, b] = parts.map((part) =>
		part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
	) as Light;
	const by = EYES[eye];
	const row = (at: number) => Math.min(1, Math.max(0, by[at]! * r + by[at + 1]! * g + by[at + 2]! * b));
	return [row(0), row(3), row(6)];
}

const brightness = ([r, g, b]: Light) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

export function contrast(one: Light, other: Light): number {
	const [high, low] = [
		Math.max(brightness(one), brightness(other)),
		Math.min(brightness(one), brightness(other)),
	];
	return (high + 0.05) / (low + 0.05);
}

/** How far two colours are apart. */
export const apart = (one: Light, other: Light) =>
	Math.hypot(...one.map((part, index) => part - other[index]!));

/** The same colour, dark enough for a line with a white edge. */
export function darkened(hex: string): string {
	const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
	for (let share = 1; share > 0; share -= 0.05) {
		const dark = `#${parts
			.map((part) =>
				Math.round(part * share)
					.toString(16)
					.padStart(2, "0"),
			)
			.join("")}`;
		if (contrast(seen(dark), seen("#ffffff")) >= 6) return dark;
	}
	return "#000000";
}

/** The cards of the sides as they are printed, and the ink on them. */
export const CARDS = ["#e3a857", "#a9c3dd", "#d9d3c3", "#b9d8a8"];
export const INK = "#14120e";

/** Chosen cards by seat. */
export type Cards = Record<number, string>;

const isColour = (text: unknown): text is string => typeof text === "string" && /^#[0-9a-f]{6}$/i.test(text);

/** The armies of the seats, as the game has them; a side that it does not name has the colours of its seat. */
export type Armies = (Army | null)[];
export const armiesOf = (all: Army[], seats: string[]): Armies =>
	seats.map((name) => all.find((army) => army.side === name) ?? null);

export function cardOf(cards: Cards, seat: number, armies: Armies = []): string {
	const chosen = cards[seat];
	return isColour(chosen) ? chosen : (armies[seat]?.colour ?? CARDS[seat % CARDS.length]!);
}

/** What is wrong with the card of a seat, in words; it may be chosen all the same. */
export function warnings(cards: Cards, seats: string[], seat: number, armies: Armies = []): string[] {
	const card = cardOf(cards, seat, armies);
	const found: string[] = [];
	if (contrast(seen(card), seen(INK)) < 4.5) found.push("What is printed on it would be hard to read.");
	const KINDS: [Eye[], string][] = [
		[["usual"], ""],
		[["protan", "deutan"], " for red-green blind eyes"],
		[["tritan"], " for blue-yellow blind eyes"],
	];
	seats.forEach((name, other) => {
		if (other === seat) return;
		const alike = KINDS.find(([eyes]) =>
			eyes.some((eye) => apart(seen(card, eye), seen(cardOf(cards, other, armies), eye)) < 0.15),
		);
		if (alike) found.push(`Hard to tell from ${name}${alike[1]}, but for the shape.`);
	});
	return found;
}

/** Lays the colours of the armies over those of the style sheet, and over both what was chosen. */
export function apply(cards: Cards, style: CSSStyleDeclaration, armies: Armies = []): void {
	for (const seat of CARDS.keys()) {
		const chosen = isColour(cards[seat]) ? cards[seat] : null;
		const army = chosen ? null : armies[seat];
		const dark = chosen ? darkened(chosen) : army?.dark;
		const colours: [string, string | null | undefined][] = [
			[`--side-${seat}`, chosen ?? army?.colour],
			[`--face-${seat}`, army?.face],
			...["rim", "dark", "side-line"].map((name): [string, string | undefined] => [
				`--${name}-${seat}`,
				dark,
			]),
		];
		for (const [name, colour] of colours)
			if (isColour(colour)) style.setProperty(name, colour);
			else style.removeProperty(name);
	}
}
