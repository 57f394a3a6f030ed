import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { CopiedId } from "../../../ui/values/copy-icon.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import { NO_SCOPES, SCOPED, scopedFields } from "../credentials/scoped-fields.tsx";
import type { Client } from "../types.ts";
import { ClientDetails } from "./client-details.tsx";

const COLUMNS = credentialColumns<Client>({
  id: "id",
  header: "Client id",
  cell: ({ row }) => <CopiedId id={row.original.id} label="client id" />,
});

/** The project's OAuth clients, which get tokens for the Public Object API. */
export function Clients() {
  const query = useQuery(useProject().access.clients.list.queryOptions());
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

/** Creates a client, and shows its secret once. */
function CreateClient({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      {...SCOPED}
      title="Create an OAuth client"
      action="Create client"
      initial={NO_SCOPES}
      fields={scopedFields("public", "The program that will use it.")}
      of={useProject().access.clients.create}
      input={({ name, scopes }) => ({ name, scopes: [...scopes] })}
      shows={({ clientId, clientSecret }) => (
        <SecretOnce
          title="Client created"
          secrets={[
            { label: "Client id", value: clientId },
            { label: "Client secret", value: clientSecret },
          ]}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}
