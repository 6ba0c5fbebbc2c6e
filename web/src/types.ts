// Made from the Rust types. To make it anew: UPDATE_TYPES=1 cargo test -p sandtable-kit types

export type Seat = number;

export type Ending = { 
/**
 * Who has won; nobody in a draw.
 */
winner: Seat | null, 
/**
 * By how much, in the game's own points.
 */
margin: number, };

export type Prompt = { 
/**
 * One sentence.
 */
words: string, 
/**
 * The rules it comes from.
 */
clauses: Array<string>, };

export type View = { 
/**
 * The moment: turn, phase.
 */
moment: string, 
/**
 * The turn by number, for going back and forth by turns; 0 before the first.
 */
turn: number, 
/**
 * Whose decision it is; nobody's when it is over.
 */
deciding: Seat | null, 
/**
 * How it ended.
 */
outcome: Ending | null, 
/**
 * What is being decided.
 */
prompt: Prompt | null, 
/**
 * The counters.
 */
counters: Array<Counter>, 
/**
 * Marks on hexes: control, battles.
 */
marks: Array<Mark>, 
/**
 * Who strikes at what, as far as it is declared.
 */
arrows: Array<Arrow>, 
/**
 * The table, where the game is not played on hexes.
 */
ground: Ground | null, 
/**
 * The account of points, line by line.
 */
score: Array<ScoreLine>, };

export type Counter = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * The hex it is in, or the box beside the map.
 */
place: string, 
/**
 * Its factors as printed: `6-6`.
 */
factors: string, 
/**
 * All its figures by name: what is printed on the face, and what the lists say besides.
 */
figures: Array<Figure>, 
/**
 * What is printed on its other side, if anything is.
 */
back: Back | null, 
/**
 * The kind of unit in the game's own words.
 */
kind: string, 
/**
 * Its size in the game's own words.
 */
size: string, 
/**
 * Its symbol.
 */
branch: Branch, 
/**
 * The sign of size above the symbol.
 */
echelon: Echelon | null, 
/**
 * Its statuses in words.
 */
statuses: Array<string>, 
/**
 * The statuses that its face shows.
 */
badges: Array<Badge>, 
/**
 * Whether it is being decided about.
 */
in_hand: boolean, 
/**
 * Whether it has done what it can do for now.
 */
spent: boolean, 
/**
 * Where it faces, in degrees clockwise from north, if that matters.
 */
facing: number | null, 
/**
 * Where it stands on a table without hexes.
 */
spot: Spot | null, };

export type Figure = { 
/**
 * What it is, in the game's own words.
 */
name: string, 
/**
 * How much, as it is printed.
 */
value: string, 
/**
 * How much in eighths, where the counters of a stack add up: then it is a strength.
 */
adds: number | null, };

export type Back = { 
/**
 * When it is turned to this side: `Disrupted`.
 */
words: string, 
/**
 * Its factors as printed there.
 */
factors: string, 
/**
 * The figures that differ from today's face.
 */
figures: Array<Figure>, };

export type Badge = { 
/**
 * One to three characters.
 */
sign: string, 
/**
 * What it means.
 */
words: string, 
/**
 * Whether it is good for the unit.
 */
tone: Tone, };

export type Tone = "good" | "plain" | "bad";

export type Branch = "unknown" | "infantry" | "motorized-infantry" | "mechanized-infantry" | "airborne-infantry" | "mountain-infantry" | "naval-infantry" | "armour" | "cavalry" | "reconnaissance" | "artillery" | "rocket-artillery" | "anti-tank" | "air-defence" | "mortar" | "machine-gun" | "sniper" | "engineers" | "signals" | "supply" | "headquarters" | "aircraft" | "boats" | "leader" | "heavy-foot" | "light-foot" | "archers" | "heavy-horse" | "light-horse" | "chariots" | "elephants" | "artillerymen" | "baggage";

export type Echelon = "team" | "squad" | "section" | "platoon" | "company" | "battalion" | "regiment" | "brigade" | "division" | "corps" | "army";

export type Spot = { 
/**
 * From the west edge.
 */
x: number, 
/**
 * From the north edge.
 */
y: number, 
/**
 * The width of its base across its facing.
 */
width: number, 
/**
 * The depth of its base along its facing.
 */
depth: number, };

export type Mark = { 
/**
 * The hex.
 */
hex: string, 
/**
 * What it is.
 */
words: string, 
/**
 * What kind of thing.
 */
kind: MarkKind, 
/**
 * Whose, if it is somebody's.
 */
seat: Seat | null, };

export type MarkKind = "note" | "control" | "target" | "duty" | "in-hand";

export type Arrow = { 
/**
 * The hex it comes from.
 */
from: string, 
/**
 * The hex it points at.
 */
to: string, 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * Who meets whom.
 */
words: string, 
/**
 * A word or two to stand at its head, such as the odds; may be empty.
 */
label: string, };

export type Ground = { 
/**
 * From west to east, in millimetres.
 */
width: number, 
/**
 * From north to south, in millimetres.
 */
depth: number, 
/**
 * Terrain, the lowest first.
 */
areas: Array<Area>, };

export type Area = { 
/**
 * What it is in the game's own words: `wood`.
 */
name: string, 
/**
 * How it is drawn.
 */
kind: AreaKind, 
/**
 * Corners, in millimetres from the north-west corner of the table: an outline, or the course of a line.
 */
points: Array<[number, number]>, 
/**
 * What is to be known about it; may be empty.
 */
words: string, };

export type AreaKind = "open" | "wood" | "building" | "ruin" | "hill" | "rough" | "marsh" | "water" | "crater" | "road" | "stream" | "wall" | "hedge" | "trench" | "wire" | "smoke";

export type ScoreLine = { 
/**
 * Whose points.
 */
seat: Seat, 
/**
 * How many.
 */
points: number, 
/**
 * What for.
 */
words: string, 
/**
 * By which rule.
 */
clause: string, };

export type Overlay = { 
/**
 * Its short name.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * How it is read, in a sentence.
 */
legend: string, 
/**
 * The rules it shows.
 */
clauses: Array<string>, 
/**
 * Hexes that it says something about.
 */
hexes: Array<HexNote>, 
/**
 * Lines over the map.
 */
traces: Array<Trace>, };

export type HexNote = { 
/**
 * The hex.
 */
hex: string, 
/**
 * Whose matter it is.
 */
seat: Seat | null, 
/**
 * How it is drawn.
 */
look: Look, 
/**
 * How strong, from 0 to 100, where that makes a difference.
 */
level: number, 
/**
 * A word or two to stand in the hex; may be empty.
 */
label: string, 
/**
 * What it is about, in a sentence.
 */
words: string, };

export type Look = "hatch" | "thin" | "tint" | "source" | "cut";

export type Trace = { 
/**
 * Its hexes in order.
 */
hexes: Array<string>, 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * What it is.
 */
words: string, 
/**
 * Whether it leads where it should.
 */
whole: boolean, };

export type Choice = { 
/**
 * As it is typed.
 */
text: string, 
/**
 * The first counter that it names.
 */
unit: string | null, 
/**
 * The hexes that it names, in order.
 */
hexes: Array<string>, 
/**
 * How it can be shown before it is decided on.
 */
hint: Hint, };

export type Hint = { 
/**
 * The words for its button; empty: its notation.
 */
label: string, 
/**
 * What kind of decision it is.
 */
kind: HintKind, 
/**
 * The hexes it leads through, first and last included.
 */
path: Array<string>, 
/**
 * What has been spent at each of them but the first, where that is told: `1½`.
 */
spent: Array<string>, 
/**
 * Where the counter in hand will face, in degrees clockwise from north, where that is what is decided.
 */
facing: number | null, 
/**
 * What it costs or brings, in a few words: `2½ of 4 hexes`.
 */
note: string, 
/**
 * Whether dice follow at once, so that it cannot be taken back.
 */
rolls: boolean, };

export type HintKind = "plain" | "pick" | "go" | "stop" | "price" | "strike" | "back" | "end";

export type Step = { 
/**
 * Its number, counted from 1.
 */
number: number, 
/**
 * Who decided.
 */
seat: Seat, 
/**
 * When: turn and phase before the decision.
 */
moment: string, 
/**
 * What, in the game's notation.
 */
text: string, 
/**
 * The dice that followed.
 */
dice: Array<RollText>, 
/**
 * What happened.
 */
events: Array<Event>, 
/**
 * The cells of charts that were read, in the order of the dice.
 */
cells: Array<ChartCell>, 
/**
 * The hash of the state after it, as the record writes it.
 */
hash: string, };

export type Event = { 
/**
 * One sentence.
 */
words: string, 
/**
 * The rule; may be empty.
 */
clause: string, 
/**
 * The hexes it happened in, by number.
 */
hexes: Array<string>, };

export type ChartCell = { 
/**
 * The chart by its id among the game's tables.
 */
table: string, 
/**
 * The labels of its row, as the chart prints them.
 */
row: string, 
/**
 * The head of its column.
 */
column: string, 
/**
 * Whom it was read for; may be empty.
 */
who: string, };

export type Refusal = { 
/**
 * The rule; empty where no game's rule decides, as when the game is over.
 */
clause: string, 
/**
 * One sentence with the facts of this case.
 */
reason: string, 
/**
 * The units or hexes responsible.
 */
responsible: Array<string>, };

export type Report = { 
/**
 * The kind of question.
 */
kind: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The lines of the sums.
 */
reckoning: Array<LineText>, 
/**
 * The sums by their names.
 */
sums: Array<[string, string]>, 
/**
 * What is settled before the dice.
 */
facts: Array<Fact>, 
/**
 * The table that is read.
 */
chart: Chart | null, 
/**
 * What can happen.
 */
outcomes: Array<Outcome>, 
/**
 * Means over all outcomes.
 */
expected: Array<Expected>, 
/**
 * How many paths of dice were walked.
 */
paths: bigint, 
/**
 * What the dice gave, if any were rolled.
 */
rolled: RolledOutcome | null, };

export type LineText = { 
/**
 * The sum it belongs to.
 */
part: string, 
/**
 * What it adds, with its sign.
 */
amount: string, 
/**
 * Whose it is; may be empty.
 */
who: string, 
/**
 * Why.
 */
why: string, 
/**
 * By which rule.
 */
clause: string, };

export type Fact = { 
/**
 * What it is about: `column`, `next column`.
 */
label: string, 
/**
 * The fact in words.
 */
words: string, 
/**
 * By which rule; may be empty.
 */
clause: string, };

export type Chart = { 
/**
 * Its id among the game's tables.
 */
table: string, 
/**
 * The heads of the columns that are read.
 */
columns: Array<string>, };

export type Outcome = { 
/**
 * The result as the table prints it.
 */
result: string, 
/**
 * What it means here.
 */
words: string, 
/**
 * The rules that decide it.
 */
clauses: Array<string>, 
/**
 * The exact chance.
 */
chance: string, 
/**
 * The chance in hundredths, rounded for reading.
 */
percent: string, };

export type Expected = { 
/**
 * What is measured.
 */
what: string, 
/**
 * The exact mean.
 */
mean: string, 
/**
 * Rounded for reading.
 */
decimal: string, };

export type RolledOutcome = { 
/**
 * The seed, if the dice were not given.
 */
seed: bigint | null, 
/**
 * The dice in order.
 */
dice: Array<RollText>, 
/**
 * The result as the table prints it.
 */
result: string, 
/**
 * What it means here.
 */
words: string, };

export type RollText = { 
/**
 * What it was for.
 */
purpose: string, 
/**
 * The rule that asked for it.
 */
clause: string, 
/**
 * Which die: `D6`.
 */
die: string, 
/**
 * What it showed.
 */
face: number, };
