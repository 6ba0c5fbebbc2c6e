// Makes src/board/symbols.ts: the military symbols that counters can show, drawn once by milsymbol, so that the page
// need not carry the whole library. Run `npm run symbols` after a change here; a test says when the file is out of date.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import milsymbol from "milsymbol";

/** Land unit entities and second modifiers of the symbol code, by branch. */
const BRANCHES = {
	infantry: ["121100"],
	"motorized-infantry": ["121104"],
	"mechanized-infantry": ["121102"],
	"airborne-infantry": ["121100", "00", "01"],
	"naval-infantry": ["121103"],
	armour: ["120500"],
	cavalry: ["121300"],
	reconnaissance: ["121300"],
	artillery: ["130300"],
	"rocket-artillery": ["130300", "41"],
	"anti-tank": ["120400"],
	"air-defence": ["130100"],
	mortar: ["130800"],
	sniper: ["121500"],
	engineers: ["140700"],
	signals: ["111000"],
	supply: ["163400"],
	headquarters: ["110000"],
	aircraft: ["120800"],
};

const INK = "#14120e";

function symbol([entity, first = "00", second = "00"]) {
	const code = `1003100000${entity}${first}${second}`;
	const drawn = new milsymbol.Symbol(code, {
		size: 100,
		monoColor: INK,
		fill: false,
		strokeWidth: 7,
	});
	const svg = drawn.asSVG();
	const viewBox = /viewBox="([^"]+)"/.exec(svg)[1];
	const body = svg
		.replace(/^<svg[^>]*>/, "")
		.replace(/<\/svg>$/, "")
		.replace(/ ?stroke-dasharray="[^"]*"/g, (dash) => (dash.includes('""') ? "" : dash))
		.replace(/rgb\([^)]*\)/g, INK)
		.replaceAll(INK, "currentColor")
		.replaceAll('stroke-width="3"', 'stroke-width="6"')
		.replaceAll(" ></path>", "/>")
		.replace(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10));
	return { viewBox, body };
}

export function symbolsFile() {
	const lines = Object.entries(BRANCHES).map(
		([branch, code]) => `\t${JSON.stringify(branch)}: ${JSON.stringify(symbol(code))},`,
	);
	return `// Made by scripts/symbols.mjs with milsymbol (MIT, Måns Beckman). Not to be edited.
export const SYMBOLS: Record<string, { viewBox: string; body: string }> = {
${lines.join("\n")}
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(new URL("../src/board/symbols.ts", import.meta.url), symbolsFile());
}
