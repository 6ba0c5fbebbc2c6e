// Scrolling inside the panel beside the map, and nothing else: the page itself stands still.

/** Brings the upper edge of something to the upper edge of its panel. */
export function toStart(what: Element | null | undefined): void {
	const panel = what?.closest(".panel");
	if (what && panel) panel.scrollTop += what.getBoundingClientRect().top - panel.getBoundingClientRect().top;
}

/** Brings the end of what a panel holds into view. */
export function toEnd(what: Element | null | undefined): void {
	const panel = what?.closest(".panel");
	if (panel) panel.scrollTop = panel.scrollHeight;
}

/** Brings something into the middle of its panel. */
export function toMiddle(what: Element | null | undefined): void {
	const panel = what?.closest(".panel");
	if (!what || !panel) return;
	const [line, frame] = [what.getBoundingClientRect(), panel.getBoundingClientRect()];
	panel.scrollTop += line.top - frame.top - frame.height / 2;
}
