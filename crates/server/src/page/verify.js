// Derives every die of a record again, as docs/verify.md describes, with nothing but what the browser brings.

const METHOD = "sandtable-dice-1\n";
const utf8 = new TextEncoder();

/** Bytes of a text in hexadecimal. */
export function unhex(text) {
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(bytes) {
	return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the server must have published before the first decision. */
export async function commitment(secret) {
	const bytes = new Uint8Array([...utf8.encode(METHOD), ...unhex(secret)]);
	return hex(await crypto.subtle.digest("SHA-256", bytes));
}

async function sha256(words) {
	return hex(await crypto.subtle.digest("SHA-256", utf8.encode(words)));
}

/** The whole promise in one line, as a player keeps it. */
export async function receipt(game, since, promised) {
	return sha256(`${METHOD.trim()} receipt\ngame: ${game}\nsince: ${since}\ncommitment: ${promised}\n`);
}

/** The seal on words that are opened later. */
export async function seal(words) {
	return sha256(`${METHOD.trim()} words\n${words}\n`);
}

/** What a record says otherwise than what was noted or sealed; nothing if it agrees. */
async function contradiction(dice, noted) {
	if (noted.receipt) {
		const told = await receipt(dice.game, dice.since, dice.commitment);
		if (dice.kind !== "committed" || told !== noted.receipt.trim().toLowerCase()) {
			return "The promise of the dice is not the one that you have noted.";
		}
	}
	for (const [seat, words] of Object.entries(noted.words ?? {})) {
		if (dice[`contribution ${seat}`] !== words.trim()) return `The words of ${seat} are not the ones that you have noted.`;
	}
	for (const [name, sealed] of Object.entries(dice)) {
		if (!name.startsWith("seal ")) continue;
		const words = dice[`contribution ${name.slice(5)}`];
		// The record says that they were not opened in time. Whoever did open his has noted them.
		if (words === undefined && dice[`lapsed ${name.slice(5)}`] !== undefined) continue;
		if (words === undefined) return `${name.slice(5)} has sealed words and not opened them.`;
		if ((await seal(words)) !== sealed) return `The words of ${name.slice(5)} are not the ones that were sealed.`;
	}
	return undefined;
}

async function keyed(bytes) {
	return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function sign(key, words) {
	return new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(words)));
}

/** The order of the bytes, which is the order of the letters' numbers. */
function byBytes([one], [other]) {
	const [a, b] = [utf8.encode(one), utf8.encode(other)];
	for (let at = 0; at < Math.min(a.length, b.length); at++) {
		if (a[at] !== b[at]) return a[at] - b[at];
	}
	return a.length - b.length;
}

/** The key from which every die of a game follows. */
export async function gameKey(secret, game, contributions) {
	const said = Object.entries(contributions).sort(byBytes);
	const words = `${METHOD}game: ${game}\n${said.map(([seat, text]) => `${seat}: ${text}\n`).join("")}`;
	return keyed(await sign(await keyed(unhex(secret)), words));
}

/** The face of one die. */
export async function face(key, step, index, purpose, sides) {
	const fair = 2 ** 32 - (2 ** 32 % sides);
	for (let attempt = 0; ; attempt++) {
		const bytes = await sign(key, `${step}\n${index}\n${purpose}\nD${sides}\n${attempt}\n`);
		const view = new DataView(bytes.buffer);
		for (let at = 0; at < 32; at += 4) {
			const word = view.getUint32(at);
			if (word < fair) return (word % sides) + 1;
		}
	}
}

/** What a record says of its dice: the lines of its head, the faces of every decision, and which dice they were. */
export function read(text) {
	const [head, ...rest] = text.replaceAll("\r\n", "\n").split("\n\n");
	// Only a line feed ends a line: whoever takes other characters for ends of lines reads another head than the server.
	if (/[\u000b\u000c\u0085\u2028\u2029]/.test(head)) throw new Error("its head holds separators that are no ends of lines");
	const said = head.split("\n").flatMap((line) => line.match(/^dice ([^:]+): ([^]*)$/)?.slice(1, 3) ?? []);
	const dice = {};
	for (let at = 0; at < said.length; at += 2) {
		if (Object.hasOwn(dice, said[at])) throw new Error(`it says twice what its dice ${said[at]} is`);
		dice[said[at]] = said[at + 1];
	}
	const [rolled, kinds] = [new Map(), new Map()];
	for (const line of rest.join("\n\n").split("\n")) {
		const remark = line.match(/^-- dice (\d+): (.*)/);
		const decision = line.match(/^(\d+) .* \[([^[\]]*)\] #[0-9a-f]{16}$/);
		if (remark) {
			kinds.set(Number(remark[1]), [...remark[2].matchAll(/\bD(\d+)\b/g)].map((die) => Number(die[1])));
		} else if (decision) {
			const pairs = decision[2].split(",").map((part) => part.trim());
			const split = (pair) => [pair.slice(0, pair.lastIndexOf(":")), Number(pair.slice(pair.lastIndexOf(":") + 1))];
			rolled.set(Number(decision[1]), pairs.map(split));
		}
	}
	return { dice, rolled, kinds };
}

/** Checks every die of a record: whether they hold, and in words. */
export async function check(text, noted = {}) {
	const { dice, rolled, kinds } = read(text);
	const no = (words) => ({ holds: false, words });
	const fault = await contradiction(dice, noted);
	if (fault) return no(fault);
	if (dice.kind === "entered") return { holds: true, words: "The players rolled real dice: there is nothing to derive." };
	if (dice.kind !== "committed") return no("This record makes no promise about its dice.");
	if (!dice.secret) return no("The secret is not revealed yet: the game is not over.");
	if ((await commitment(dice.secret)) !== dice.commitment) return no("The secret is not the one that was committed to.");
	const said = Object.entries(dice).filter(([name]) => name.startsWith("contribution "));
	const contributions = Object.fromEntries(said.map(([name, words]) => [name.slice("contribution ".length), words]));
	const key = await gameKey(dice.secret, dice.game, contributions);
	let checked = 0;
	for (const [step, shown] of rolled) {
		if (step < Number(dice.since)) continue;
		const sides = kinds.get(step) ?? [];
		if (sides.length !== shown.length) return no(`Decision ${step}: its remark does not name its ${shown.length} dice.`);
		for (const [index, [purpose, seen]] of shown.entries()) {
			if ((await face(key, step, index, purpose, sides[index])) !== seen) {
				return no(`Decision ${step}: die ${index + 1} (${purpose}) shows ${seen}, which does not follow from the secret.`);
			}
			checked++;
		}
	}
	const earlier = [...rolled].filter(([step]) => step < Number(dice.since)).reduce((sum, [, shown]) => sum + shown.length, 0);
	const before = earlier > 0 ? ` ${earlier} dice were rolled before the promise and are not checked.` : "";
	if (checked === 0) return no(`No die was rolled since the promise: nothing was checked.${before}`);
	const itself = noted.receipt ? "" : " It was compared with itself only: without a receipt that you have kept, another record could stand here.";
	return { holds: true, words: `${checked} dice derived in this browser: every one follows from the secret that was committed to.${before}${itself}` };
}

/** What the server says, who knows the rules too. */
async function byTheRules(record) {
	const answer = await fetch("/api/verify", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ record }),
	});
	const found = await answer.json();
	if (!answer.ok) return { holds: false, words: `The server: ${found.error.message}` };
	const words = found.holds
		? `The server has played ${found.decisions} decisions again by the rules: everything holds.`
		: `The server: ${found.faults.join("; ")}`;
	return { holds: found.holds, words };
}

function show(page, findings) {
	page.replaceChildren(
		...findings.map(({ holds, words }) => {
			const line = document.createElement("p");
			line.className = holds ? "right" : "wrong";
			line.textContent = words;
			return line;
		}),
	);
}

async function start() {
	const [record, file, button, verdict] = ["record", "file", "check", "verdict"].map((id) => document.getElementById(id));
	file.addEventListener("change", async () => {
		if (file.files[0]) record.value = await file.files[0].text();
	});
	button.addEventListener("click", async () => {
		button.disabled = true;
		const here = globalThis.crypto?.subtle
			? await check(record.value, { receipt: document.getElementById("receipt").value }).catch((error) => ({ holds: false, words: `This is no record: ${error.message}` }))
			: { holds: false, words: "This browser derives nothing on a page without encryption: only the server has checked." };
		const rules = await byTheRules(record.value).catch(() => ({ holds: false, words: "The server does not answer." }));
		show(verdict, [here, rules]);
		button.disabled = false;
	});
	const game = new URLSearchParams(location.search).get("game");
	if (game) {
		const back = document.getElementById("back");
		back.href = `/game/${encodeURIComponent(game)}`;
		back.hidden = false;
		// The receipt that this browser has kept since the seat was taken.
		const kept = JSON.parse(localStorage.getItem(`sandtable.receipt.${game}`) ?? "null");
		if (kept) document.getElementById("receipt").value = kept;
		const answer = await fetch(`/api/games/${encodeURIComponent(game)}/record`);
		if (answer.ok) record.value = await answer.text();
	}
}

if (globalThis.document) start();
