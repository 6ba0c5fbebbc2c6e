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
const offer = (...texts: string[]) => texts.map((text) => ({ text }) as Choice);
const story = (...texts: string[]): Made[] => texts.map((text, place) => ({ number: place + 1, text }));
const scene = (made: string[], choices: string[], unasked: number[] = []): Scene => ({
	story: story(...made),
	choices: offer(...choices),
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
