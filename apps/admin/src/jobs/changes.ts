import type { Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { type JobMark, jobMark } from "../ui/pages/job-content.tsx";
import { formatNumber } from "../ui/values/format.ts";

export type Change = Outputs["changes"]["read"];

/** True while a change or its undoing is under way. */
export function isBusy({ state, undo }: Change): boolean {
  return state === "running" || undo?.state === "running";
}

const TITLES: Readonly<Record<Change["action"], string>> = {
  edit: "Edit",
  move: "Move",
  associate: "Associate",
  delete: "Delete",
  restore: "Restore",
};

/** Returns what a change does, such as `Edit contacts`. */
export function changeTitle({ action, object }: Pick<Change, "action" | "object">): string {
  return `${TITLES[action]} ${typeNames(object).label.toLowerCase()}`;
}

const DONE: Readonly<Record<Change["action"], string>> = {
  edit: "changed",
  move: "moved",
  associate: "associated",
  delete: "deleted",
  restore: "restored",
};

/** Returns the result of a change so far: `496 changed, 4 refused`. */
export function resultOf({ action, changed, unchanged, refused }: Change): string {
  const parts = [
    [changed, DONE[action]],
    [unchanged, "unchanged"],
    [refused, "refused"],
  ] as const;
  return parts
    .filter(([count], i) => i === 0 || count > 0)
    .map(([count, what]) => `${formatNumber(count)} ${what}`)
    .join(", ");
}

/** Returns the state of a change in words. */
export function changeMark(change: Change): JobMark {
  return jobMark(change, { refused: formatNumber(change.refused), undone: undoneText(change) });
}

function undoneText(change: Change): string {
  const end = earlyEnd(change);
  return end === null ? "Undone" : `${end}, then undone`;
}

/** Returns how a change has ended before all of its records were done; null if it has not. */
export function earlyEnd({ state, failure, isSelected, selected, done }: Change): string | null {
  if (state === "running" || (isSelected && done === selected)) return null;
  return failure === null ? "Cancelled" : "Failed";
}

/** Returns how far a running change has come, in percent and in words. */
export function progressOf({ selected, isSelected, done }: Change): {
  readonly percent: number;
  readonly text: string;
} {
  if (!isSelected) {
    return { percent: 0, text: `Finding the records: ${formatNumber(selected)} so far` };
  }
  const percent = selected === 0 ? 100 : Math.floor((done / selected) * 100);
  return { percent, text: `${formatNumber(done)} of ${formatNumber(selected)}` };
}
