// JSON schemas as lists of fields to read.

export interface Field {
	name: string;
	type: string;
	needed: boolean;
	about: string;
}

export interface Node {
	default?: unknown;
	minimum?: number;
	maximum?: number;
	multipleOf?: number;
	minItems?: number;
	maxItems?: number;
	pattern?: string;
	patternProperties?: Record<string, Node>;
	title?: string;
	type?: string | string[];
	description?: string;
	properties?: Record<string, Node>;
	required?: string[];
	items?: Node;
	enum?: unknown[];
	const?: unknown;
	oneOf?: Node[];
	anyOf?: Node[];
	$ref?: string;
	$defs?: Record<string, Node>;
}

function typeOf(node: Node): string {
	if (node.$ref) return node.$ref.split("/").at(-1)!;
	if (node.items) return `list of ${typeOf(node.items)}`;
	if (node.enum) return node.enum.map(String).join(" | ");
	if (node.const !== undefined) return String(node.const);
	const either = node.oneOf ?? node.anyOf;
	if (either) return either.map(typeOf).join(" | ");
	return Array.isArray(node.type) ? node.type.join(" | ") : (node.type ?? "anything");
}

function fields(node: Node): Field[] {
	return Object.entries(node.properties ?? {}).map(([name, field]) => ({
		name,
		type: typeOf(field),
		needed: node.required?.includes(name) ?? false,
		about: field.description ?? "",
	}));
}

/** The situation first, then everything it is made of that has fields. */
export function fieldsOf(schema: unknown): { name: string; fields: Field[] }[] {
	const root = schema as Node;
	const all: [string, Node][] = [[root.title ?? "Situation", root], ...Object.entries(root.$defs ?? {})];
	return all
		.map(([name, node]) => ({ name, fields: fields(node) }))
		.filter((group) => group.fields.length > 0);
}
