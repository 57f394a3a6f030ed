import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Import } from "../states.ts";

/** The button that cancels a running import. */
export function CancelImport({ one: { id } }: { readonly one: Import }) {
  const projectId = useProjectId();
  const [asks, setAsks] = useState(false);
  const cancel = useChange(api.imports.cancel.mutationOptions(), {
    invalidates: [api.imports.pathKey()],
    done: "The import was cancelled",
    showsError: true,
    onDone: () => setAsks(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Cancel import
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title="Cancel this import?"
        action="Cancel import"
        cancel="Let it run"
        change={cancel}
        onConfirm={() => cancel.mutate({ projectId, id })}
      >
        What was imported so far stays. You can undo it afterwards.
      </Confirm>
    </>
  );
}
