import { Stack, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { objectType, typeKeys } from "../../../object-types.ts";
import { useProject } from "../../../shell/use-project.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { CodeBlock, CopyText } from "../../../ui/values/code-block.tsx";
import { CopiedId } from "../../../ui/values/copy-icon.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import {
  NO_SCOPES,
  SCOPED,
  type ScopedValues,
  scopedFields,
} from "../credentials/scoped-fields.tsx";
import type { Client } from "./client-details.tsx";
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
          note={<FirstRequest command={makeCommand({ url, clientId, clientSecret, scopes })} />}
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

interface NewClient {
  /** Of the API. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/**
 * Returns a command for a shell that gets a token and uses it as it stands: it creates a record if the client may, and
 * otherwise lists some. Null if the client has no scope for records.
 */
function makeCommand({ url, clientId, clientSecret, scopes }: NewClient): string | null {
  const typesWithRight = (right: string) =>
    typeKeys().filter((type) => scopes.includes(`crm.${objectType(type).plural}.${right}`));
  const written = typesWithRight("write").find(
    (type) => objectType(type).nameProperties.length > 0,
  );
  const type = written ?? typesWithRight("read")[0];
  if (type === undefined) return null;
  const scope = `crm.${objectType(type).plural}.${written === undefined ? "read" : "write"}`;
  const path = `${url}/api/crm/objects/${objectType(type).plural}`;
  const { nameProperties, required, initial } = objectType(type);
  const names = [nameProperties[0] ?? [], ...required].flatMap(([name]) => name ?? []);
  const properties = [...new Set(names)]
    .filter((name) => initial[name] === undefined)
    .map((name) => ({
      internal_name: name,
      value: name === "email" ? "ada@example.com" : "Ada",
    }));
  const body = JSON.stringify({ properties });
  const asked =
    written === undefined
      ? `"${path}?limit=5"`
      : `-H "Content-Type: application/json" \\\n  -d '${body}' "${path}"`;
  return `TOKEN=$(curl -s -u ${clientId}:${clientSecret} -d grant_type=client_credentials \\
  -d scope=${scope} ${url}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s -H "Authorization: Bearer $TOKEN" ${asked}`;
}

/** The command, to copy. */
function FirstRequest({ command }: { readonly command: string | null }) {
  if (command === null) return null;
  return (
    <Stack gap={4}>
      <Text fw={500}>First request</Text>
      <Text c="dimmed">Paste this into a terminal. It works as it stands.</Text>
      <CodeBlock label="First request" text={command} />
      <CopyText text={command} label="Copy commands" />
    </Stack>
  );
}
