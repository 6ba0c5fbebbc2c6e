// What ground looks like, by the words that maps use for it.

/** How ground looks: a tint and a texture. */
export type Ground =
	| "open"
	| "wood"
	| "rough"
	| "range"
	| "marsh"
	| "water"
	| "built"
	| "works"
	| "slope"
	| "summit"
	| "shore"
	| "camp"
	| "other";

/** Words that maps use for ground. What is not among them gets a texture of its own and stands in the legend. */
const GROUNDS: [RegExp, Ground][] = [
	[/clear|open|plain|steppe|field/, "open"],
	[/strongpoint|stronghold|factory|works/, "works"],
	[/slope/, "slope"],
	[/summit|peak/, "summit"],
	[/bank|shore/, "shore"],
	[/forest|wood/, "wood"],
	[/hill|mountain/, "range"],
	[/rough|broken|ridge|gully|balka/, "rough"],
	[/marsh|swamp|bog/, "marsh"],
	[/water|lake|sea|river/, "water"],
	[/city|urban|town|suburb|building|block|ruin/, "built"],
	[/camp|fort/, "camp"],
];

export function groundOf(name: string): Ground {
	return GROUNDS.find(([words]) => words.test(name.toLowerCase()))?.[1] ?? "other";
}
