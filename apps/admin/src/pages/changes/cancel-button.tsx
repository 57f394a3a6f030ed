import { Button } from "@mantine/core";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
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
