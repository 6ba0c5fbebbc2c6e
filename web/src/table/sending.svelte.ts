// Decisions on their way to the server, with the dice that they wait for, and what is taken back and done again.
import { Trouble } from "../api/client";
import * as keep from "../lib/keep";
import type { NeededDie, Refusal } from "../types";
import { Planning } from "./planning.svelte";
import { Watching } from "./watching.svelte";

/** Why something cannot be done, and what it was. */
export interface Objection {
	about: string;
	refusal: Refusal;
	/** Decisions about it that are allowed though not listed. */
	allowed: string[];
	/** What can be done instead; may be empty. */
	instead: string;
}

/** A refusal that makes nobody responsible. */
export const NOBODY = { elsewhere: false, responsible: [], units: [], hexes: [] };

/** A decision that waits for dice that people roll. */
export interface Throwing {
	text: string;
	revision: number;
	/** What was rolled for it so far. */
	faces: number[];
	needs: NeededDie;
}

export abstract class Sending extends Watching {
	objection = $state.raw<Objection | null>(null);
	readonly planning = new Planning(keep.plan(this.id), (plan) => keep.keepPlan(this.id, plan));
	/** What was decided and is not confirmed yet. */
	pending = $state<string | null>(null);
	/** A decision that waits for real dice. */
	throwing = $state.raw<Throwing | null>(null);
	/** What was taken back, the last on top. */
	undone = $state.raw<string[]>([]);
	private pendingRevision = 0;
	private pendingFaces: number[] = [];

	protected resume(): void {
		if (this.pending === null) void this.refresh();
		else void this.send(this.pending, this.pendingRevision, this.pendingFaces);
	}

	protected object(about: string, refusal: Refusal, allowed: string[] = []): void {
		const prompt = this.now?.view.prompt?.words ?? "";
		// Who asks for what another phase is for is told what this one asks.
		const instead = this.myTurn && !refusal.reason.includes(prompt) ? prompt : "";
		this.objection = { about, refusal, allowed, instead };
		this.lit = refusal;
	}

	/** One decision is on its way at a time; it stays outlined until the server has answered. */
	protected async send(text: string, revision: number, faces: number[] = []): Promise<boolean> {
		this.pending = text;
		this.pendingRevision = revision;
		this.pendingFaces = faces;
		this.throwing = null;
		this.message = null;
		this.objection = null;
		try {
			const acted = await this.server.act(revision, text, faces);
			this.undone = text === this.undone.at(-1) ? this.undone.slice(0, -1) : [];
			this.log.add(acted.step);
			// What could be decided before is not on offer any more: it comes back with the new table.
			await this.refresh();
			this.pending = null;
			this.settled();
			return true;
		} catch (trouble) {
			if (trouble instanceof Trouble && trouble.code === "offline") {
				this.message = `“${text}” is not sent yet: it will be as soon as the server can be reached.`;
				this.connected = false;
				return true;
			}
			// No die is rolled while words are being sealed and opened: then it is decided once more.
			if (trouble instanceof Trouble && trouble.code === "closed" && this.pledge.adding) {
				await this.pledge.adding;
				return this.send(text, revision, faces);
			}
			this.pending = null;
			if (trouble instanceof Trouble && trouble.fault?.needs) {
				this.throwing = { text, revision, faces, needs: trouble.fault.needs };
				return true;
			}
			this.explain(text, trouble);
			return false;
		}
	}

	/** What was decided has been carried out and is on the table. */
	protected abstract settled(): void;

	/** A real die that the waiting decision needs. */
	async give(face: number): Promise<void> {
		const waiting = this.throwing;
		if (waiting) await this.send(waiting.text, waiting.revision, [...waiting.faces, face]);
	}

	/** The dice are not rolled after all: nothing has been decided. */
	putBack(): void {
		this.throwing = null;
	}

	private explain(text: string, trouble: unknown): void {
		const fault = trouble instanceof Trouble ? trouble.fault : null;
		if (fault?.refusal) {
			this.object(text, fault.refusal);
			return;
		}
		if (fault?.state) {
			this.message = `The table has changed: “${text}” was not carried out.`;
			void this.show(fault.state);
			return;
		}
		this.message = (trouble as Error).message;
		void this.refresh();
	}

	/** Takes back the last decisions until so many are left. */
	async undo(to = (this.now?.steps ?? 1) - 1): Promise<void> {
		if (this.pending !== null || this.planning.active) return;
		this.pending = "undo";
		this.throwing = null;
		try {
			while (this.now && this.now.steps > to && this.now.undoable > 0) {
				const [before, last] = [this.now, this.story.at(-1)];
				const { revision, steps, deciding, outcome } = await this.server.undo(before.revision);
				if (last && last.number > steps) this.undone = [...this.undone, last.text];
				this.log.cut(steps);
				// The news of it may have been quicker than the answer: then the table shows it already.
				if (this.now.revision < revision)
					this.now = { ...before, revision, steps, deciding, outcome, undoable: before.undoable - 1 };
			}
		} catch (trouble) {
			this.message = (trouble as Error).message;
		}
		await this.refresh();
		this.pending = null;
	}

	/** Takes back everything since the last new fact. */
	restart(): Promise<void> {
		return this.undo((this.now?.steps ?? 0) - (this.now?.undoable ?? 0));
	}

	/** Decides again what was taken back last. */
	async redo(): Promise<void> {
		const text = this.undone.at(-1);
		if (text !== undefined && this.pending === null && this.now && !this.past && !this.planning.active)
			await this.send(text, this.now.revision);
	}
}
