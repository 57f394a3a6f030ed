import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import type { Change } from "./words.ts";

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
