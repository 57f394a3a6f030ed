import { Button, CloseButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { formatNumber } from "../../ui/values/format.ts";
import { JobLine } from "../../ui/values/job-line.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { UndoButton } from "./undo-button.tsx";
import { type Change, earlyEnd, isBusy, progressOf, resultOf, titleOf } from "./words.ts";

interface ChangeLineProps {
  readonly change: Change;
  /** Hides the line; not offered while the change runs. */
  readonly onClose: () => void;
}

/** A bulk change above a table: its progress, then its result with what can be done about it. */
export function ChangeLine({ change, onClose }: ChangeLineProps) {
  const projectId = useProjectId();
  const mayChange = useMay("admin");
  const { id, state, refused, undo, canUndo } = change;
  const params = { projectId: String(projectId), changeId: String(id) };
  return (
    <JobLine
      title={titleOf(change)}
      to={{ to: "/p/$projectId/changes/$changeId", params }}
      text={lineOf(change)}
      percent={state === "running" ? progressOf(change).percent : undefined}
      actions={
        <>
          {refused > 0 && state !== "undone" && <Csv id={id} part="refused" count={refused} />}
          {undo !== null && undo.left > 0 && <Csv id={id} part="left" count={undo.left} />}
          {mayChange && state === "running" && <CancelButton change={change} />}
          {mayChange && canUndo && <UndoButton change={change} />}
          {!isBusy(change) && <CloseButton size="sm" aria-label="Hide" onClick={onClose} />}
        </>
      }
    />
  );
}

function lineOf(change: Change): string {
  const { state, failure, undo } = change;
  if (undo?.state === "running") return `Being undone: ${formatNumber(undo.undone)} so far`;
  if (undo?.state === "done") {
    const end = earlyEnd(change);
    const before = end === null ? "" : `${end} after ${progressOf(change).text}. `;
    const left = undo.left === 0 ? "" : `, ${formatNumber(undo.left)} left as they are`;
    return `${before}Undone: ${formatNumber(undo.undone)} as before${left}`;
  }
  if (state === "running") return progressOf(change).text;
  if (state === "failed") return `Failed after ${resultOf(change)}. ${failure}`;
  if (state === "cancelled")
    return `Cancelled after ${progressOf(change).text}: ${resultOf(change)}`;
  return resultOf(change);
}

interface CsvProps {
  readonly id: number;
  readonly part: "refused" | "left";
  readonly count: number;
}

/** The link to the file of records that a change refused, or that its undoing left. */
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
