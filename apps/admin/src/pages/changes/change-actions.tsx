import { Button } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { formatNumber } from "../../ui/values/format.ts";
import type { Change } from "./words.ts";

/** The button that cancels a running change. What it has done can be undone. */
export function CancelButton({ change: { id } }: { readonly change: Change }) {
  const projectId = useProjectId();
  const cancel = useChange(api.changes.cancel.mutationOptions(), {
    invalidates: [api.changes.pathKey()],
    done: "The change was cancelled. What it has done stays, and can be undone.",
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ projectId, id })}
    >
      Cancel
    </Button>
  );
}

/** The button that undoes a change that has ended. */
export function UndoButton({ change: { id } }: { readonly change: Change }) {
  const projectId = useProjectId();
  const undo = useChange(api.changes.undo.mutationOptions(), {
    invalidates: [api.changes.pathKey()],
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      loading={undo.isPending}
      onClick={() => undo.mutate({ projectId, id })}
    >
      Undo
    </Button>
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
