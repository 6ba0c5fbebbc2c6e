// Parts of the page as the page shows them, without a browser; taken away after each test.
import { type Component, mount, unmount } from "svelte";
import { afterEach } from "vitest";

const shown: object[] = [];
afterEach(() => {
	for (const one of shown.splice(0)) void unmount(one);
	document.body.innerHTML = "";
});

function put<P extends object>(target: Element, part: Component<P>, props: P): void {
	document.body.append(target);
	shown.push(mount(part as Component<object>, { target, props }));
}

/** A part of the page. */
export function show<P extends object>(part: Component<P>, props: P): HTMLElement {
	const target = document.createElement("div");
	put(target, part, props);
	return target;
}

/** A part of a drawing. */
export function drawn<P extends object>(part: Component<P>, props: P): SVGElement {
	const target = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	put(target, part, props);
	return target;
}
