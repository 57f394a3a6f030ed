import { Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import type { Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { useSchema } from "../property/use-schema.ts";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { ChangeButton } from "../ui/dialogs/ask.tsx";
import { formatNumber } from "../ui/values/format.ts";
import { type JobMark, jobMark } from "./job-content.tsx";

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
export function changeResult({ action, changed, unchanged, refused }: Change): string {
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
export function changeProgress({ selected, isSelected, done }: Change): {
  readonly percent: number;
  readonly text: string;
} {
  if (!isSelected) {
    return { percent: 0, text: `Finding the records: ${formatNumber(selected)} so far` };
  }
  const percent = selected === 0 ? 100 : Math.floor((done / selected) * 100);
  return { percent, text: `${formatNumber(done)} of ${formatNumber(selected)}` };
}

interface ActionProps {
  readonly change: Change;
  /** By default, the size of a button in a row. */
  readonly size?: "sm" | "compact-sm";
}

/** The button that cancels a running change. What it has done can be undone. */
export function CancelButton({ change: { id }, size = "compact-sm" }: ActionProps) {
  return (
    <ChangeButton
      size={size}
      of={useProject().changes.cancel}
      failed="The change was not cancelled"
      input={{ id }}
      done="The change was cancelled. What it has done stays, and can be undone."
    >
      Cancel
    </ChangeButton>
  );
}

/** The button that undoes a change that has ended. */
export function UndoButton({ change: { id }, size = "compact-sm" }: ActionProps) {
  return (
    <ChangeButton
      size={size}
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      of={useProject().changes.undo}
      failed="The change was not undone"
      input={{ id }}
    >
      Undo
    </ChangeButton>
  );
}

interface CsvProps {
  readonly id: number;
  readonly part: "refused" | "left";
  readonly count: number;
}

/** The link to the file of records that a change refused, or that its undo left. */
export function Csv({ id, part, count }: CsvProps) {
  const projectId = useProjectId();
  return (
    <Button
      component="a"
      href={`/downloads/changes/${projectId}/${id}/${part}.csv`}
      download
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={15} aria-hidden />}
    >
      Download {formatNumber(count)} {part === "refused" ? "refused" : "left"}
    </Button>
  );
}

const HOW = {
  set: "set",
  clear: "cleared",
  add: "added values to",
  remove: "removed values from",
} as const;

/** Which properties were edited. The values are in the records' histories. */
export function Edits({ change: { edits, object, action } }: { readonly change: Change }) {
  const { data: schema } = useSchema(object);
  if (action !== "edit") return null;
  const propertyLabel = (name: string) =>
    schema?.properties.find((property) => property.name === name)?.label ?? name;
  const words = edits
    .map(({ internal_name, how }) => `${HOW[how]} ${propertyLabel(internal_name)}`)
    .join(", ");
  return (
    <Text c="dimmed" fz="xs">
      {words.charAt(0).toUpperCase()}
      {words.slice(1)}
    </Text>
  );
}
