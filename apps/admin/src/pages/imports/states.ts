import type { Outputs } from "../../api.ts";
import { type JobMark, jobMark } from "../../ui/pages/job-content.tsx";
import { counted } from "../../ui/values/format.ts";

export type Import = Outputs["imports"]["read"];
export type DraftSummary = Outputs["imports"]["drafts"]["list"][number];

/** True while an import or its undoing is under way. */
export function isBusy({ state, undo }: Import): boolean {
  return state === "waiting" || state === "running" || undo?.state === "running";
}

/** Returns the state of an import in words. */
export function importMark(one: Import): JobMark {
  return jobMark(one, { refused: counted(one.refused, "row"), undone: "Undone" });
}

/** Returns the state of a file in preparation in words. */
export function checkMark(check: DraftSummary["check"]): JobMark {
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
