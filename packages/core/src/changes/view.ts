import { type Db, jobs as jobRows } from "@rapport/db";
import { type Job, stateOf } from "../jobs/jobs.ts";
import { KEPT_MS } from "../jobs/undo-conflict.ts";
import { type ChangeProgress, type ChangeSettings, progressOf, settingsOf } from "./settings.ts";
import type { UndoProgress } from "./undo-settings.ts";

/** A bulk change as the admins of its project see it (specification §31). */
export interface ChangeView
  extends Pick<ChangeSettings, "action" | "edits" | "target">,
    Pick<ChangeProgress, "selected" | "isSelected" | "done" | "changed" | "unchanged" | "refused"> {
  readonly id: number;
  /** Who made it, in stored form. */
  readonly actor: string;
  readonly object: string;
  readonly state: Job["state"];
  /** Why it failed. */
  readonly failure: string | null;
  readonly undo: UndoView | null;
  /** Whether it can be undone now. */
  readonly canUndo: boolean;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Until then it can be undone, and its refused records are kept. */
  readonly keptUntil: string | null;
}

/** How far the undoing of a bulk change has come. */
export interface UndoView extends Pick<UndoProgress, "undone" | "left"> {
  readonly state: Job["state"];
  readonly failure: string | null;
}

export async function viewOf(db: Db, job: Job): Promise<ChangeView> {
  const { id, type: object, actor, failure, createdAt, startedAt, endedAt } = job;
  const { action, edits, target } = settingsOf(job);
  const progress = progressOf(job);
  const { selected, isSelected, done, changed, unchanged, refused } = progress;
  const undoing =
    progress.undo === undefined ? undefined : await jobRows.findJob(db, job, progress.undo);
  const state = stateOf(job, undoing);
  const keptUntil = endedAt === null ? null : new Date(Date.parse(endedAt) + KEPT_MS).toISOString();
  const isKept = keptUntil !== null && keptUntil > new Date().toISOString();
  const isOpen = undoing?.state === "running" || undoing?.state === "done";
  return {
    ...{ id, object, actor, state, failure, action, edits, target },
    ...{ selected, isSelected, done, changed, unchanged, refused },
    undo: undoing === undefined ? null : undoView(undoing),
    canUndo: isKept && !isOpen && state !== "undone" && changed > 0,
    ...{ createdAt, startedAt, endedAt, keptUntil },
  };
}

function undoView({ state, failure, progress }: jobRows.JobRow): UndoView {
  const { undone, left } = { undone: 0, left: 0, ...progress };
  return { state, failure, undone, left };
}
