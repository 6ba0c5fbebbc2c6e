// Figures of armies older than staff maps, drawn for this table in a box of 100: ink in the colour of the counter, only
// the shield in that of the army. They stand upright whatever way their counter faces.
const ink = (d: string) => `<path d="${d}" fill="currentColor"/>`;
const line = (d: string, width = 4) =>
	`<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shield = (d: string) =>
	`<path d="${d}" class="shield" fill="#fff" stroke="currentColor" stroke-width="3.5"/>`;
const disc = (x: number, y: number, r: number) =>
	`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const HEAD = ink(disc(48, 22, 9));
const MAN = ink("M37 32H60L69 51L62 55L57 45V64L64 95H55L48 70L41 95H32L39 64Z");
const HORSE = ink(
	"M8 66Q9 48 26 47H56L68 30L79 24L81 31L91 43L86 50L76 46L70 60L69 95H62L59 68L36 66L28 70L25 95H18L17 68L12 78Z",
);
const RIDER = ink(disc(45, 12, 7.5)) + line("M45 20V46", 11);

export const SILHOUETTES: Record<string, string> = {
	// A tall shield, a crest, two throwing spears.
	"heavy-foot":
		line("M74 10L68 96") +
		line("M82 12L76 96", 3) +
		ink("M74 2L79 14L70 14Z") +
		ink("M33 17Q48 -6 63 17L58 19Q48 8 38 19Z") +
		HEAD +
		MAN +
		shield("M24 38Q37 32 50 38V72Q37 78 24 72Z") +
		line("M37 42V68M30 55H44", 3),
	// An oval shield and one spear.
	"medium-foot":
		line("M72 6L66 96") +
		ink("M72 0L77 12L68 12Z") +
		HEAD +
		MAN +
		shield(`M37 34a13 21 0 1 0 .1 0`) +
		ink(disc(37, 55, 4)),
	// Three round shields, a hedge of pikes.
	phalanx:
		line("M14 96L46 4M30 96L62 4M46 96L78 4M62 96L94 4", 3) +
		ink(disc(24, 38, 8)) +
		ink(disc(50, 34, 8)) +
		ink(disc(76, 38, 8)) +
		line("M20 74L15 95M28 74L33 95M46 72L41 95M54 72L59 95M72 74L67 95M80 74L85 95", 6) +
		shield(disc(24, 60, 15)) +
		shield(disc(76, 60, 15)) +
		shield(disc(50, 58, 16)) +
		ink(disc(50, 58, 4)),
	// He runs, with a small shield and a javelin raised.
	"light-foot":
		line("M18 26L88 10", 3.5) +
		ink("M94 8L84 6L86 15Z") +
		ink(disc(56, 20, 8.5)) +
		line("M54 30L48 56", 13) +
		line("M52 34L36 24", 7) +
		line("M49 56L34 72L16 80M49 56L66 70L64 94", 8) +
		shield(disc(66, 44, 10)),
	archers:
		ink(disc(40, 17, 9)) +
		line("M40 28V60", 13) +
		line("M40 60L30 94M40 60L54 94", 8) +
		line("M42 34L70 40", 7) +
		line("M68 8Q98 42 68 78", 4.5) +
		line("M68 8L50 42L68 78", 2) +
		line("M46 42H94", 3) +
		ink("M98 42L88 37V47Z"),
	"heavy-horse":
		HORSE + line("M22 42L96 12", 4) + ink("M100 10L88 9L91 18Z") + RIDER + shield(disc(44, 37, 11)),
	"light-horse": HORSE + line("M30 30L86 4", 3) + RIDER,
	elephants:
		ink(
			"M10 60Q8 34 36 34H62Q76 34 82 46L90 50Q98 62 92 88H86Q89 70 85 64L76 66V95H64V72H40V95H27V70Q18 66 16 80L11 79Z",
		) +
		line("M84 62Q92 64 97 58", 3.5) +
		shield("M32 12H62V34H32Z") +
		ink("M32 5H38V14H32ZM44 5H50V14H44ZM56 5H62V14H56Z"),
	leader:
		ink("M27 36Q50 -12 73 36L67 38Q50 10 33 38Z") + ink(disc(50, 38, 14)) + ink("M20 92Q22 58 50 58T80 92Z"),
	chariots: HORSE + shield(disc(24, 76, 18)) + line("M24 58V94M6 76H42", 3),
	artillerymen: line("M18 90H82M30 90L50 44L70 90M20 52L84 40", 7) + ink(disc(84, 38, 8)),
	baggage:
		shield("M18 34H82V66H18Z") + ink(disc(34, 78, 13)) + ink(disc(66, 78, 13)) + line("M82 60L98 70", 5),
};
