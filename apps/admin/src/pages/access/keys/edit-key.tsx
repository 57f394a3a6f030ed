import { api } from "../../../api.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import type { Key } from "../types.ts";
import { ExpiryInput } from "./expiry-input.tsx";

interface EditKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** Renames a key, or changes its scopes or expiry. */
export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const known = apiKey.expiresAt ?? "";
  const form = useScopedForm({
    name: apiKey.name,
    scopes: [...apiKey.scopes],
    expiresAt: known,
  });
  const update = useChange(api.access.keys.update.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    done: "Key saved.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <CreateDialog
      title="Edit the key"
      action="Save"
      nameHint="The automation that uses it."
      of="workspace"
      form={form}
      change={update}
      onSubmit={() => {
        const { name, scopes, expiresAt } = form.getValues();
        update.mutate({
          keyId: apiKey.id,
          name: name.trim(),
          scopes,
          ...(expiresAt !== known && { expiresAt: expiresAt || null }),
        });
      }}
      onClose={onClose}
    >
      <ExpiryInput form={form} />
    </CreateDialog>
  );
}
