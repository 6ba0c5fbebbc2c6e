// The guide of a first game: what it makes of decisions, however many come at once, and of what is taken back.
import { expect, test } from "vitest";
import { BEGINNING, Guide, type Made, type Progress, type Scene } from "../../src/table/guide.svelte";
import type { Choice, LessonStep } from "../../src/types";

const step = (some: Partial<LessonStep>): LessonStep => ({
	words: "",
	point: [],
	expects: "",
	via: [],
	otherwise: "",
	when: "",
	plays: false,
	faces: [],
	...some,
});
const STEPS = [
	step({ words: "Look." }),
	step({ words: "Attack.", expects: "attack 0405", via: ["pick"], faces: [5] }),
	step({ words: "It retreats.", when: "retreat", plays: true }),
	step({ words: "Advance.", when: "advance", expects: "advance" }),
	step({ words: "Done.", expects: "done" }),
];
const offer = (...texts: string[]) =>
	texts.map((text) => ({ text, verb: text.split(" ")[0], points: [] as Choice["points"] }) as Choice);
const story = (...texts: string[]): Made[] => texts.map((text, place) => ({ number: place + 1, text }));
const scene = (made: string[], choices: string[], unasked: number[] = [], isLed = true): Scene => ({
	story: story(...made),
	choices: offer(...choices),
	isLed,
	busy: false,
	isUnasked: (number) => unasked.includes(number),
});

function begin(): { guide: Guide; kept: () => Progress } {
	let kept = BEGINNING;
	const guide = new Guide(STEPS, BEGINNING, (progress) => {
		kept = progress;
	});
	guide.look(scene([], ["attack 0405", "done"]));
	guide.next();
	return { guide, kept: () => kept };
}

test("a decision and the answer that the page has given itself come at once: both are seen", () => {
	const { guide } = begin();
	guide.look(scene(["attack 0405", "retreat Foot to 0305"], ["advance Guard", "hold"], [2]));
	expect(guide.strayed).toBe(false);
	expect(guide.step?.words).toBe("Advance.");
});

test("the table plays the other side as often as it is asked, and goes on when it is not", () => {
	const { guide } = begin();
	expect(guide.look(scene(["attack 0405"], ["retreat A to 0305"]))?.text).toBe("retreat A to 0305");
	expect(guide.look(scene(["attack 0405", "retreat A to 0305"], ["retreat B to 0306"]))?.text).toBe(
		"retreat B to 0306",
	);
	expect(guide.look(scene(["attack 0405", "retreat A to 0305", "retreat B to 0306"], ["done"]))).toBe(null);
	expect(guide.step?.words).toBe("Done.");
});

test("something else is said, what leads there is not, and what is taken back is waited for again", () => {
	const { guide } = begin();
	guide.look(scene(["pick Guard"], ["attack 0405"]));
	expect(guide.strayed).toBe(false);
	guide.look(scene(["pick Guard", "done"], ["done"]));
	expect(guide.strayed).toBe(true);
	guide.look(scene(["pick Guard"], ["attack 0405"]));
	expect(guide.strayed).toBe(false);
	guide.look(scene(["pick Guard", "attack 0405"], ["done"]));
	expect(guide.step?.words).toBe("Done.");
	guide.look(scene(["pick Guard"], ["attack 0405"]));
	expect(guide.step?.words).toBe("Attack.");
});

test("who decides before he has read on is not held up, and who comes back goes on where he was", () => {
	let kept = BEGINNING;
	const quick = new Guide(STEPS, BEGINNING, (progress) => {
		kept = progress;
	});
	quick.look(scene([], ["attack 0405"]));
	quick.look(scene(["attack 0405"], ["done"]));
	expect(quick.step?.words).toBe("Done.");
	const back = new Guide(STEPS, kept, () => {});
	back.look(scene(["attack 0405", "done"], ["attack 0405"]));
	expect(back.isOver).toBe(true);
});

test("dice show what the lesson has, then what they like; the lesson is asked before it is answered", () => {
	const { guide } = begin();
	expect(guide.face()).toBe(5);
	expect(guide.face()).toBe(null);
	expect(guide.speaksOf("retreat A to 0305")).toBe(true);
	expect(guide.speaksOf("pick Guard")).toBe(false);
});

test("what cannot be decided any more is not waited for: settled by what led to it, else one is told so", () => {
	const steps = [
		step({ words: "Advance.", expects: "advance Guard" }),
		step({ words: "Keep the others back.", expects: "done", via: ["advance"] }),
		step({ words: "That was a turn." }),
		step({ words: "Move.", expects: "to 0405", via: ["step"] }),
	];
	const guide = new Guide(steps, BEGINNING, () => {});
	guide.look(scene([], ["advance Guard", "advance Horse"]));
	// The second advance was the last that could be: the phase is over, and the other side decides.
	guide.look(scene(["advance Guard"], ["advance Horse", "done"]));
	expect(guide.isOff).toBe(false);
	guide.look(scene(["advance Guard", "advance Horse"], ["pick Foot", "done"], [], false));
	expect(guide.isOff).toBe(false);
	expect(guide.step?.words).toBe("That was a turn.");
	guide.next();
	guide.look(scene(["advance Guard", "advance Horse"], ["pick Foot", "done"], [], false));
	expect(guide.isOff).toBe(true);
	expect(guide.means("to 0405")).toBe(false);
	// Taken back, it is waited for again.
	guide.look(scene(["advance Guard"], ["advance Horse", "done"]));
	expect(guide.isOff).toBe(false);
	expect(guide.step?.words).toBe("Keep the others back.");
});
