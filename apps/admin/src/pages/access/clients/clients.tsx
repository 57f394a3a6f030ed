import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { CopiedId } from "../../../ui/values/copy-icon.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import {
  NO_SCOPES,
  SCOPED,
  type ScopedValues,
  scopedFields,
} from "../credentials/scoped-fields.tsx";
import type { Client } from "../types.ts";
import { ClientDetails } from "./client-details.tsx";
import { commandOf, FirstRequest } from "./first-request.tsx";

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
      creation={(onClose) => <CreateClient isFirst={query.data?.length === 0} onClose={onClose} />}
      details={(client, onClose) => <ClientDetails client={client} onClose={onClose} />}
    />
  );
}

/** What a first program does most likely. */
const USUAL: ScopedValues = {
  ...NO_SCOPES,
  scopes: ["crm.contacts.read", "crm.contacts.write"],
};

interface CreateClientProps {
  /** Whether the project has no client yet. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** Creates a client, and shows its secret once, with a command that uses it. */
function CreateClient({ isFirst, onClose }: CreateClientProps) {
  const { access } = useProject();
  const url = useQuery(access.scopes.queryOptions()).data?.apiUrl ?? "";
  return (
    <Form
      {...SCOPED}
      title="Create an OAuth client"
      action="Create client"
      initial={isFirst ? USUAL : NO_SCOPES}
      fields={scopedFields("public", "The program that will use it.")}
      of={access.clients.create}
      input={({ name, scopes }) => ({ name, scopes: [...scopes] })}
      shows={({ clientId, clientSecret }, { scopes }) => (
        <SecretOnce
          title="Client created"
          note={<FirstRequest command={commandOf({ url, clientId, clientSecret, scopes })} />}
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
