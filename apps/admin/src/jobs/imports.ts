import type { Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { counted, formatNumber } from "../ui/values/format.ts";
import { type JobMark, jobMark } from "./job-content.tsx";

export type Import = Outputs["imports"]["read"];
export type DraftSummary = Outputs["imports"]["drafts"]["list"][number];

export type HubspotImport = Extract<Import, { readonly account: string }>;

/** Narrows an import to one from HubSpot; others are from a file. */
export function isFromHubspot(one: Import): one is HubspotImport {
  return "account" in one;
}

/** Returns what an import is called: its file, or the account that it is from. */
export function importTitle(one: Import): string {
  if (isFromHubspot(one)) return `HubSpot account ${one.account}`;
  return one.fileName ?? `Import ${one.id}`;
}

/** Returns how far a running import has come. One from HubSpot does not know how many records there are. */
export function importProgress(one: Import): { readonly text: string; readonly percent?: number } {
  if (isFromHubspot(one)) {
    const { created, updated, unchanged, refused } = one;
    return { text: counted(created + updated + unchanged + refused, "record") };
  }
  const { read, rows, bytesRead, bytes } = one;
  const text = `${formatNumber(read)} of ${rows === null ? "?" : counted(rows, "row")}`;
  return bytes ? { text, percent: Math.min(bytesRead / bytes, 1) * 100 } : { text };
}

/** True while an import or its undoing is under way. */
export function isBusy({ state, undo }: Import): boolean {
  return state === "waiting" || state === "running" || undo?.state === "running";
}

/** Returns the state of an import in words. */
export function importMark(one: Import): JobMark {
  const isHubspot = isFromHubspot(one);
  if (isHubspot && one.state === "done" && one.undo === null && isRefusedByHubspot(one)) {
    const { created, updated, unchanged, refused } = one;
    const isNone = created + updated + unchanged + refused === 0;
    return { tone: "warn", text: isNone ? "Not imported" : "Imported in part" };
  }
  return jobMark(one, {
    refused: counted(one.refused, isHubspot ? "record" : "row"),
    undone: "Undone",
    waiting: isHubspot ? "Waits for its command" : "Waits for its file",
  });
}

/** True if HubSpot did not give access to the type. What is left out of a type has an example or another name. */
function isRefusedByHubspot({ object, notBrought }: HubspotImport): boolean {
  const { plural } = typeNames(object);
  return notBrought.some(({ what, examples }) => what === plural && examples.length === 0);
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
