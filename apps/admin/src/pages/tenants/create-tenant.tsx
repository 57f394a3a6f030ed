import { api } from "../../api.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { NameDialog } from "./name-dialog.tsx";

/** The form for a new tenant. */
export function CreateTenant({ onClose }: { readonly onClose: () => void }) {
  const create = useChange(api.tenants.create.mutationOptions(), {
    invalidates: [api.tenants.list.pathKey()],
    done: (_, { name }) => `${name} created. Next, create a project in it.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <NameDialog
      title="Create a tenant"
      hint="A customer or company. Its projects share message templates."
      action="Create tenant"
      change={create}
      onSubmit={(name) => create.mutate({ name })}
      onClose={onClose}
    />
  );
}
