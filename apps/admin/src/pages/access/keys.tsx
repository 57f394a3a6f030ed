import { Button, Code } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, type Outputs } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Moment } from "../../ui/moment.tsx";
import { CreateKey } from "./create-key.tsx";
import { CredentialState } from "./credential-state.tsx";
import { KeyDetails } from "./key-details.tsx";
import { OpenLink, useOpened } from "./opened.tsx";
import { ScopeCount } from "./scope-count.tsx";
import { SectionPage } from "./section-page.tsx";

export type Key = Outputs["access"]["keys"]["list"][number];

const COLUMNS: readonly Column<Key>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ row: { original: one } }) => <OpenLink id={one.id} name={one.name} />,
  },
  {
    id: "prefix",
    header: "Begins with",
    cell: ({ row: { original: one } }) => <Code>{one.prefix}</Code>,
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
    cell: ({ row: { original: one } }) => (
      <CredentialState disabledAt={one.disabledAt} expiresAt={one.expiresAt} />
    ),
  },
];

/** The project's API keys: what automations reach the Workspace API with. */
export function Keys() {
  const projectId = useProjectId();
  const keys = useQuery(api.access.keys.list.queryOptions({ projectId }));
  const { open, close } = useOpened();
  const [isCreating, setCreating] = useState(false);
  const opened = keys.data?.find(({ id }) => id === open);
  const create = useMay("admin") && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <SectionPage
      section="keys"
      lead="An automation sends its key with every call of the Workspace API, in this project alone."
      actions={create}
    >
      <Loaded query={keys}>
        {(rows) => (
          <DataTable
            label="API keys"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<NoKeys action={create} />}
          />
        )}
      </Loaded>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {opened && <KeyDetails apiKey={opened} onClose={close} />}
    </SectionPage>
  );
}

function NoKeys({ action }: { readonly action: ReactNode }) {
  return (
    <Empty icon={IconKey} title="No API keys yet" action={action}>
      Create one for each automation, with no more scopes than it needs.
    </Empty>
  );
}
