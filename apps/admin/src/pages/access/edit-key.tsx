import { api } from "../../api.ts";
import { toLocalTime } from "../../ui/local-time.ts";
import { useChange } from "../../ui/use-change.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { ExpiryInput } from "./expiry-input.tsx";
import type { Key } from "./types.ts";
import { useScopedForm } from "./use-scoped-form.ts";

interface EditKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** Renames a key, or changes its scopes or expiry. */
export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const known = toLocalTime(apiKey.expiresAt ?? "");
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
        const end = expiresAt === "" ? null : new Date(expiresAt).toISOString();
        update.mutate({
          keyId: apiKey.id,
          name: name.trim(),
          scopes,
          ...(expiresAt !== known && { expiresAt: end }),
        });
      }}
      onClose={onClose}
    >
      <ExpiryInput form={form} />
    </CreateDialog>
  );
}
