import { Text } from "@mantine/core";
import { api } from "../../../api.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import type { Client } from "../types.ts";

interface EditClientProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Renames a client or changes its scopes. */
export function EditClient({ client, onClose }: EditClientProps) {
  const form = useScopedForm({ name: client.name, scopes: [...client.scopes] });
  const isNarrower = client.scopes.some((scope) => !form.values.scopes.includes(scope));
  const update = useChange(api.access.clients.update.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    done: "Client saved.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <CreateDialog
      title="Edit the client"
      action="Save"
      nameHint="The program that uses it."
      of="public"
      form={form}
      change={update}
      onSubmit={() => {
        const { name, scopes } = form.getValues();
        update.mutate({ clientId: client.id, name: name.trim(), scopes });
      }}
      onClose={onClose}
    >
      {isNarrower && (
        <Text role="status" fz="sm">
          It loses a scope, so its tokens stop working within five seconds. The program must get a
          new one.
        </Text>
      )}
    </CreateDialog>
  );
}
