// The list of open seats: read, taken and offered with the same requests that programs use.

const at = (id) => document.getElementById(id);

async function ask(method, path, body) {
	const head = body === undefined ? {} : { "Content-Type": "application/json" };
	const answer = await fetch(path, { method, headers: head, body: body && JSON.stringify(body) });
	const told = await answer.json();
	if (!answer.ok) throw new Error(told.error.message);
	return told;
}

function say(words) {
	at("said").textContent = words;
}

/** How long a decision may take, in words. */
export function spoken(time) {
	if (!time) return "no time limit";
	const units = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];
	const [size, name] = units.find(([size]) => time.seconds % size === 0);
	const many = time.seconds / size;
	const late = time.late === "resign" ? "or gives up" : "or a program decides";
	return `answers within ${many} ${name}${many === 1 ? "" : "s"}, ${late}`;
}

/** The table reads the name from where the lobby keeps it. */
const NAME = "sandtable.player";

function keptName() {
	try {
		return JSON.parse(localStorage.getItem(NAME) ?? '""');
	} catch {
		return "";
	}
}

function keepName() {
	try {
		localStorage.setItem(NAME, JSON.stringify(at("name").value.trim()));
	} catch {
		// Forbidden: one plays without a name.
	}
}

async function take(offer) {
	keepName();
	try {
		const seat = await ask("POST", `/api/games/${offer.id}/seat/take`, { seat: offer.seat });
		// Using the secret is what takes the seat; the table does that.
		location.assign(seat.link);
	} catch (error) {
		say(error.message);
		await list();
	}
}

/** An offer as a line with its button. What strangers have written is only ever text. */
function line(offer) {
	const row = document.createElement("p");
	row.className = "row";
	const words = document.createElement("span");
	const said = offer.words ? `: \u201c${offer.words}\u201d` : "";
	const who = offer.players.length > 0 ? ` against ${offer.players.join(" and ")}` : "";
	words.textContent = `${offer.title}, ${offer.scenario}, ${offer.name}${who}, ${spoken(offer.time)}${said}`;
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = `Play ${offer.name}`;
	button.addEventListener("click", () => take(offer));
	row.append(words, button);
	return row;
}

async function list() {
	const { offers } = await ask("GET", "/api/offers");
	const none = document.createElement("p");
	none.textContent = "Nobody waits at present.";
	at("offers").replaceChildren(...(offers.length ? offers.map(line) : [none]));
}

function fill(select, options) {
	const made = options.map(([value, words]) => new Option(words, value));
	at(select).replaceChildren(...made);
}

async function form() {
	const games = (await ask("GET", "/api/shelf")).games.filter((game) => game.playable);
	const game = () => games.find((game) => game.name === at("game").value);
	const scenario = () => game().scenarios.find((scenario) => scenario.name === at("scenario").value);
	const sides = () => fill("side", scenario().sides.map(({ name }) => [name, name]));
	const scenarios = () => {
		fill("scenario", game().scenarios.map(({ name, title }) => [name, title]));
		sides();
	};
	fill("game", games.map(({ name, title }) => [name, title]));
	scenarios();
	at("game").addEventListener("change", scenarios);
	at("scenario").addEventListener("change", sides);
	at("offer").addEventListener("submit", async (event) => {
		event.preventDefault();
		const own = at("side").value;
		const seats = Object.fromEntries(scenario().sides.map(({ name }) => [name, name === own ? "link" : "open"]));
		const seconds = Number(at("time").value);
		const time = seconds ? { seconds, late: at("late").value } : undefined;
		const wanted = { game: game().name, scenario: scenario().name, seats, time, words: at("words").value };
		try {
			const made = await ask("POST", "/api/games", wanted);
			keepName();
			location.assign(made.seats.find((seat) => seat.name === own).link);
		} catch (error) {
			say(error.message);
		}
	});
}

if (typeof document !== "undefined") {
	at("name").value = keptName();
	Promise.all([list(), form()]).catch((error) => say(error.message));
	setInterval(() => list().catch(() => {}), 15_000);
}
