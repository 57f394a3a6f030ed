import type { ChangeAction } from "./action.ts";
import type { ChangeSettings } from "./settings.ts";

/** The kind of jobs that undo a bulk change. */
export const CHANGE_UNDO = "change_undo";

/** The settings of a job that undoes a bulk change. */
export interface UndoSettings {
  readonly change: number;
  readonly action: ChangeAction["kind"];
  readonly target: ChangeSettings["target"];
  readonly changesFile: string;
  /** The records that are left as they are, as lines of CSV. */
  readonly leftFile: string;
}

/** How far the undoing of a bulk change has come. */
export interface UndoProgress {
  /** Records that are as before the change, as far as it concerns them. */
  readonly undone: number;
  /** Records that were left, wholly or in part, because something else changed them since. */
  readonly left: number;
  /** Bytes of the list of changes that are still to do; it is undone from its end. */
  readonly remaining: number;
}

/** Returns whether the undoing finds in the history what the change did. Deletions and restores need only versions. */
export function needsHistory(action: ChangeAction["kind"]): boolean {
  return action !== "delete" && action !== "restore";
}
