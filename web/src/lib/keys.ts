/** Whether somebody is typing, so that letters are letters. */
export function inField(event: KeyboardEvent): boolean {
	const target = event.target as HTMLElement | null;
	return !!target?.closest?.("input, textarea, select, [contenteditable]");
}

/** Whether a space presses what has the focus. */
export function pressable(event: KeyboardEvent): boolean {
	const target = event.target as HTMLElement | null;
	return !!target?.closest?.("button, a, summary, [role=button], [role=tab]");
}
