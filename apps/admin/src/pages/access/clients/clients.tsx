import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { CopiedId } from "../../../ui/values/copied-id.tsx";
import { Credentials, credentialColumns } from "../credentials/credentials.tsx";
import type { Client } from "../types.ts";
import { ClientDetails } from "./client-details.tsx";
import { CreateClient } from "./create-client.tsx";

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
