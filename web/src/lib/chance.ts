// Dice that this browser rolls.

/** A fair face of a die, from 1 on: what does not divide evenly is drawn again. */
export function fallen(sides: number): number {
	const word = new Uint32Array(1);
	const most = Math.floor(2 ** 32 / sides) * sides;
	do crypto.getRandomValues(word);
	while (word[0]! >= most);
	return (word[0]! % sides) + 1;
}
