// What is said about a hex.
import type { MapData } from "../types";
import type { Board } from "./geometry";

/** What only the set-up needs to know is not told while one plays; nor is that a hex is not high. */
const isTold = (name: string, value: string) => !/^(initial|setup)/.test(name) && !/^0?$/.test(value);

/** What a hex is: its name and its ground. */
export function ground(map: MapData, index: number): string[] {
	const words: string[] = [];
	const place = map.places.find((place) => place.hex === index);
	if (place) words.push(`${place.name} (${place.kind})`);
	for (const layer of map.layers) {
		const value = layer.values[layer.of[index] ?? -1];
		if (value && isTold(layer.name, value))
			words.push(layer.name === "terrain" ? value : `${layer.name} ${value}`);
	}
	return words;
}

/** The zones that a hex is part of. */
export function zonesOf(map: MapData, index: number): string[] {
	return map.zones.flatMap((group) => {
		const zone = group.zones.find((zone) => zone.hexes.includes(index));
		return zone && isTold(group.name, zone.name)
			? [group.name === "region" || group.name === zone.name ? zone.name : `${group.name} ${zone.name}`]
			: [];
	});
}

/** What is to be said about a hex besides its counters. */
export function describe(map: MapData, board: Board, index: number): string[] {
	const words = ground(map, index);
	for (const side of map.sides) {
		const here = side.courses.flatMap((course) =>
			course.pairs
				.filter((pair) => pair.includes(index))
				.map(([one, other]) => (one === index ? other : one)),
		);
		const numbers = [...new Set(here)].map((other) => board.hexes[other]!.number);
		if (numbers.length > 0) words.push(`${side.name} to ${numbers.join(", ")}`);
	}
	for (const link of map.links) {
		if (link.courses.some((course) => course.pairs.some((pair) => pair.includes(index))))
			words.push(link.name);
	}
	return [...words, ...zonesOf(map, index)];
}
