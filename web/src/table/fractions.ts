// Exact chances come as `5/36`; only for drawing are they made into numbers.

/** The share of a whole. Chances may have more digits than a number holds, so only the leading ones are taken. */
export function share(chance: string): number {
	const [above, below = "1"] = chance.split("/");
	const digits = 15;
	const cut = Math.max(0, Math.max(above!.length, below.length) - digits);
	const lead = (text: string) => (cut === 0 ? Number(text) : Number(text) / 10 ** cut);
	const of = lead(below);
	return of === 0 ? 0 : lead(above!) / of;
}

/** `5/36` as it is read: short fractions stay, long ones are cut. */
export function parts(chance: string): string {
	return chance.length <= 14 ? chance : `≈ ${(share(chance) * 100).toPrecision(4)}%`;
}

function shorten(above: bigint, below: bigint): [bigint, bigint] {
	let [one, other] = [above, below];
	while (other !== 0n) [one, other] = [other, one % other];
	return [above / one, below / one];
}

/** The exact sum of chances, in lowest terms. */
export function sum(chances: string[]): string {
	let [above, below] = [0n, 1n];
	for (const chance of chances) {
		const [over, under = "1"] = chance.split("/");
		[above, below] = shorten(above * BigInt(under) + BigInt(over!) * below, below * BigInt(under));
	}
	return below === 1n ? String(above) : `${above}/${below}`;
}
