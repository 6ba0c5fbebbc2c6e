// An invented game on a table measured in millimetres, answered in place of the server: the page must draw it unchanged.

const IDS = ["", "Red 1", "Red 2", "Blue 1", "Blue 2", "Blue 3"];
const counter = (name, seat, x, y, facing, branch, more = {}) => ({
	id: IDS.indexOf(name),
	name,
	seat,
	place: "table",
	factors: "4",
	figures: [{ name: "fire", value: "4", adds: 32 }],
	back: null,
	kind: branch,
	size: "",
	branch,
	echelon: "squad",
	statuses: [],
	badges: [],
	in_hand: false,
	spent: false,
	facing,
	spot: { x, y, width: 40, depth: 30 },
	model: null,
	...more,
});

const area = (name, kind, points, width = null) => ({
	name,
	kind,
	points,
	words: "",
	width,
	height: kind === "hill" ? 30 : 0,
	floors: 0,
	openings: [],
	burning: false,
	seat: null,
});
const hint = { label: "", kind: "pick", path: [], spent: [], facing: null, note: "", rolls: false };

export const state = {
	revision: 3,
	step: 2,
	steps: 2,
	you: 0,
	deciding: 0,
	outcome: null,
	undoable: 0,
	view: {
		moment: "turn 1, orders",
		turn: 1,
		deciding: 0,
		outcome: null,
		prompt: { words: "whose order is carried out?", clauses: ["FIX-1"] },
		counters: [
			counter("Red 1", 0, 300, 500, 90, "infantry"),
			counter("Red 2", 0, 380, 620, 45, "armour", { badges: [{ sign: "P", words: "pinned", tone: "bad" }] }),
			counter("Blue 1", 1, 1200, 400, 270, "machine-gun"),
			counter("Blue 2", 1, 1300, 700, 300, "elephants"),
		],
		marks: [],
		arrows: [],
		score: [],
		freehand: [],
		objectives: [],
		goals: [],
		ground: {
			width: 1800,
			depth: 1200,
			areas: [
				area("hill", "hill", [
					[700, 200],
					[1000, 150],
					[1100, 400],
					[800, 500],
				]),
				area("wood", "wood", [
					[200, 800],
					[500, 780],
					[520, 1000],
					[260, 1050],
				]),
				area("house", "building", [
					[1150, 620],
					[1290, 640],
					[1270, 760],
					[1140, 740],
				]),
				area(
					"road",
					"road",
					[
						[0, 560],
						[800, 600],
						[1800, 520],
					],
					40,
				),
				area(
					"brook",
					"stream",
					[
						[950, 0],
						[900, 600],
						[1000, 1200],
					],
					24,
				),
			],
		},
	},
	choices: [
		{ text: "order Red 1", verb: "order", units: [1], hexes: [], points: [], numbers: [], hint },
		{ text: "order Red 2", verb: "order", units: [2], hexes: [], points: [], numbers: [], hint },
	],
};

/** Before the other side's turn: one stood elsewhere, one was not there yet, one is gone since. */
const earlier = {
	...state,
	view: {
		...state.view,
		counters: [
			...state.view.counters.slice(0, 2),
			counter("Blue 1", 1, 1500, 300, 270, "machine-gun"),
			counter("Blue 3", 1, 1600, 900, 300, "infantry"),
		],
	},
};
const told = (number) => ({
	number,
	seat: 1,
	moment: "turn 1, other side",
	text: `order Blue ${number}`,
	dice: [],
	events: [],
	cells: [],
});

const info = {
	id: "fixture",
	game: "fixture",
	title: "A table in centimetres",
	scenario: "one",
	options: {},
	variant: [],
	rules: 1,
	hides: false,
	seats: [
		{ seat: 0, name: "Red", who: "here", online: true, spent: 61_000 },
		{ seat: 1, name: "Blue", who: "here", online: true, spent: 4_000 },
	],
	you: 0,
	revision: 3,
	steps: 2,
	deciding: 0,
	outcome: null,
	waiting: 1_000,
	thinking: false,
	forked: null,
	dice: { kind: "committed" },
};

const shelved = {
	name: "fixture",
	title: info.title,
	about: "",
	playable: true,
	rules: 1,
	hides: false,
	seats: ["Red", "Blue"],
	scenarios: [],
	options: [],
	overlays: [],
	kinds: [],
	bots: [],
	scenario_bots: {},
};

/** Answers for the invented game; what is decided is noted. */
export async function play(page) {
	const decided = [];
	const answers = [
		[/\/state\?step=0/, earlier],
		[/\/state/, state],
		[/\/story/, { steps: [told(1), told(2)] }],
		[/\/odds/, { reports: [] }],
		[/\/shelf\/fixture$/, shelved],
		[/\/games\/fixture$/, info],
	];
	await page.route("**/api/**", async (route) => {
		const url = route.request().url();
		if (/\/events$/.test(url)) return route.abort();
		if (/\/map/.test(url))
			return route.fulfill({ status: 404, json: { error: { code: "unknown", message: "no map" } } });
		if (/\/act$/.test(url)) {
			decided.push(route.request().postDataJSON().text);
			return route.fulfill({
				status: 422,
				json: {
					error: {
						code: "refused",
						message: "no",
						refusal: {
							clause: "FIX-2",
							reason: "it is a fixture",
							elsewhere: false,
							responsible: ["Red 1"],
							units: [1],
							hexes: [],
						},
					},
				},
			});
		}
		const found = answers.find(([pattern]) => pattern.test(url));
		return found ? route.fulfill({ json: found[1] }) : route.abort();
	});
	return decided;
}
