import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { CopiedId } from "../../../ui/values/copy-icon.tsx";
import { CreateDialog } from "../credentials/create-dialog.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import { useScopedForm } from "../scopes/use-scoped-form.ts";
import type { Client } from "../types.ts";
import { ClientDetails } from "./client-details.tsx";

const COLUMNS = credentialColumns<Client>({
  id: "id",
  header: "Client id",
  cell: ({ row }) => <CopiedId id={row.original.id} label="client id" />,
});

/** The project's OAuth clients, which get tokens for the Public Object API. */
export function Clients() {
  const query = useQuery(api.access.clients.list.queryOptions({ projectId: useProjectId() }));
  return (
    <Credentials
      section="clients"
      lead="A program exchanges a client’s id and secret for access tokens to the Public Object API. A client belongs to one project."
      query={query}
      columns={COLUMNS}
      create="Create client"
      icon={IconPlugConnected}
      hint="Create one for each program that reads or writes records. Give it only the scopes that it needs."
      creation={(onClose) => <CreateClient onClose={onClose} />}
      details={(client, onClose) => <ClientDetails client={client} onClose={onClose} />}
    />
  );
}

type Made = Outputs["access"]["clients"]["create"];

/** Creates a client, and shows its secret once. */
function CreateClient({ onClose }: { readonly onClose: () => void }) {
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
