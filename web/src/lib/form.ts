// Forms from JSON schemas: what can be chosen, counted, listed, and what holds where nothing is said.
import type { Node } from "./schema";
import type { Table, Value } from "./toml";

export interface Option {
	value: string;
	about: string;
}
export interface FormField {
	name: string;
	about: string;
	needed: boolean;
	/** What holds if nothing is said; nothing where the schema does not tell. */
	usual: Value | null;
	shape: Shape;
}
export type Shape =
	| { kind: "choice"; options: Option[] }
	| { kind: "switch" }
	| { kind: "number"; least: number | null; most: number | null; step: number }
	| { kind: "text"; pattern: string | null }
	| { kind: "list"; item: Shape; least: number; most: number }
	| { kind: "record"; fields: FormField[] }
	| { kind: "named"; item: Shape; pattern: string | null }
	| { kind: "either"; shapes: Shape[] }
	| { kind: "other" };

/** A record inside itself ends somewhere. */
const DEEPEST = 6;

export function shapeOf(schema: unknown, root: Node = schema as Node, deep = 0): Shape {
	let node = schema as Node;
	if (node.$ref) node = root.$defs?.[node.$ref.split("/").at(-1)!] ?? {};
	if (deep > DEEPEST) return { kind: "other" };
	const inner = (one: Node) => shapeOf(one, root, deep + 1);
	const either = (node.oneOf ?? node.anyOf)?.filter((one) => one.type !== "null");
	if (either) {
		const options = either.flatMap((one) => optionsOf(one));
		if (either.every((one) => optionsOf(one).length > 0)) return { kind: "choice", options };
		if (either.length === 1) return inner(either[0]!);
		return { kind: "either", shapes: either.map(inner) };
	}
	if (node.enum || node.const !== undefined) return { kind: "choice", options: optionsOf(node) };
	const type = [node.type].flat().find((one) => one !== "null");
	if (type === "boolean") return { kind: "switch" };
	if (type === "integer" || type === "number")
		return {
			kind: "number",
			least: node.minimum ?? null,
			most: node.maximum ?? null,
			step: type === "integer" ? 1 : (node.multipleOf ?? 0.5),
		};
	if (type === "string") return { kind: "text", pattern: node.pattern ?? null };
	if (type === "array" && node.items)
		return {
			kind: "list",
			item: inner(node.items),
			least: node.minItems ?? 0,
			most: node.maxItems ?? Number.POSITIVE_INFINITY,
		};
	if (type === "object" && node.patternProperties) {
		const [[pattern, item] = ["", {}]] = Object.entries(node.patternProperties);
		return { kind: "named", pattern: pattern || null, item: inner(item) };
	}
	if (type === "object" || node.properties)
		return {
			kind: "record",
			fields: Object.entries(node.properties ?? {}).map(([name, field]) => ({
				name,
				about: field.description ?? "",
				needed: node.required?.includes(name) ?? false,
				usual: (field.default as Value | null | undefined) ?? null,
				shape: inner(field),
			})),
		};
	return { kind: "other" };
}

function optionsOf(node: Node): Option[] {
	if (node.const !== undefined) return [{ value: String(node.const), about: node.description ?? "" }];
	return (node.enum ?? []).map((value) => ({ value: String(value), about: "" }));
}

/** Something to begin with, where a value is added. */
export function blank(shape: Shape): Value {
	switch (shape.kind) {
		case "choice":
			return shape.options[0]?.value ?? "";
		case "switch":
			return true;
		case "number":
			return shape.least ?? 0;
		case "list":
			return shape.least > 0 ? [blank(shape.item)] : [];
		case "record": {
			const made: Table = {};
			for (const field of shape.fields) if (field.needed) made[field.name] = blank(field.shape);
			return made;
		}
		case "named":
			return {};
		case "either":
			return blank(shape.shapes[0]!);
		default:
			return "";
	}
}

/** Which of several shapes a value has. */
export function fitting(shapes: Shape[], value: Value): number {
	const kind = (shape: Shape) =>
		({ choice: "string", text: "string", switch: "boolean", number: "number", other: "" })[
			shape.kind as "choice"
		] ?? "object";
	const found = shapes.findIndex((shape) =>
		shape.kind === "list" ? Array.isArray(value) : kind(shape) === typeof value && !Array.isArray(value),
	);
	return Math.max(0, found);
}

/** What holds where nothing is said about a field, in words; nothing where only its description tells. */
export function usually({ name, usual, shape }: FormField): string | null {
	const what = name.replaceAll(/[-_]/g, " ");
	if (typeof usual === "boolean") return `${what}: ${usual ? "yes" : "no"}`;
	if (Array.isArray(usual)) return usual.length === 0 ? `${what}: none` : null;
	if (usual === null || typeof usual === "object") return null;
	return shape.kind === "number" || shape.kind === "choice" || typeof usual === "string"
		? `${what}: ${String(usual).replaceAll("-", " ")}`
		: null;
}

/** A name as people write it. */
export function spoken(name: string): string {
	const words = name.replaceAll("-", " ").replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}
