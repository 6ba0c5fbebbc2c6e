/** The text that src/board/symbols.ts has to have. */
export function symbolsFile(): string;
