import { useState } from "react";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import { ExpiryInput } from "./expiry-input.tsx";

/** Creates an API key, and shows it once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId();
  const form = useScopedForm();
  const [key, setKey] = useState<string | null>(null);
  const create = useChange(api.access.keys.create.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    onDone: ({ apiKey }) => setKey(apiKey),
    showsError: true,
  });
  if (key !== null) {
    const secrets = [{ label: "API key", value: key }];
    return <SecretOnce title="API key created" secrets={secrets} onClose={onClose} />;
  }
  return (
    <CreateDialog
      title="Create an API key"
      action="Create key"
      nameHint="The automation that will use it."
      of="workspace"
      form={form}
      change={create}
      onSubmit={() => {
        const { name, scopes, expiresAt } = form.getValues();
        const end = expiresAt === "" ? {} : { expiresAt };
        create.mutate({ projectId, name: name.trim(), scopes, ...end });
      }}
      onClose={onClose}
    >
      <ExpiryInput form={form} />
    </CreateDialog>
  );
}
