import { useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";

type Made = Outputs["access"]["clients"]["create"];

/** Creates a client, and shows its secret once. */
export function CreateClient({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId();
  const form = useScopedForm();
  const [made, setMade] = useState<Made | null>(null);
  const create = useChange(api.access.clients.create.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    onDone: setMade,
    showsError: true,
  });
  if (made !== null) return <NewClient made={made} onClose={onClose} />;
  return (
    <CreateDialog
      title="Create an OAuth client"
      action="Create client"
      nameHint="The program that will use it."
      of="public"
      form={form}
      change={create}
      onSubmit={() => {
        const { name, scopes } = form.getValues();
        create.mutate({ projectId, name: name.trim(), scopes });
      }}
      onClose={onClose}
    />
  );
}

function NewClient({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const secrets = [
    { label: "Client id", value: made.clientId },
    { label: "Client secret", value: made.clientSecret },
  ];
  return <SecretOnce title="Client created" secrets={secrets} onClose={onClose} />;
}
