// The time, for what shows it: it goes on as long as that is on the page.

export function ticking(every: number): { readonly now: number } {
	let now = $state(Date.now());
	$effect(() => {
		now = Date.now();
		const timer = setInterval(() => {
			now = Date.now();
		}, every);
		return () => clearInterval(timer);
	});
	return {
		get now() {
			return now;
		},
	};
}
