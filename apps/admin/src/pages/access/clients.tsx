import { Button } from "@mantine/core";
import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { CopiedId } from "../../ui/copied-id.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Moment } from "../../ui/moment.tsx";
import { ClientDetails } from "./client-details.tsx";
import { CreateClient } from "./create-client.tsx";
import { CredentialState } from "./credential-state.tsx";
import { OpenLink, useOpened } from "./opened.tsx";
import { ScopeCount } from "./scope-count.tsx";
import { SectionPage } from "./section-page.tsx";

export type Client = Outputs["access"]["clients"]["list"][number];

const COLUMNS: readonly Column<Client>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ row: { original: one } }) => <OpenLink id={one.id} name={one.name} />,
  },
  {
    id: "id",
    header: "Client id",
    cell: ({ row: { original: one } }) => <CopiedId id={one.id} label="client id" />,
  },
  {
    id: "scopes",
    header: "Scopes",
    cell: ({ row: { original: one } }) => <ScopeCount scopes={one.scopes} />,
  },
  {
    id: "created",
    header: "Created",
    cell: ({ row: { original: one } }) => <Moment at={one.createdAt} />,
  },
  {
    id: "used",
    header: "Last used",
    cell: ({ row: { original: one } }) => <Moment at={one.lastUsedAt} />,
  },
  {
    id: "state",
    header: "State",
    cell: ({ row: { original: one } }) => <CredentialState disabledAt={one.disabledAt} />,
  },
];

/** The project's OAuth clients: programs that reach the Public Object API with tokens. */
export function Clients() {
  const projectId = useProjectId();
  const clients = useQuery(api.access.clients.list.queryOptions({ projectId }));
  const { open, close } = useOpened();
  const [isCreating, setCreating] = useState(false);
  const opened = clients.data?.find(({ id }) => id === open);
  const create = useMay("admin") && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create client
    </Button>
  );
  return (
    <SectionPage
      section="clients"
      lead="A program exchanges a client’s id and secret for tokens of the Public Object API, in this project alone."
      actions={create}
    >
      <Loaded query={clients}>
        {(rows) => (
          <DataTable
            label="OAuth clients"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<NoClients action={create} />}
          />
        )}
      </Loaded>
      {isCreating && <CreateClient onClose={() => setCreating(false)} />}
      {opened && <ClientDetails client={opened} onClose={close} />}
    </SectionPage>
  );
}

function NoClients({ action }: { readonly action: ReactNode }) {
  return (
    <Empty icon={IconPlugConnected} title="No OAuth clients yet" action={action}>
      Create one for each program that reads or writes records, with no more scopes than it needs.
    </Empty>
  );
}
