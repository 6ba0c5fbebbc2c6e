// A small map for tests.
import type { MapData } from "../../src/types";

const COLUMNS = 4;
const ROWS = 3;

/** Four columns of three hexes, even columns down, with a wood, a river, a road, a wall and a town. */
export function smallMap(layout = "flat, even columns down"): MapData {
	const hexes: string[] = [];
	for (let column = 1; column <= COLUMNS; column++)
		for (let row = 1; row <= ROWS; row++) hexes.push(`0${column}0${row}`);
	const at = (number: string) => hexes.indexOf(number);
	const pair = (one: string, other: string): [number, number] => [at(one), at(other)];
	return {
		title: "The ford",
		layout,
		columns: [1, COLUMNS],
		rows: [1, ROWS],
		hexes,
		layers: [
			{
				name: "terrain",
				values: ["clear", "forest"],
				of: hexes.map((hex) => (hex === "0202" || hex === "0203" ? 1 : 0)),
			},
			{ name: "level", values: ["0", "1"], of: hexes.map((hex) => (hex === "0401" ? 1 : 0)) },
		],
		sides: [
			{
				name: "river",
				directed: false,
				courses: [{ name: "Ford", pairs: [pair("0101", "0201"), pair("0102", "0201")] }],
			},
			{ name: "wall", directed: true, courses: [{ name: "Wall", pairs: [pair("0301", "0401")] }] },
		],
		links: [
			{ name: "road", courses: [{ name: "Mill road", pairs: [pair("0101", "0201"), pair("0201", "0302")] }] },
		],
		places: [{ name: "Mill", kind: "city", hex: at("0201") }],
		zones: [{ name: "army", zones: [{ name: "West", hexes: [at("0101")] }] }],
	};
}
