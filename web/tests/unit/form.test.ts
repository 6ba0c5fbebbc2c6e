// Situations as forms: their text is read and written again without a change, and schemas become controls.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blank, type FormField, fitting, type Shape, shapeOf, spoken, usually } from "../../src/lib/form";
import { read, write } from "../../src/lib/toml";

const examples = readdirSync("../games")
	.map((game) => `../games/${game}/examples`)
	.filter((folder) => existsSync(folder))
	.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
	.filter((file) => file.endsWith(".toml"));

describe("the text of a situation", () => {
	it("is the same after it has been read and written", () => {
		expect(examples.length).toBeGreaterThan(20);
		for (const file of examples) {
			const said = read(readFileSync(file, "utf8"));
			expect(Object.keys(said).length, file).toBeGreaterThan(0);
			expect(read(write(said)), file).toEqual(said);
		}
	});

	it("is read as it is written", () => {
		const text = `a = "x # y" # note\nb = [1, 2.5, -3]\n[t]\nc = true\n1112 = "slope"\n[[l]]\nu = 'a'\n[[l]]\nu = "b"\n[[l.in]]\nv = { w = 1 }\n`;
		expect(read(text)).toEqual({
			a: "x # y",
			b: [1, 2.5, -3],
			t: { c: true, "1112": "slope" },
			l: [{ u: "a" }, { u: "b", in: [{ v: { w: 1 } }] }],
		});
	});

	it("is refused where it breaks off", () => {
		for (const text of ["a =", "a = [1", 'a = "x', "a 1", "a = 1 2", "[t"])
			expect(() => read(text)).toThrow();
	});
});

describe("a schema", () => {
	const schema = {
		type: "object",
		required: ["side", "units"],
		properties: {
			side: { oneOf: [{ const: "red", description: "The red." }, { const: "blue" }] },
			turn: { type: ["integer", "null"], minimum: 1, maximum: 9, default: 1 },
			rain: { type: "boolean", default: false },
			units: { type: "array", minItems: 1, maxItems: 3, items: { $ref: "#/$defs/Unit" } },
			hexes: { type: "object", patternProperties: { "^[0-9]{4}$": { enum: ["clear", "wood"] } } },
		},
		$defs: {
			Unit: { anyOf: [{ type: "string" }, { type: "object", properties: { attack: { type: "number" } } }] },
		},
	};
	const shape = shapeOf(schema) as Shape & { kind: "record" };
	const field = (name: string) => shape.fields.find((one) => one.name === name)!;

	it("becomes choices, switches, numbers, lists and names", () => {
		expect(shape.fields.map((one) => [one.name, one.shape.kind, one.needed])).toEqual([
			["side", "choice", true],
			["turn", "number", false],
			["rain", "switch", false],
			["units", "list", true],
			["hexes", "named", false],
		]);
		expect(field("turn").usual).toBe(1);
		expect(field("units").shape).toMatchObject({ least: 1, most: 3, item: { kind: "either" } });
	});

	it("tells in words what holds where nothing is said", () => {
		const number = { kind: "number" as const, least: 0, most: null, step: 1 };
		const words = (name: string, usual: FormField["usual"], of: Shape = number) =>
			usually({ name, about: "", needed: false, usual, shape: of });
		expect(words("has-attacked", false, { kind: "switch" })).toBe("has attacked: no");
		expect(words("leaders", [])).toBe("leaders: none");
		expect(words("level", 0)).toBe("level: 0");
		expect(words("status", "good-order", { kind: "choice", options: [] })).toBe("status: good order");
		expect(words("cr", null)).toBeNull();
	});

	it("tells what to begin with, and which of several a value is", () => {
		expect(blank(shape)).toEqual({ side: "red", units: [""] });
		const { item } = field("units").shape as Shape & { kind: "list" };
		const { shapes } = item as Shape & { kind: "either" };
		expect([fitting(shapes, "78.ID"), fitting(shapes, { attack: 3 })]).toEqual([0, 1]);
		expect(spoken("over-river")).toBe("Over river");
	});
});
