import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import type { Export } from "./states.ts";

/** The button that deletes an export that has ended. */
export function DeleteExport({ one: { id, object, state } }: { readonly one: Export }) {
  const projectId = useProjectId();
  const [asks, setAsks] = useState(false);
  const remove = useChange(api.exports.delete.mutationOptions(), {
    invalidates: [api.exports.pathKey()],
    done: "The export was deleted",
    showsError: true,
    onDone: () => setAsks(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Delete
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Delete this export of ${typeNames(object).label.toLowerCase()}?`}
        action="Delete export"
        change={remove}
        onConfirm={() => remove.mutate({ projectId, id })}
      >
        {state === "done"
          ? "Nobody will be able to download its file. The records stay."
          : "It is removed from this list. The records stay."}
      </Confirm>
    </>
  );
}
