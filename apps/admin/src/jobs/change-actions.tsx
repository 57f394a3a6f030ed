import { Button } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { ChangeButton } from "../ui/dialogs/ask.tsx";
import { formatNumber } from "../ui/values/format.ts";
import type { Change } from "./changes.ts";

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
