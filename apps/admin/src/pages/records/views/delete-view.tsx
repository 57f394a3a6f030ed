import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { useOpenView } from "./use-open-view.ts";
import type { View } from "./view-params.ts";

interface DeleteViewProps {
  readonly type: string;
  /** Null closes the dialog. */
  readonly view: View | null;
  readonly onClose: () => void;
}

/** Asks before it deletes a view. */
export function DeleteView({ type, view, onClose }: DeleteViewProps) {
  const projectId = useProjectId();
  const open = useOpenView(type);
  const client = useQueryClient();
  const deleting = useChange(api.views.delete.mutationOptions(), {
    showsError: true,
    onDone: async () => {
      onClose();
      // The page must have left the view before it is missing from the list.
      await open(null);
      await client.invalidateQueries({ queryKey: api.views.pathKey() });
    },
  });
  return (
    <Confirm
      opened={view !== null}
      onClose={() => {
        deleting.reset();
        onClose();
      }}
      title={`Delete the view “${view?.name ?? ""}”?`}
      action="Delete view"
      change={deleting}
      onConfirm={() => view && deleting.mutate({ projectId, id: view.id })}
    >
      {view?.isShared
        ? "It is deleted for everyone in the project, and links to it open all records."
        : "Links to it open all records."}{" "}
      No record is deleted.
    </Confirm>
  );
}
