import type { Outputs } from "../../api.ts";
import { counted } from "../../ui/values/format.ts";
import { undoTitle } from "../../ui/values/job-line.tsx";
import type { Tone } from "../../ui/values/mark.tsx";

export type Import = Outputs["imports"]["read"];
export type DraftSummary = Outputs["imports"]["drafts"]["list"][number];

interface StateMark {
  readonly tone: Tone;
  readonly text: string;
}

/** True while an import or its undoing is under way. */
export function isBusy({ state, undo }: Import): boolean {
  return state === "waiting" || state === "running" || undo?.state === "running";
}

/** Returns the state of an import in words. */
export function importMark({ state, refused, undo }: Import): StateMark {
  if (undo?.state === "running") return { tone: "busy", text: undoTitle(undo.state) };
  if (undo?.state === "failed") return { tone: "bad", text: undoTitle(undo.state) };
  switch (state) {
    case "waiting":
      return { tone: "idle", text: "Waits for its file" };
    case "running":
      return { tone: "busy", text: "Running" };
    case "done":
      return refused > 0
        ? { tone: "warn", text: `Done, ${counted(refused, "row")} refused` }
        : { tone: "good", text: "Done" };
    case "cancelled":
      return { tone: "idle", text: "Cancelled" };
    case "failed":
      return { tone: "bad", text: "Failed" };
    case "undone":
      return { tone: "idle", text: "Undone" };
  }
}

/** Returns the state of a file in preparation in words. */
export function checkMark(check: DraftSummary["check"]): StateMark {
  if (check === null) return { tone: "idle", text: "Not checked yet" };
  switch (check.state) {
    case "running":
      return { tone: "busy", text: "Being checked" };
    case "done":
      return check.counts.refused > 0
        ? { tone: "warn", text: `Checked, ${counted(check.counts.refused, "row")} to fix` }
        : { tone: "good", text: "Checked" };
    case "failed":
      return { tone: "bad", text: "Check failed" };
    case "cancelled":
      return { tone: "idle", text: "Not checked yet" };
  }
}
