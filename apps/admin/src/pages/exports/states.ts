import type { Outputs } from "../../api.ts";
import type { Tone } from "../../ui/values/mark.tsx";

export type Export = Outputs["exports"]["list"]["exports"][number];

/** True while an export waits or is written. */
export function isOpen({ state }: Export): boolean {
  return state === "waiting" || state === "running";
}

/** Returns the state of an export in words. */
export function exportMark(one: Export): { readonly tone: Tone; readonly text: string } {
  switch (one.state) {
    case "waiting":
      return { tone: "idle", text: "Waiting" };
    case "running":
      return { tone: "busy", text: "Running" };
    case "done":
      return { tone: "good", text: "Done" };
    case "failed":
      return { tone: "bad", text: "Failed" };
    case "cancelled":
      return { tone: "idle", text: "Cancelled" };
    case "expired":
      return { tone: "idle", text: wasErased(one) ? "File deleted" : "Expired" };
  }
}

/** Files are kept for this long after the end of an export. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** True if the file was deleted before its time: a record of its type was erased, or the database was restored. */
export function wasErased({ state, endedAt }: Export): boolean {
  return state === "expired" && Date.parse(endedAt ?? "") + KEPT_MS > Date.now();
}
