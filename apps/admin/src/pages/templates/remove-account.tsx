import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

interface RemoveAccountProps {
  readonly wabaId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before the account and its token are deleted. */
export function RemoveAccount({ wabaId, opened, onClose }: RemoveAccountProps) {
  const projectId = useProjectId();
  const remove = useChange(api.templates.account.remove.mutationOptions(), {
    invalidates: INVALIDATED_BY_TEMPLATES,
    done: "Account removed.",
    showsError: true,
    onDone: onClose,
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Remove the messaging account?"
      name={wabaId}
      action="Remove account"
      change={remove}
      onConfirm={() => remove.mutate({ projectId })}
    >
      This deletes the account id and its access token for every project of the tenant. Templates
      stay, but are no longer synced.
    </Confirm>
  );
}
