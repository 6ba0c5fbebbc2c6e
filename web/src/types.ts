// Made from the server's description of its messages. To make it anew: UPDATE_TYPES=1 cargo test -p sandtable-server typescript

/** A decision. */
export type ActRequest = {
	/** The faces of entered dice, such as `battle:4, 3`. */
	dice?: string | null;
	/** The revision that was shown when the player decided. */
	revision: number;
	/** What, in the game's notation. */
	text: string;
};

/** A decision that was made, and how the game stands after it. */
export type Acted = Standing & {
	/** The decision. */
	step: LogEntry;
};

/** A piece of terrain. */
export type Area = {
	/** Whether it burns. */
	burning: boolean;
	/** How many floors it has; 0 where nobody can be inside. */
	floors: number;
	/** How high its upper side lies above the table, in millimetres. */
	height: number;
	/** How it is drawn. */
	kind: AreaKind;
	/** What it is in the game's own words: `wood`. */
	name: string;
	/** Its doors and windows. */
	openings: WallOpening[];
	/** Corners, in millimetres from the north-west corner of the table: an outline, or the course of a line. */
	points: [number, number][];
	seat: Seat | null;
	/** Where the points are the course of a line: how wide it is, in millimetres. */
	width: number | null;
	/** What is to be known about it; may be empty. */
	words: string;
};

/** How a piece of terrain is drawn. */
export type AreaKind = "open" | "field" | "wood" | "building" | "hut" | "bunker" | "ruin" | "hill" | "rough" | "cliff" | "marsh" | "water" | "crater" | "road" | "stream" | "wall" | "hedge" | "trench" | "sandbags" | "barrier" | "wire" | "mines" | "smoke" | "zone";

/** How a side looks on screens, in every scenario that has it. */
export type Army = {
	/** Its colour, light enough for dark ink: `#b4c7d4`. */
	colour: string;
	corners: Corners | null;
	/** The same for lines and rims, dark enough for white words. */
	dark: string;
	/** The face of its counters, where that is not the colour itself. */
	face: string | null;
	/** The side's name. */
	side: string;
};

/** From somebody who strikes to what is struck at. */
export type Arrow = {
	/** The hex it comes from. */
	from: string;
	/** A word or two to stand at its head, such as the odds; may be empty. */
	label: string;
	/** Which of the reports about the odds is about it, counted from 0. */
	report: number | null;
	/** Whose it is. */
	seat: Seat;
	/** The hex it points at. */
	to: string;
	/** Who meets whom. */
	words: string;
};

/** A field that a question leaves out, with what counts in its place. */
export type Assumed = {
	/** Its name. */
	field: string;
	/** The part of the question that it belongs to: `attackers`, `target.bearing`; empty for the question itself. */
	part: string;
	/** How many of the part leave it out, where others say it. */
	some: number | null;
	/** What counts: `no`, `none`, `front`, `1`; `as usual` where its description tells, `off the map` where a map was read. */
	value: string;
};

/** The other side of a counter. */
export type Back = {
	/** Its factors as printed there. */
	factors: string;
	/** The figures that differ from today's face. */
	figures: Figure[];
	/** When it is turned to this side: `Disrupted`. */
	words: string;
};

/** A status as a counter's face shows it. */
export type Badge = {
	/** One to three characters. */
	sign: string;
	/** Whether it is good for the unit. */
	tone: Tone;
	/** What it means. */
	words: string;
};

/** A figure of the game beside that of history, as of the last turn that is over. */
export type Beside = {
	/** In this game. */
	here: number;
	/** In history. */
	history: number;
	/** Whose. */
	seat: Seat;
	/** What is counted. */
	words: string;
};

/** The branch of service, for the symbol. Peoples without staff maps have their own. */
export type Branch = "unknown" | "infantry" | "motorized-infantry" | "mechanized-infantry" | "airborne-infantry" | "mountain-infantry" | "naval-infantry" | "armour" | "cavalry" | "reconnaissance" | "artillery" | "rocket-artillery" | "anti-tank" | "air-defence" | "mortar" | "machine-gun" | "sniper" | "engineers" | "signals" | "supply" | "headquarters" | "aircraft" | "boats" | "leader" | "heavy-foot" | "medium-foot" | "phalanx" | "light-foot" | "archers" | "heavy-horse" | "light-horse" | "chariots" | "elephants" | "artillerymen" | "baggage";

/** What one decision can lead to. */
export type ChancesData = {
	report: Report | null;
};

/** The table that a question reads. */
export type Chart = {
	/** The heads of the columns that are read. */
	columns: string[];
	/** Its id among the game's tables. */
	table: string;
};

/** A cell of a chart that was read, so that the printed chart can be shown with it. */
export type ChartCell = {
	/** The head of its column. */
	column: string;
	/** The labels of its row, as the chart prints them. */
	row: string;
	/** The chart by its id among the game's tables. */
	table: string;
	/** Whom it was read for; may be empty. */
	who: string;
};

/** A chart. */
export type ChartData = {
	/** The rules that read it. */
	clauses: string[];
	columns: string[];
	note: string;
	rows: RowData[];
	table: string;
	title: string;
};

/** The charts of a game. */
export type ChartList = {
	game: string;
	tables: ChartTitle[];
};

/** A chart by name. */
export type ChartTitle = {
	table: string;
	title: string;
};

/** Something that can be decided. */
export type Choice = {
	/** The hexes that it names, in order. */
	hexes: string[];
	/** How it can be shown before it is decided on. */
	hint: Hint;
	/** Whatever else it counts or numbers. */
	numbers: number[];
	/** The points of a table without hexes that it names, in millimetres from its north-west corner. */
	points: [number, number][];
	/** As it is typed. */
	text: string;
	/** The counters that it names, in order. */
	units: CounterId[];
	/** The words of its notation that name nothing. */
	verb: string;
};

/** A rule. */
export type ClauseData = {
	chapter: string;
	id: string;
	text: string;
};

/** How far the coach is with a game. */
export type CoachData = {
	/** Whether he was asked to go through it. */
	asked: boolean;
	coaching: Coaching | null;
	/** Why he has nothing to say. */
	failure: string | null;
	/** Lines of play so far, and about how many there will be. */
	progress: number[];
};

/** What a coach says to one side. */
export type CoachedSide = {
	/** Those in which the coach would have done the same. */
	agreed: number;
	best: JudgedDecision | null;
	/** The decisions that cost it most, the worst first; five at the most, and none that may as well have been luck. */
	costly: JudgedDecision[];
	/** Decisions between alternatives that it made. */
	decisions: number;
	/** Its name. */
	name: string;
	/** The side. */
	seat: Seat;
};

/** What a coach found in a game. */
export type Coaching = {
	/** How he judges and how far that can be trusted, in sentences. */
	judge: string[];
	/** Lines of play that he played forward. */
	lines: number;
	/** What he says to each side. */
	sides: CoachedSide[];
	/** Whether he was stopped, or ran out of time, before he had weighed everything. */
	stopped: boolean;
};

/** What was added to the dice. */
export type Contributed = {
	/** All contributions, by seat. */
	contributions: Record<string, string>;
	/** The seals on words, by seat. */
	sealed: Record<string, string>;
};

/** Words that are mixed into the dice, or the seal on them: one of both. */
export type Contribution = {
	/** SHA-256 of words that are opened later, in hexadecimal: `docs/verify.md` says of what exactly. */
	seal?: string | null;
	/** Any words, or better something random; those that were sealed, if any were. */
	words?: string | null;
};

/** How the corners of a side's counters are made, so that sides differ by shape as well as by colour. */
export type Corners = "square" | "cut" | "round";

/** A counter on or beside the map. */
export type Counter = {
	back: Back | null;
	/** The statuses that its face shows. */
	badges: Badge[];
	/** Its symbol. */
	branch: Branch;
	echelon: Echelon | null;
	/** Where it faces, in degrees clockwise from north, if that matters. */
	facing: number | null;
	/** Its factors as printed: `6-6`. */
	factors: string;
	/** All its figures by name: what is printed on the face, and what the lists say besides. */
	figures: Figure[];
	/** What everything else calls it by. */
	id: CounterId;
	/** Whether it is being decided about. */
	in_hand: boolean;
	/** The kind of unit in the game's own words. */
	kind: string;
	model: Miniature | null;
	/** Its name. */
	name: string;
	/** The hex it is in, or the box beside the map. */
	place: string;
	/** Whose it is. */
	seat: Seat;
	/** Its size in the game's own words. */
	size: string;
	/** Whether it has done what it can do for now. */
	spent: boolean;
	spot: Spot | null;
	/** Its statuses in words. */
	statuses: string[];
};

/** A counter by number. A game gives each of its counters one and keeps it from view to view; choices, events, refusals and overlays name counters by it. */
export type CounterId = number;

/** A named part: pairs of neighbours. */
export type CourseData = {
	name: string;
	pairs: [number, number][];
};

/** A game that was set up, with the ways to it. */
export type Created = {
	id: string;
	/** The page for spectators. */
	link: string;
	seats: SeatLink[];
};

/** Where the dice come from. */
export type DiceData = {
	/** Published before the first decision; null where the players roll. */
	commitment: string | null;
	/** What was added, by seat; `table` for whoever set the game up. */
	contributions: Record<string, string>;
	/** The name that goes into the dice. */
	game: string;
	kind: Rolling;
	/** Seats whose sealed words were not opened in time: the dice go without them. */
	lapsed: string[];
	/** The whole promise in one line, to be kept: `/verify` and `sandtable verify` compare it; null where the players roll. */
	receipt: string | null;
	/** The seals on words that seats open later, by seat. */
	sealed: Record<string, string>;
	/** Revealed when the game is over. */
	secret: string | null;
	/** The first decision whose dice follow from the secret. */
	since: number;
};

/** What can be said of the dice of a record. */
export type DiceVerdict = "honest" | "unchecked" | "dishonest" | "sealed" | "entered" | "unpromised";

/** A cell that a patch has changed. */
export type Difference = {
	/** The head of the column. */
	column: string;
	/** What it says here. */
	new: string;
	/** What it says as published. */
	old: string;
	/** The label of the row. */
	row: string;
	/** The table, map or scenario by its short name. */
	table: string;
};

/** Sizes of formations, smallest first. */
export type Echelon = "team" | "squad" | "section" | "platoon" | "company" | "battalion" | "regiment" | "brigade" | "division" | "corps" | "army";

/** How a game ended. */
export type Ending = {
	/** By how much, in the game's own points; 0 after a resignation. */
	margin: number;
	resigned: Seat | null;
	winner: Seat | null;
};

/** What can be told about a refused request. */
export type ErrorBody = {
	/** What is wrong. */
	error: ErrorDetail;
};

/** The detail of an error; some codes bring more fields. */
export type ErrorDetail = {
	/** One word for programs. */
	code: string;
	/** One sentence for people. */
	message: string;
	needs: NeededDie | null;
	refusal: Refusal | null;
	state: TableState | null;
};

/** Something that happened. */
export type Event = {
	/** The rule; may be empty. */
	clause: string;
	/** The hexes it happened in, by number. */
	hexes: string[];
	/** The counters it happened to. */
	units: CounterId[];
	/** One sentence. */
	words: string;
};

/** A mean. */
export type Expected = {
	/** Rounded for reading. */
	decimal: string;
	/** The exact mean. */
	mean: string;
	/** What is measured. */
	what: string;
};

/** Something that is settled before the dice. */
export type Fact = {
	/** By which rule; may be empty. */
	clause: string;
	/** What it is about: `column`, `next column`. */
	label: string;
	/** The fact in words. */
	words: string;
};

/** A figure of a counter: `attack 6`. */
export type Figure = {
	/** How much in eighths, where the counters of a stack add up: then it is a strength. */
	adds: number | null;
	/** What it is, in the game's own words. */
	name: string;
	/** How much, as it is printed. */
	value: string;
};

/** Silhouettes from above. */
export type Figurine = "man" | "commander" | "machine-gunner" | "mortar" | "gun" | "tank" | "assault-gun" | "armoured-car" | "half-track" | "truck" | "car" | "bike" | "marker";

/** A game to be gone on with from an earlier step. */
export type Fork = {
	/** Words of yours that are mixed into the dice. */
	contribution?: string | null;
	dice?: Rolling | null;
	/** Who sits where, as in a new game. */
	seats?: Record<string, string>;
	/** After how many decisions. */
	step: number;
};

/** A decision that any point or heading of a table completes: more can be had than any list of choices has. */
export type Freehand = {
	/** The heading that it begins with, in degrees clockwise from north. */
	facing: number;
	/** Whether a floor may follow as last number where the point lies in a building. */
	floors: boolean;
	/** Where the heading is shown from, if no point is, in millimetres from the north-west corner. */
	from: [number, number] | null;
	grip: CounterId | null;
	/** Whether a heading is to be shown: its place among the numbers. */
	heading: number | null;
	/** What kind of decision it is. */
	kind: HintKind;
	/** What it does, for a button: `Go there`. */
	label: string;
	/** The numbers that it names before and after those that are pointed at. */
	numbers: number[];
	/** Whether a point is to be shown. */
	point: boolean;
	/** Whether a counter is to be shown, which it names after the others. */
	target: boolean;
	/** The counters that it names, in order. */
	units: CounterId[];
	/** The words of its notation that name nothing. */
	verb: string;
};

/** A game on the shelf. */
export type GameData = {
	about: string;
	/** How the sides look on screens; one that is not named has the colours of its seat. */
	armies: Army[];
	/** Programs that can be seated in every scenario: `bot:` and the name. */
	bots: string[];
	/** The conditions in which the counters of such a position can be. */
	conditions: Titled[];
	/** Whether one side knows what another does not. */
	hides: boolean;
	/** What can be asked about odds. */
	kinds: Titled[];
	/** Its short name. */
	name: string;
	/** What players may agree on; everything is as published unless they do. */
	options: HouseOption[];
	/** What can be laid over the map. */
	overlays: Titled[];
	/** The phases with which a position of one's own can begin; none where the game takes no positions. */
	phases: Titled[];
	/** Whether it can be played; if not, it has charts, rules and questions only. */
	playable: boolean;
	/** The version of its rules; 0 if it cannot be played. */
	rules: number;
	/** Programs that can be seated in some scenarios only, by scenario. */
	scenario_bots: Record<string, string[]>;
	scenarios: ScenarioProfile[];
	/** How well they play: what was measured. */
	strengths: Strength[];
	title: string;
};

/** How a game ended. */
export type GameOutcome = {
	/** By how much, in the game's own points. */
	margin: number;
	winner: Seat | null;
};

/** How far a side is on its way to victory. */
export type Goal = {
	/** What it has. */
	have: number;
	/** What it needs, where that is a number. */
	need: number | null;
	/** Whose. */
	seat: Seat;
	/** What is missing, in a few words. */
	words: string;
};

/** The table and what lies on it. */
export type Ground = {
	/** Terrain, the lowest first. */
	areas: Area[];
	/** From north to south, in millimetres. */
	depth: number;
	/** From west to east, in millimetres. */
	width: number;
};

/** What an overlay says about a hex. */
export type HexNote = {
	/** The hex. */
	hex: string;
	/** A word or two to stand in the hex; may be empty. */
	label: string;
	/** How strong, from 0 to 100, where that makes a difference. */
	level: number;
	/** How it is drawn. */
	look: Look;
	seat: Seat | null;
	/** What it is about, in a sentence. */
	words: string;
};

/** How a decision can be shown before it is made. Everything may be left out. */
export type Hint = {
	/** Where the counter in hand will face, in degrees clockwise from north, where that is what is decided. */
	facing: number | null;
	/** What kind of decision it is. */
	kind: HintKind;
	/** The words for its button; empty: its notation. */
	label: string;
	/** What it costs or brings, in a few words: `2½ of 4 hexes`. */
	note: string;
	/** The hexes it leads through, first and last included. */
	path: string[];
	/** Whether dice follow at once, so that it cannot be taken back. */
	rolls: boolean;
	/** What has been spent at each of them but the first, where that is told: `1½`. */
	spent: string[];
	/** Where it is on a table without hexes, if it names no point itself: a wall, a window. */
	spot: [number, number] | null;
};

/** Kinds of decisions that look different. */
export type HintKind = "plain" | "pick" | "go" | "stop" | "price" | "strike" | "back" | "end" | "discard";

/** A house option: something that players can agree on and the published rules do otherwise. */
export type HouseOption = OptionKind & {
	/** The rule that allows it. */
	clause: string;
	/** Its short name, as typed. */
	name: string;
	/** What it does, one sentence. */
	words: string;
};

/** A decision, what could have been done instead, and the difference that it made before any die was cast. */
export type JudgedDecision = {
	/** What was done, in the game's notation. */
	done: string[];
	/** The standard error of that. */
	error: number;
	/** What was done is better by so many points than what could have been done instead; a mistake is below zero. */
	gain: number;
	/** What else could have been done. */
	instead: string[];
	/** Turn and phase. */
	moment: string;
	/** The exact odds of what was done, where dice followed. */
	odds: string[];
	/** The exact odds of what could have been done. */
	odds_instead: string[];
	/** Pairs of lines of play that the difference was measured over. */
	pairs: number;
	/** How many decisions had been made before it: the position in which it was made. */
	position: number;
	/** How sure the coach is, in words. */
	sure: string;
	/** What the coach had in mind, in the words of a program that explains its plan. */
	why: string[];
	/** The shares of games won after what was done and after the other, in hundredths; none where the lines of play hardly ever reach the end of the game. */
	wins: number[] | null;
};

/** A kind of question. */
export type KindData = {
	/** A ready situation in TOML. */
	example: string;
	name: string;
	/** The JSON schema of its situations. */
	schema: unknown;
	title: string;
};

/** What becomes of a decision that is not made in time. */
export type Late = "resign" | "program";

/** One attribute of every hex. */
export type LayerData = {
	name: string;
	/** For every hex the place of its value. */
	of: number[];
	/** Its values. */
	values: string[];
};

/** A step of a guided game: something to read, or a decision that is waited for. */
export type LessonStep = {
	/** How the decision begins that is waited for; empty: who reads goes on. */
	expects: string;
	/** What the dice of the decision show, so that the lesson has something to show; beyond these chance has its way. */
	faces: number[];
	/** What is said when something else was decided. */
	otherwise: string;
	/** The table makes the decision: it is the other side's. */
	plays: boolean;
	/** The hexes that are pointed at. */
	point: string[];
	/** How decisions begin that lead to it, and so are neither the one that is waited for nor something else. */
	via: string[];
	/** It is passed over unless a decision that begins so can be made. */
	when: string;
	/** What is said; nothing where the table plays on without a word. */
	words: string;
};

/** What a line over a table stands for. */
export type LineLook = "plain" | "sight" | "blocked" | "fire" | "link";

/** A line as programs read it. */
export type LineText = {
	/** What it adds, with its sign. */
	amount: string;
	/** By which rule. */
	clause: string;
	/** The sum it belongs to. */
	part: string;
	/** Whose it is; may be empty. */
	who: string;
	/** Why. */
	why: string;
};

/** What joins hexes. */
export type LinkData = {
	courses: CourseData[];
	name: string;
};

/** One decision of a history, for reading. */
export type LogEntry = {
	/** The cells of charts that were read, in the order of the dice. */
	cells: ChartCell[];
	/** The dice that followed. */
	dice: RollText[];
	/** What happened. */
	events: Event[];
	/** The hash of the state after it, as the record writes it. */
	hash: string;
	/** When: turn and phase before the decision. */
	moment: string;
	/** Its number, counted from 1. */
	number: number;
	/** Who decided. */
	seat: Seat;
	/** What, in the game's notation. */
	text: string;
};

/** How an overlay marks a hex. */
export type Look = "hatch" | "thin" | "tint" | "source" | "cut" | "border";

/** The luck of a game. What is good for the first side is bad for the other. */
export type LuckData = {
	/** What all rolls gave the first side, in the points by which the game judges a position. */
	luck: number;
	/** Of a hundred games with the same decisions and every roll rolled again, so many had less luck for the first side. */
	percentile: number;
	/** Every roll, in the order of the game. */
	rolls: RollLuck[];
	/** By turn, in their order. */
	turns: TurnLuck[];
};

/** A map: everything that lies on it, by places in the list of hexes. */
export type MapData = {
	/** The first and last column. */
	columns: [number, number];
	/** The number of every hex: column and row, two digits each. */
	hexes: string[];
	/** What every hex has one of. */
	layers: LayerData[];
	/** How rows and columns lie: `flat, even columns down` and the like. */
	layout: string;
	/** What joins hexes. */
	links: LinkData[];
	/** Named places. */
	places: PlaceData[];
	/** The first and last row. */
	rows: [number, number];
	/** What lies on the sides between hexes. */
	sides: SideData[];
	/** What it shows. */
	title: string;
	/** Named sets of hexes, by group. */
	zones: ZonesData[];
};

/** Something on a hex that is no counter. */
export type Mark = {
	/** The hex. */
	hex: string;
	/** What kind of thing. */
	kind: MarkKind;
	seat: Seat | null;
	/** What it is. */
	words: string;
};

/** What a mark stands for, so that it can be drawn. */
export type MarkKind = "note" | "control" | "target" | "duty" | "in-hand";

/** What stands on the table for a counter. */
export type Miniature = {
	/** How far its barrel reaches from its middle, in millimetres; 0 without one. */
	barrel: number;
	/** Its silhouette. */
	figure: Figurine;
	/** The floor of the building it is in, 0 on the ground. */
	floor: number;
	of: CounterId | null;
	/** Where its turret points, in degrees clockwise from north, if it has one. */
	turret: number | null;
	/** How it looks. */
	wear: Wear;
};

/** A real die that a decision needs. */
export type NeededDie = {
	/** The rule that asks for it. */
	clause: string;
	/** Which die: `D6`. */
	die: string;
	/** Its place among the dice of the decision, counted from 1. */
	place: number;
	/** What it is for. */
	purpose: string;
	/** How many sides it has. */
	sides: number;
};

/** A game to be set up. */
export type NewGame = {
	/** Words of yours that are mixed into the dice. */
	contribution?: string | null;
	dice?: Rolling | null;
	/** Which game; left out where a record is given. */
	game?: string | null;
	/** House options by name. */
	options?: Record<string, string>;
	patch?: PatchFile | null;
	/** Goes on from a record instead. */
	record?: string | null;
	/** The scenario; without it the first. */
	scenario?: string | null;
	/** Who sits where: `link`, `here`, `bot:SPEC` or `open` (offered to everybody) by the name of the side; a side that is not named is `link`. */
	seats?: Record<string, string>;
	time?: TimeLimit | null;
	/** What the list of open seats says about it. */
	words?: string | null;
};

/** A place that counts, for the map. */
export type Objective = {
	/** By which rule. */
	clause: string;
	/** The hexes that belong to it. */
	hexes: string[];
	holder: Seat | null;
	/** Its name. */
	name: string;
	/** Where its worth is shown on a table without hexes, in millimetres from the north-west corner. */
	spot: [number, number] | null;
	/** What it takes to hold it, and for whom it counts. */
	words: string;
	/** What it is worth, short enough for a badge: `5`. */
	worth: string;
};

/** Exact odds. */
export type OddsData = {
	/** Reports, as a question about a situation is answered. */
	reports: Report[];
};

/** An open seat. */
export type OfferData = {
	/** Since when it is offered, in seconds since 1970. */
	created: number;
	/** Which game is played. */
	game: string;
	/** The game. */
	id: string;
	/** Its side. */
	name: string;
	/** What those who sit at the table already call themselves. */
	players: string[];
	scenario: string;
	/** The open seat. */
	seat: number;
	time: TimeLimit | null;
	title: string;
	/** What whoever offers it says about it. */
	words: string;
};

/** Games that wait for a player. */
export type OfferList = {
	/** The newest first. */
	offers: OfferData[];
};

/** Who is at the table, for whoever is told of a change. */
export type Online = {
	/** By seat; null for a program. */
	online: (boolean | null)[];
};

/** Which seat. */
export type OpenSeat = {
	seat: number;
};

/** What can be chosen. */
export type OptionKind = {
	kind: "switch";
} | {
	kind: "choice";
	/** The values. */
	values: OptionValue[];
} | {
	kind: "number";
	/** The smallest. */
	least: number;
	/** The largest. */
	most: number;
	/** As published. */
	published: number;
};

/** A value of an option and what it means. */
export type OptionValue = {
	/** As typed. */
	value: string;
	/** What it means. */
	words: string;
};

/** A possible result with its chance. */
export type Outcome = {
	/** The exact chance. */
	chance: string;
	/** The rules that decide it. */
	clauses: string[];
	/** The faces of the die that lead to it, where a single die decides. */
	faces: number[];
	/** Sets of units any of which pays what is owed. */
	payments: string[][];
	/** The chance in hundredths, rounded for reading. */
	percent: string;
	/** The result as the table prints it. */
	result: string;
	/** What it does to each unit, where it can be told apart. */
	shares: Share[];
	/** What it means here. */
	words: string;
};

/** What a decision leads to, allowed or not, by what its side knows. */
export type Outlook = {
	/** Lines that pass and lines that fail. */
	lines: TableLine[];
	/** What it comes to, in a few words. */
	note: string;
	report: Report | null;
	/** Whom it would see from its end. */
	sees: CounterId[];
	/** What has been spent so far, at each change of ground and at the end. */
	stages: WayStage[];
	/** Where its men or its model would stand. */
	stands: Standpoint[];
	/** Who would see it go, and from where on. */
	watchers: Sighting[];
	/** The way, corner by corner, in millimetres from the north-west corner of the table. */
	way: [number, number][];
};

/** Something laid over the map. */
export type Overlay = {
	/** The rules it shows. */
	clauses: string[];
	/** Hexes that it says something about. */
	hexes: HexNote[];
	/** How it is read, in a sentence. */
	legend: string;
	/** Lines over such a table. */
	lines: TableLine[];
	/** Its short name. */
	name: string;
	/** Parts of a table without hexes that it says something about. */
	patches: TablePatch[];
	/** Its title. */
	title: string;
	/** Lines over the map. */
	traces: Trace[];
};

/** A patch file. */
export type PatchFile = {
	/** What complaints call the file; without it `patch.toml`. */
	name?: string | null;
	/** What it says, in TOML. */
	text: string;
};

/** How a part of a table is marked. */
export type PatchLook = "dark" | "dim" | "danger" | "near" | "middle" | "far" | "allowed";

/** A named place. */
export type PlaceData = {
	hex: number;
	kind: string;
	name: string;
};

/** What a program was after when it last decided. */
export type PlanData = {
	name: string;
	seat: number;
	/** In its own words; none before its first decision, of programs that do not say, or while it is a secret. */
	sentences: string[];
};

/** What programs were after. */
export type PlansData = {
	/** One for each seat that a program has. */
	plans: PlanData[];
};

/** What a player calls himself. */
export type PlayerName = {
	/** One line; empty to be nobody in particular again. */
	name: string;
};

/** A position that somebody has put together. */
export type PositionData = {
	overlay: Overlay | null;
	/** All of it, as the house option `position` of a new game. */
	position: string;
	side: Seat | null;
	view: View;
};

/** A position as text. */
export type PositionText = {
	/** As the house option `position` of a new game. */
	position: string;
};

/** A position to look at. */
export type PositionWish = {
	/** House options by name. */
	options?: Record<string, string>;
	/** One of the overlays on the shelf, to be laid over it. */
	overlay?: string | null;
	/** What differs from the set-up, as in the house option `position`; empty for the set-up itself. */
	position?: string;
	/** The scenario; without it the first. */
	scenario?: string | null;
	/** The counter that the overlay is asked about. */
	unit?: number | null;
};

/** What is being decided, in words. */
export type Prompt = {
	/** The rules it comes from. */
	clauses: string[];
	/** One sentence. */
	words: string;
};

/** A decision that somebody asks about: named like a `Choice`, whether it can be had or not. */
export type Proposal = {
	/** The hexes that it names, in order. */
	hexes?: string[];
	/** Whatever else it counts or numbers. */
	numbers?: number[];
	/** The points that it names, in order. */
	points?: [number, number][];
	/** The counters that it names, in order. */
	units?: CounterId[];
	/** The words of its notation that name nothing. */
	verb: string;
};

/** A question about odds. */
export type Question = {
	/** Faces of dice that were rolled, such as `3,5`. */
	dice?: string | null;
	/** Rolls the dice as well, from this seed. */
	seed?: number | null;
	/** The situation: an object, or text in TOML or JSON; without it the ready example. */
	situation?: unknown | null;
};

/** A record to be checked. */
export type RecordRequest = {
	/** The receipt of the promise, if somebody has kept it. */
	receipt?: string | null;
	/** The record as text. */
	record: string;
	/** Words that somebody has added and kept, by seat. */
	words?: Record<string, string>;
};

/** Why the rules do not allow something: the clause, the facts of this case, and who or what is responsible. */
export type Refusal = {
	/** The rule; empty where no game's rule decides, as when the game is over. */
	clause: string;
	/** Whether it only says that something else is being asked. */
	elsewhere: boolean;
	/** Those of them that are hexes; filled in at the table. */
	hexes: string[];
	/** One sentence with the facts of this case. */
	reason: string;
	/** The units or hexes responsible, by name. */
	responsible: string[];
	/** Those of them that are counters; filled in at the table. */
	units: CounterId[];
};

/** The answer to a question. */
export type Report = {
	/** What the question leaves out, with what counts in its place. */
	assumed: Assumed[];
	chart: Chart | null;
	/** Means over all outcomes. */
	expected: Expected[];
	/** What is settled before the dice. */
	facts: Fact[];
	/** The kind of question. */
	kind: string;
	/** What can happen. */
	outcomes: Outcome[];
	/** How many paths of dice were walked. */
	paths: number;
	/** The lines of the sums. */
	reckoning: LineText[];
	rolled: RolledOutcome | null;
	/** The sums by their names. */
	sums: [string, string][];
	/** Its title. */
	title: string;
	/** The chance of each result, whatever else differs; where several outcomes share one. */
	totals: Total[];
};

/** A die. */
export type RollData = {
	clause: string;
	/** Which die: `D6`. */
	die: string;
	face: number;
	/** Its place in the decision, counted from 0. */
	index: number;
	purpose: string;
	/** The decision, counted from 1. */
	step: number;
};

/** A roll and what it was worth. */
export type RollLuck = {
	/** The chance that it came out so badly for the first side, or worse, in hundredths. */
	as_bad: number;
	/** The chance that it came out so well for the first side, or better, in hundredths. */
	as_good: number;
	/** What it gave the first side beyond what was to be expected. */
	luck: number;
	/** Who decided. */
	seat: number;
	/** The decision that it followed, from 1. */
	step: number;
	/** The turn. */
	turn: number;
};

/** A die as programs read it. */
export type RollText = {
	/** The rule that asked for it. */
	clause: string;
	/** Which die: `D6`. */
	die: string;
	/** What it showed. */
	face: number;
	/** What it was for. */
	purpose: string;
};

/** A run with rolled or given dice. */
export type RolledOutcome = {
	/** The dice in order. */
	dice: RollText[];
	/** The result as the table prints it. */
	result: string;
	/** The seed, if the dice were not given. */
	seed: number | null;
	/** What it means here. */
	words: string;
};

/** Who rolls. */
export type Rolling = "committed" | "entered";

/** Every die of a game. */
export type RollsData = {
	/** Where they come from. */
	dice: DiceData;
	/** Every die so far. */
	rolls: RollData[];
};

/** A row of a chart. */
export type RowData = {
	cells: string[];
	key: string;
};

/** The rules of a game. */
export type RulesData = {
	/** In the order of the rulebook. */
	clauses: ClauseData[];
	game: string;
	/** Decisions on doubtful or silent rules. */
	rulings: ClauseData[];
	title: string;
};

/** Something to say to the other players. */
export type Saying = {
	/** A hex or a counter to point at. */
	at?: string | null;
	/** One line; may be left out where it points at something. */
	words?: string;
};

/** A scenario as a lobby shows it. */
export type ScenarioProfile = {
	/** What a newcomer should look at first. */
	advice: string;
	/** Whether it is made for learning the game. */
	learning: boolean;
	/** A guided first game: the first side is led through its first turn, on the real rules. */
	lesson: LessonStep[];
	/** Its short name, as typed. */
	name: string;
	/** The sides in the order of their seats. A game whose scenario files name them fills them in. */
	sides: SideName[];
	/** Who fights where and why, in a few sentences. */
	situation: string;
	/** Its title. */
	title: string;
	/** How many turns it lasts. A game whose scenario files say it fills it in. */
	turns: number;
	/** How it is won. */
	victory: string;
};

/** A line of the account of points. */
export type ScoreLine = {
	/** By which rule. */
	clause: string;
	/** How many. */
	points: number;
	/** Whose points. */
	seat: Seat;
	/** What for. */
	words: string;
};

/** A place at the table: the side a player has. */
export type Seat = number;

/** Who sits in a seat. */
export type SeatData = {
	name: string;
	/** Whether somebody who holds the seat listens to the live stream; null for a program. */
	online: boolean | null;
	/** What the player calls himself; empty where he does not. */
	player: string;
	seat: number;
	/** How many milliseconds the decisions of this seat have taken. */
	spent: number;
	/** `link`, `here`, `bot:SPEC`, or `open` for a seat that nobody has taken yet. */
	who: string;
};

/** A seat and the way to it. */
export type SeatLink = {
	/** The page of the seat. */
	link: string | null;
	name: string;
	seat: number;
	/** What opens the seat; told once. A program has none. */
	secret: string | null;
	/** `link`, `here` or `bot:SPEC`. */
	who: string;
};

/** What an outcome does to one of several units. */
export type Share = {
	/** The result as the table prints it. */
	result: string;
	/** The unit, or the hex without one. */
	who: string;
	/** What it means for this unit. */
	words: string;
};

/** Every game. */
export type ShelfData = {
	games: GameData[];
};

/** What lies on sides between hexes. */
export type SideData = {
	courses: CourseData[];
	/** Whether it has an inside, which is then the first hex of each pair. */
	directed: boolean;
	name: string;
};

/** A side's name, and names that older records have for it. */
export type SideName = {
	/** As it is shown. */
	name: string;
};

/** Somebody comes into sight. */
export type Sighting = {
	/** Who sees. */
	unit: CounterId;
	/** What, from the west edge, in millimetres. */
	x: number;
	/** From the north edge. */
	y: number;
};

/** Where a counter stands on the table: its middle and its base, in millimetres. */
export type Spot = {
	/** The depth of its base along its facing. */
	depth: number;
	/** The width of its base across its facing. */
	width: number;
	/** From the west edge. */
	x: number;
	/** From the north edge. */
	y: number;
};

/** How a game stands, for whoever is told of a change. */
export type Standing = {
	deciding: Seat | null;
	outcome: Ending | null;
	/** Counts every change. */
	revision: number;
	/** How many decisions stand. */
	steps: number;
};

/** Where something would stand. */
export type Standpoint = {
	/** The depth of its base along its facing. */
	depth: number;
	/** Where it would face, in degrees clockwise from north. */
	facing: number;
	/** The width of its base across its facing. */
	width: number;
	/** From the west edge, in millimetres. */
	x: number;
	/** From the north edge. */
	y: number;
};

/** Decisions with what happened. */
export type StoryData = {
	/** The decisions in order. */
	steps: LogEntry[];
	/** How many there are in all. */
	total: number;
};

/** What a program was measured to be worth in a scenario. */
export type Strength = {
	/** The one that it played against. */
	against: string;
	/** The program. */
	bot: string;
	/** How many games were played. */
	games: number;
	/** The scenario. */
	scenario: string;
	/** How many of 100 games it won. */
	won: number;
};

/** What is played, who sits where, how far it is. */
export type Summary = {
	/** Why it can be read and not played on, if that is so: other rules, mostly. */
	closed: string | null;
	deciding: Seat | null;
	dice: DiceData;
	/** Which game and step it goes on from. */
	forked: string | null;
	/** Which game. */
	game: string;
	/** Whether one side knows what another does not. */
	hides: boolean;
	id: string;
	options: Record<string, string>;
	outcome: Ending | null;
	revision: number;
	rules: number;
	scenario: string;
	seats: SeatData[];
	steps: number;
	/** Whether a program is at work. */
	thinking: boolean;
	time: TimeLimit | null;
	title: string;
	/** What differs from the published game, cell by cell. */
	variant: Difference[];
	/** For how many milliseconds the decision has been waited for; null where it is not known, and after the end. */
	waiting: number | null;
	/** What whoever set it up has said about it. */
	words: string;
	you: Seat | null;
};

/** A line over a table. */
export type TableLine = {
	/** A word or two to stand at its end; may be empty. */
	label: string;
	/** What it stands for. */
	look: LineLook;
	/** Its points in order, in millimetres from the north-west corner of the table. */
	points: [number, number][];
	seat: Seat | null;
	/** What it is. */
	words: string;
};

/** What an overlay says about a part of a table. */
export type TablePatch = {
	/** A word or two to stand at its last corner; may be empty. */
	label: string;
	/** How it is drawn. */
	look: PatchLook;
	/** Its corners, in millimetres from the north-west corner of the table. */
	points: [number, number][];
	seat: Seat | null;
	/** What it is about, in a sentence. */
	words: string;
};

/** The table as one viewer sees it, and what he can decide. */
export type TableState = {
	/** What he can decide now. */
	choices: Choice[];
	deciding: Seat | null;
	outcome: Ending | null;
	/** Counts every change. */
	revision: number;
	/** After how many decisions it is seen. */
	step: number;
	/** How many decisions there are. */
	steps: number;
	/** How many decisions the asker can take back. */
	undoable: number;
	/** What he sees. */
	view: View;
	you: Seat | null;
};

/** The talk of a game. */
export type TalkData = {
	/** The lines in order, at most 500: older ones are gone. */
	talk: TalkLine[];
};

/** A line of the talk. */
export type TalkLine = {
	/** The hex or the counter it points at. */
	at: string | null;
	/** Counted from 1. */
	number: number;
	/** When, in seconds since 1970. */
	said: number;
	/** Who said it. */
	seat: number;
	/** How many decisions stood then. */
	step: number;
	/** What. */
	words: string;
};

/** A decision that is only asked about. */
export type TextRequest = {
	/** What, in the game's notation. */
	text: string;
};

/** How long a decision may take. */
export type TimeLimit = {
	/** What becomes of one that is not made in time. */
	late?: Late;
	/** Seconds for each decision. */
	seconds: number;
};

/** A name for programs and a title for people. */
export type Titled = {
	name: string;
	title: string;
};

/** Whether a status is good for who has it. */
export type Tone = "good" | "plain" | "bad";

/** The chance of a result that several outcomes share. */
export type Total = {
	/** The exact chance. */
	chance: string;
	/** The chance in hundredths, rounded for reading. */
	percent: string;
	/** The result as the table prints it. */
	result: string;
};

/** A line over the map. */
export type Trace = {
	/** Its hexes in order. */
	hexes: string[];
	/** Whose it is. */
	seat: Seat;
	/** Whether it leads where it should. */
	whole: boolean;
	/** What it is. */
	words: string;
};

/** The luck of a turn. */
export type TurnLuck = {
	/** What the rolls after each side's decisions gave the first side, by seat. */
	by_side: number[];
	/** The turn; 0 for the set-up. */
	turn: number;
};

/** Which decision is taken back. */
export type UndoRequest = {
	/** The revision that was shown. */
	revision: number;
};

/** What a check has found. */
export type Verdict = {
	/** Dice that follow from the secret. */
	checked: number;
	/** Decisions that were played again and hold. */
	decisions: number;
	/** What can be said of the dice. */
	dice: DiceVerdict;
	/** What is wrong, first things first. */
	faults: string[];
	/** The game. */
	game: string;
	/** Whether nothing is wrong. Dice without a promise are not wrong, they are only not checked. */
	holds: boolean;
	/** Seats that sealed words and did not open them in time: the dice went without them. */
	lapsed: string[];
	/** Whether it was compared with a receipt that somebody has kept. If not, the record was only compared with itself. */
	noted: boolean;
	/** Dice that were rolled before the promise, or without one. */
	unchecked: number;
};

/** A game as one viewer may see it. */
export type View = {
	/** Who strikes at what, as far as it is declared. */
	arrows: Arrow[];
	/** The counters. */
	counters: Counter[];
	deciding: Seat | null;
	/** What whoever decides can decide about any point or heading of that table. */
	freehand: Freehand[];
	/** What each side has and what it lacks. */
	goals: Goal[];
	ground: Ground | null;
	/** How it went beside history, where the scenario knows that. */
	history: Beside[];
	/** Marks on hexes: control, battles. */
	marks: Mark[];
	/** The moment: turn, phase. */
	moment: string;
	/** The places that are fought for. */
	objectives: Objective[];
	outcome: GameOutcome | null;
	prompt: Prompt | null;
	/** The account of points, line by line. */
	score: ScoreLine[];
	/** The turn by number, for going back and forth by turns; 0 before the first. */
	turn: number;
};

/** A hole in a wall. */
export type WallOpening = {
	/** Whether it is a door. */
	door: boolean;
	/** The floor, 0 on the ground. */
	floor: number;
	/** From the west edge. */
	x: number;
	/** From the north edge. */
	y: number;
};

/** The end of a part of a way. */
export type WayStage = {
	/** Whether it is more than there is. */
	beyond: boolean;
	/** The ground and what it has cost so far: `crops, 12 of 18 cm`. */
	words: string;
	/** From the west edge, in millimetres. */
	x: number;
	/** From the north edge. */
	y: number;
};

/** How whole a miniature is. */
export type Wear = "whole" | "left" | "wreck" | "ghost";

/** Where to tell that it is the seat's turn. */
export type WebhookData = {
	/** A public address, or null for none. */
	url?: string | null;
};

/** Whether the rules allow something. */
export type WhyData = {
	allowed: boolean;
	outlook: Outlook | null;
	refusal: Refusal | null;
	/** The decision as it is typed; empty where there is no such decision. */
	text: string;
};

/** A decision that is asked about: in the game's notation, or by its verb and what it names, as a choice lists them. */
export type WhyRequest = TextRequest | Proposal;

/** A named set of hexes. */
export type ZoneData = {
	hexes: number[];
	name: string;
};

/** Zones that belong together. */
export type ZonesData = {
	name: string;
	zones: ZoneData[];
};
