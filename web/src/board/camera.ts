// Pan and zoom: wheel, drag, pinch and keys move one element; nothing is drawn again while it moves.
import type { Point } from "./geometry";

export interface Place {
	x: number;
	y: number;
	scale: number;
}

const LEAST = 0.15;
const MOST = 4;
/** A press that moves less than this is a click. */
const CLICK = 6;

/** The place at which something of this size just fits into a frame. */
export function fitted(width: number, height: number, frame: { width: number; height: number }): Place {
	const scale = clamp(Math.min(frame.width / width, frame.height / height));
	return { scale, x: (frame.width - width * scale) / 2, y: (frame.height - height * scale) / 2 };
}

/** Zooms so that what lies under a point of the frame stays there. */
export function zoomed(place: Place, by: number, at: Point): Place {
	const scale = clamp(place.scale * by);
	const grown = scale / place.scale;
	return { scale, x: at.x - (at.x - place.x) * grown, y: at.y - (at.y - place.y) * grown };
}

const clamp = (scale: number) => Math.min(MOST, Math.max(LEAST, scale));

/** So much may be seen beyond the edge of a map. */
const MARGIN = 24;

export class Camera {
	/** The wheel zooms; else it scrolls, and zooms while Ctrl is held. */
	wheelZooms = true;
	/** What lies over the lower edge of the frame. */
	bottom = 0;
	place: Place = { x: 0, y: 0, scale: 1 };
	private pointers = new Map<number, Point>();
	private start: Point | null = null;
	private dragged = false;
	private velocity: Point = { x: 0, y: 0 };
	private still = 0;
	private frame = 0;
	private frameSize: { width: number; height: number } | null = null;
	private readonly over = new AbortController();

	constructor(
		private readonly view: HTMLElement,
		private readonly world: HTMLElement,
		private readonly size: { width: number; height: number },
		private readonly moved: (place: Place) => void,
		/** What lies over the upper edge of the frame: nothing is fitted under it. */
		public top = 0,
	) {
		const on = { signal: this.over.signal };
		view.addEventListener("wheel", (event) => this.wheel(event), { ...on, passive: false });
		view.addEventListener("pointerdown", (event) => this.down(event), on);
		view.addEventListener("pointermove", (event) => this.move(event), on);
		view.addEventListener("pointerup", (event) => this.up(event), on);
		view.addEventListener("pointercancel", (event) => this.up(event), on);
		// A drag is no click, wherever it ends.
		view.addEventListener("click", (event) => this.dragged && event.stopImmediatePropagation(), {
			...on,
			capture: true,
		});
	}

	/** Whether what is pressed has become a drag. */
	get isDragged(): boolean {
		return this.dragged || this.pointers.size > 1;
	}

	stop(): void {
		this.over.abort();
		cancelAnimationFrame(this.frame);
		clearTimeout(this.still);
	}

	private get box(): DOMRect {
		return this.view.getBoundingClientRect();
	}

	go(place: Place): void {
		this.place = place;
		this.world.style.transform = `translate3d(${place.x}px, ${place.y}px, 0) scale(${place.scale})`;
		// While it moves the picture is only shifted; when it rests it is drawn sharp.
		this.world.style.willChange = "transform";
		clearTimeout(this.still);
		this.still = window.setTimeout(() => {
			this.world.style.willChange = "auto";
			this.moved(this.place);
		}, 160);
	}

	fit(): void {
		const { width, height } = this.box;
		this.frameSize = { width, height };
		const place = fitted(this.size.width, this.size.height, {
			width,
			height: height - this.top - this.bottom,
		});
		this.go({ ...place, y: place.y + this.top });
	}

	zoom(by: number, at?: Point): void {
		const { width, height } = this.box;
		this.go(zoomed(this.place, by, at ?? { x: width / 2, y: height / 2 }));
	}

	/** One unit of the drawing is one pixel, around what is in the middle. */
	full(): void {
		this.zoom(1 / this.place.scale);
	}

	pan(x: number, y: number): void {
		this.go({ ...this.place, x: this.place.x + x, y: this.place.y + y });
	}

	/** The frame has another size: what was in its middle stays there. */
	resized(): void {
		const { width, height } = this.box;
		const before = this.frameSize;
		this.frameSize = { width, height };
		if (before && width > 0 && height > 0) this.pan((width - before.width) / 2, (height - before.height) / 2);
	}

	/** From the window to the drawing. */
	inWorld(event: { clientX: number; clientY: number }): Point {
		const { left, top } = this.box;
		return {
			x: (event.clientX - left - this.place.x) / this.place.scale,
			y: (event.clientY - top - this.place.y) / this.place.scale,
		};
	}

	/** Shows all of these points, as large as they allow within bounds; where they do not fit, what is in their middle. */
	frameAll(points: Point[], { least, most }: { least: number; most: number }): void {
		const { width, height } = this.box;
		const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
		const [left, right, up, down] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
		const room = 130;
		const fits = Math.min(width / (right - left + room), (height - this.top) / (down - up + room));
		const scale = Math.min(most, Math.max(least, fits));
		this.frameSize = { width, height };
		// No empty margin beside a map that would fill the frame, and no edge cut off of one that does not.
		const within = (at: number, from: number, to: number, size: number) => {
			const free = to - from - size * scale;
			return free > 0 ? from + free / 2 : Math.min(from + MARGIN, Math.max(from + free - MARGIN, at));
		};
		this.go({
			scale,
			x: within(width / 2 - ((left + right) / 2) * scale, 0, width, this.size.width),
			y: within(
				(height + this.top) / 2 - ((up + down) / 2) * scale,
				this.top,
				height - this.bottom,
				this.size.height,
			),
		});
	}

	/** Whether a point can be seen. */
	sees(point: Point): boolean {
		const { width, height } = this.box;
		const [x, y] = [this.place.x + point.x * this.place.scale, this.place.y + point.y * this.place.scale];
		return x > 0 && y > this.top && x < width && y < height;
	}

	/** Brings a point into view if it is not, and no further than needed; gently, if nobody has asked for it. */
	show(point: Point, room = 90, gently = false): void {
		if (gently && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
			this.world.style.transition = "transform 0.35s ease-in-out";
			setTimeout(() => {
				this.world.style.transition = "";
			}, 400);
		}
		const { width, height } = this.box;
		const [x, y] = [this.place.x + point.x * this.place.scale, this.place.y + point.y * this.place.scale];
		const shift = (at: number, size: number) =>
			at < room ? room - at : at > size - room ? size - room - at : 0;
		const [right, down] = [shift(x, width), shift(y - this.top, height - this.top)];
		if (right !== 0 || down !== 0) this.pan(right, down);
	}

	private wheel(event: WheelEvent): void {
		event.preventDefault();
		const { left, top } = this.box;
		const lines = event.deltaMode === 1 ? 16 : 1;
		if (!this.wheelZooms && !event.ctrlKey) {
			this.pan(-event.deltaX * lines, -event.deltaY * lines);
			return;
		}
		this.zoom(Math.exp(-event.deltaY * lines * 0.0016), { x: event.clientX - left, y: event.clientY - top });
	}

	private down(event: PointerEvent): void {
		if (event.button !== 0) return;
		cancelAnimationFrame(this.frame);
		this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (this.pointers.size === 1) {
			this.start = { x: event.clientX, y: event.clientY };
			this.dragged = false;
			this.velocity = { x: 0, y: 0 };
		}
	}

	private move(event: PointerEvent): void {
		const before = this.pointers.get(event.pointerId);
		if (!before || !this.start) return;
		const now = { x: event.clientX, y: event.clientY };
		if (
			!this.dragged &&
			Math.hypot(now.x - this.start.x, now.y - this.start.y) < CLICK &&
			this.pointers.size === 1
		)
			return;
		if (!this.dragged) {
			this.dragged = true;
			this.view.setPointerCapture(event.pointerId);
		}
		if (this.pointers.size === 1) {
			this.velocity = { x: now.x - before.x, y: now.y - before.y };
			this.pan(this.velocity.x, this.velocity.y);
		} else {
			this.pinch(event.pointerId, before, now);
		}
		this.pointers.set(event.pointerId, now);
	}

	private pinch(moving: number, before: Point, now: Point): void {
		const other = [...this.pointers].find(([id]) => id !== moving)?.[1];
		if (!other) return;
		const { left, top } = this.box;
		const length = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
		this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
		this.zoom(length(now) / length(before), {
			x: (now.x + other.x) / 2 - left,
			y: (now.y + other.y) / 2 - top,
		});
	}

	private up(event: PointerEvent): void {
		if (!this.pointers.delete(event.pointerId)) return;
		if (this.pointers.size > 0 || !this.dragged) return;
		// The click that follows a drag comes at once; after that clicks count again.
		setTimeout(() => {
			this.dragged = false;
		}, 0);
		if (event.pointerType === "touch" && !matchMedia("(prefers-reduced-motion: reduce)").matches)
			this.glide();
	}

	private glide(): void {
		this.velocity = { x: this.velocity.x * 0.92, y: this.velocity.y * 0.92 };
		if (Math.hypot(this.velocity.x, this.velocity.y) < 0.5) return;
		this.pan(this.velocity.x, this.velocity.y);
		this.frame = requestAnimationFrame(() => this.glide());
	}
}

/** What of a map is shown in a small picture of some shape: what matters with some room around it, else the whole of it. */
export function framed(
	{ width, height }: { width: number; height: number },
	points: Point[],
	shape: number,
): string {
	const room = 75;
	const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
	const box =
		points.length === 0
			? { left: 0, top: 0, right: width, bottom: height }
			: {
					left: Math.max(0, Math.min(...xs) - room),
					top: Math.max(0, Math.min(...ys) - room),
					right: Math.min(width, Math.max(...xs) + room),
					bottom: Math.min(height, Math.max(...ys) + room),
				};
	// As wide as the map at most: where it is higher than its picture, the middle of what matters is seen.
	const wide = Math.min(width, Math.max(box.right - box.left, (box.bottom - box.top) * shape));
	const high = wide / shape;
	const within = (middle: number, size: number, whole: number) =>
		Math.max(0, Math.min(whole - size, middle - size / 2));
	const x = within((box.left + box.right) / 2, wide, width);
	const y = high < height ? within((box.top + box.bottom) / 2, high, height) : (height - high) / 2;
	return [x, y, wide, high].map((value) => Math.round(value)).join(" ");
}
