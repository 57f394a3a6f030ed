import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { counted } from "../../../ui/values/format.ts";
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

/** The button that undoes an import. */
export function UndoImport({ one: { id, created, updated } }: { readonly one: Import }) {
  const projectId = useProjectId();
  const [asks, setAsks] = useState(false);
  const undo = useChange(api.imports.undo.mutationOptions(), {
    invalidates: [api.imports.pathKey(), api.records.pathKey(), api.home.pathKey()],
    showsError: true,
    onDone: () => setAsks(false),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        Undo import
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title="Undo this import?"
        action="Undo import"
        change={undo}
        onConfirm={() => undo.mutate({ projectId, id })}
      >
        {created > 0 && `${counted(created, "new record")} will be moved to the bin. `}
        {updated > 0 && `Values that ${counted(updated, "row")} changed will be set back. `}
        Values that something else has changed since stay as they are.
      </Confirm>
    </>
  );
}
