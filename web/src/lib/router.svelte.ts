// Which page is shown: the address says it.

export interface Route {
	page: "lobby" | "game" | "odds" | "charts" | "rules" | "setup" | "unknown";
	parts: string[];
	step: number | null;
	/** The table that charts are looked at from. */
	at: string | null;
	hash: string;
}

export function routeOf(url: URL): Route {
	const parts = url.pathname
		.split("/")
		.filter((part) => part !== "")
		.map(decodeURIComponent);
	const step = url.searchParams.get("step");
	const known = { game: 2, odds: 3, charts: 2, rules: 2, setup: 3 } as const;
	const first = parts[0] as keyof typeof known | undefined;
	let page: Route["page"] = "unknown";
	if (first === undefined) page = "lobby";
	else if (first in known && parts.length >= 2 && parts.length <= Math.max(3, known[first])) page = first;
	return {
		page,
		parts: parts.slice(1),
		step: step !== null && /^\d+$/.test(step) ? Number(step) : null,
		at: url.searchParams.get("at"),
		hash: url.hash.slice(1),
	};
}

class Router {
	route = $state.raw<Route>(routeOf(new URL(location.href)));

	constructor() {
		addEventListener("popstate", () => this.read());
		addEventListener("hashchange", () => this.read());
		document.addEventListener("click", (event) => this.follow(event));
	}

	private read(): void {
		this.route = routeOf(new URL(location.href));
	}

	go(path: string, instead = false): void {
		if (instead) history.replaceState(null, "", path);
		else history.pushState(null, "", path);
		this.read();
		if (!instead && !this.route.hash) scrollTo(0, 0);
	}

	/** Links of our own are followed without loading the page anew. */
	private follow(event: MouseEvent): void {
		const link = (event.target as Element | null)?.closest?.("a");
		if (!link || event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
		if (link.pathname.startsWith("/api/")) return;
		if (link.pathname === location.pathname && link.hash) return;
		event.preventDefault();
		this.go(link.pathname + link.search + link.hash);
	}
}

export const router = new Router();
