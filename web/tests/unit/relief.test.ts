// Heights and regions: light falls from the upper left, contours lie between high and low, names lie across what they name.
import { expect, test } from "vitest";
import { draw } from "../../src/board/drawing";
import { contour, fieldOf, shading } from "../../src/board/relief";
import { smallMap } from "./map";

const map = smallMap();

test("a hill is bright towards the upper left and dark towards the lower right", () => {
	const { board } = draw(map);
	const top = board.hexes[Math.floor(board.hexes.length / 2)]!;
	const field = fieldOf(board, (index) => (index === top.index ? 3 : 0), [], 0);
	const light = shading(field);
	const at = (x: number, y: number) =>
		(Math.round(y / field.cell) * field.columns + Math.round(x / field.cell)) * 4;
	const [lit, dark] = [at(top.middle.x - 30, top.middle.y - 30), at(top.middle.x + 30, top.middle.y + 30)];
	expect(light[lit]).toBe(255);
	expect(light[lit + 3]).toBeGreaterThan(20);
	expect(light[dark]).toBeLessThan(100);
	expect(light[dark + 3]).toBeGreaterThan(20);
	expect(contour(field, 0.2).length).toBeGreaterThan(100);
	expect(contour(field, 99)).toBe("");
});

test("the same map is always drawn the same", () => {
	const [one, other] = [draw(map), draw(map)];
	expect(one.field.heights).toEqual(other.field.heights);
	expect(one.slopes).toBe(other.slopes);
	expect(one.fields).toBe(other.fields);
});

test("a region has its name written across it, a country its border", () => {
	const hexes = map.hexes.map((_, index) => index);
	const named = draw({
		...map,
		zones: [...map.zones, { name: "region", zones: [{ name: "The Fens", hexes }] }],
		layers: [...map.layers, { name: "country", values: ["A", "B"], of: hexes.map((index) => index % 2) }],
	});
	expect(named.regions.map(({ name, wet }) => [name, wet])).toEqual([["The Fens", false]]);
	expect(named.regions[0]!.path).toMatch(/^M/);
	expect(named.borders.length).toBeGreaterThan(0);
	expect(draw(map).borders).toEqual([]);
});
