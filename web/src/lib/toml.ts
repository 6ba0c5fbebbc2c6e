// The text of situations, read into plain values and written again: the part of TOML that they use.

export type Value = string | number | boolean | Value[] | { [name: string]: Value };
export type Table = { [name: string]: Value };

export const isTable = (value: Value | undefined): value is Table =>
	typeof value === "object" && !Array.isArray(value);

class Reader {
	private at = 0;
	constructor(private readonly text: string) {}

	/** Blanks and comments; over lines if wanted. */
	private skip(lines: boolean): void {
		const blank = lines ? /(?:\s|#[^\n]*)*/y : /[ \t]*(?:#[^\n]*)?/y;
		blank.lastIndex = this.at;
		this.at += blank.exec(this.text)?.[0].length ?? 0;
	}
	private take(pattern: RegExp): string | null {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text);
		if (!found) return null;
		this.at += found[0].length;
		return found[0];
	}
	private need(mark: string): void {
		if (!this.text.startsWith(mark, this.at)) throw new Error(`“${mark}” is missing`);
		this.at += mark.length;
	}
	private is(mark: string): boolean {
		return this.text.startsWith(mark, this.at);
	}

	whole(): Table {
		const root: Table = {};
		let table = root;
		for (;;) {
			this.skip(true);
			if (this.at >= this.text.length) return root;
			if (this.is("[[")) table = this.header("[[", "]]", root);
			else if (this.is("[")) table = this.header("[", "]", root);
			else this.pair(table);
			this.skip(false);
			if (this.at < this.text.length && !this.is("\n") && !this.is("\r"))
				throw new Error("a line goes on too long");
		}
	}

	private header(open: string, close: string, root: Table): Table {
		this.need(open);
		const names = this.names();
		this.need(close);
		let at = root;
		for (const [place, name] of names.entries()) {
			const last = place === names.length - 1;
			if (last && open === "[[") {
				const fresh: Table = {};
				at[name] = [...((at[name] as Value[] | undefined) ?? []), fresh];
				return fresh;
			}
			at[name] ??= {};
			const next = at[name];
			at = (Array.isArray(next) ? next.at(-1) : next) as Table;
		}
		return at;
	}

	private names(): string[] {
		const found: string[] = [];
		do {
			this.take(/[ \t]*/y);
			found.push(this.is('"') || this.is("'") ? this.string() : (this.take(/[\w-]+/y) ?? ""));
			if (found.at(-1) === "") throw new Error("a name is missing");
			this.take(/[ \t]*/y);
		} while (this.take(/\./y));
		return found;
	}

	private pair(into: Table): void {
		const names = this.names();
		this.need("=");
		this.skip(false);
		let at = into;
		for (const name of names.slice(0, -1)) {
			at[name] ??= {};
			at = at[name] as Table;
		}
		at[names.at(-1)!] = this.value();
	}

	private string(): string {
		const plain = this.take(/'[^'\n]*'/y);
		if (plain !== null) return plain.slice(1, -1);
		const quoted = this.take(/"(?:[^"\\\n]|\\.)*"/y);
		if (quoted === null) throw new Error("a word has no end");
		return JSON.parse(quoted) as string;
	}

	private value(): Value {
		if (this.is('"') || this.is("'")) return this.string();
		if (this.is("[")) {
			this.need("[");
			const list: Value[] = [];
			for (;;) {
				this.skip(true);
				if (this.take(/\]/y)) return list;
				list.push(this.value());
				this.skip(true);
				if (!this.take(/,/y) && !this.is("]")) throw new Error("a list has no end");
			}
		}
		if (this.is("{")) {
			this.need("{");
			const table: Table = {};
			for (;;) {
				this.skip(true);
				if (this.take(/\}/y)) return table;
				this.pair(table);
				this.skip(true);
				if (!this.take(/,/y) && !this.is("}")) throw new Error("a table has no end");
			}
		}
		const word = this.take(/[\w.+-]+/y) ?? "";
		if (word === "true" || word === "false") return word === "true";
		const number = Number(word.replaceAll("_", ""));
		if (word === "" || Number.isNaN(number)) throw new Error(`“${word}” is no value`);
		return number;
	}
}

/** What a text says. It throws where it cannot be read: then the server says what is wrong with it. */
export const read = (text: string): Table => new Reader(text).whole();

const named = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

function inline(value: Value): string {
	if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
	if (!isTable(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
	const pairs = Object.entries(value).map(([name, one]) => `${named(name)} = ${inline(one)}`);
	return pairs.length > 0 ? `{ ${pairs.join(", ")} }` : "{}";
}

/** The same as text: simple values first, then tables and lists of tables under their heads. */
export function write(table: Table): string {
	const entries = Object.entries(table);
	const isList = (value: Value) => Array.isArray(value) && value.length > 0 && value.every(isTable);
	const simple = entries.filter(([, value]) => !isTable(value) && !isList(value));
	const lines = simple.map(([name, value]) => `${named(name)} = ${inline(value)}`);
	const under = (head: string, value: Table) => [
		"",
		head,
		...Object.entries(value).map(([name, one]) => `${named(name)} = ${inline(one)}`),
	];
	for (const [name, value] of entries) {
		if (isTable(value)) lines.push(...under(`[${named(name)}]`, value));
		else if (isList(value))
			for (const one of value as Table[]) lines.push(...under(`[[${named(name)}]]`, one));
	}
	return `${lines.join("\n").trim()}\n`;
}
