import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { useChange } from "../../ui/use-change.ts";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

interface RemoveAccountProps {
  readonly wabaId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before an account and its token are forgotten. */
export function RemoveAccount({ wabaId, opened, onClose }: RemoveAccountProps) {
  const projectId = useProjectId();
  const remove = useChange(api.templates.account.remove.mutationOptions(), {
    invalidates: INVALIDATED_BY_TEMPLATES,
    done: "The account is removed.",
    showsError: true,
    onDone: onClose,
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Remove the messaging account"
      name={wabaId}
      action="Remove account"
      change={remove}
      onConfirm={() => remove.mutate({ projectId })}
    >
      The account {wabaId} and its access token are forgotten, for every project of the tenant.
      Templates stay as they are, but are not synced any more.
    </Confirm>
  );
}
