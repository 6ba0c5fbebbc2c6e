// Houses that are looked into: those with somebody inside or pointed at, and the floor that is shown of each.
import type { Area, Counter, CounterId, Ground } from "../types";
import type { Point } from "./geometry";
import { unitOf } from "./tabletop";
import { isWithin, pointsOf } from "./terrain";

export interface Opened {
	area: Area;
	/** Its place among the areas. */
	place: number;
	people: Counter[];
	floor: number;
}

export class Housing {
	private floors = $state.raw<Record<number, number>>({});

	constructor(
		private readonly of: () => {
			ground: Ground;
			placed: Counter[];
			at: Point | null;
			/** Whoever is in hand or selected: his floor is shown. */
			regarded: CounterId | null;
		},
	) {}

	readonly opened: Opened[] = $derived.by(() => {
		const { ground, placed, at, regarded } = this.of();
		return ground.areas.flatMap((area, place) => {
			if (!area.floors) return [];
			const outline = pointsOf(area);
			const people = placed.filter((counter) => isWithin(counter.spot!, outline));
			if (people.length === 0 && !(at && isWithin(at, outline))) return [];
			const chosen = people.find((counter) => unitOf(counter) === regarded);
			const highest = Math.max(0, ...people.map((counter) => counter.model?.floor ?? 0));
			return [{ area, place, people, floor: this.floors[place] ?? chosen?.model?.floor ?? highest }];
		});
	});

	/** Who is on a floor that is not shown. */
	readonly elsewhere: Set<CounterId> = $derived(
		new Set(
			this.opened.flatMap(({ people, floor }) =>
				people.filter((counter) => (counter.model?.floor ?? 0) !== floor).map((counter) => counter.id),
			),
		),
	);

	/** How many floors there are at a point. */
	floorsAt(at: Point | null): number {
		const high = this.of().ground.areas.filter((area) => area.floors > 1);
		return at
			? Math.max(0, ...high.filter((area) => isWithin(at, pointsOf(area))).map((area) => area.floors))
			: 0;
	}

	/** Shows the next floor of a house. */
	climb(place: number): void {
		const open = this.opened.find((one) => one.place === place);
		if (open) this.floors = { ...this.floors, [place]: (open.floor + 1) % open.area.floors };
	}
}
