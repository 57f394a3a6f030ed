import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import type { Export } from "./states.ts";

/** The button that cancels an open export. */
export function CancelExport({ one: { id, object } }: { readonly one: Export }) {
  const projectId = useProjectId();
  const [asks, setAsks] = useState(false);
  const cancel = useChange(api.exports.cancel.mutationOptions(), {
    invalidates: [api.exports.pathKey()],
    done: "The export was cancelled",
    showsError: true,
    onDone: () => setAsks(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Cancel
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Cancel this export of ${typeNames(object).label.toLowerCase()}?`}
        action="Cancel export"
        cancel="Let it run"
        change={cancel}
        onConfirm={() => cancel.mutate({ projectId, id })}
      >
        What was written so far will be deleted.
      </Confirm>
    </>
  );
}
