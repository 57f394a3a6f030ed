import { Button, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { Moment } from "../../ui/values/moment.tsx";

type Deleted = Outputs["tenants"]["deleted"][number];

const COLUMNS: readonly Column<Deleted>[] = [
  column("name", "Name", ({ name }) => name),
  column("what", "What", ({ what, tenantName }) =>
    what === "tenant" ? "Tenant" : `Project of ${tenantName}`,
  ),
  column("deleted", "Deleted", ({ deletedAt }) => <Moment at={deletedAt} />),
  column("removed", "Will be removed", (one) =>
    one.isBeingRemoved ? "Being removed now" : <Moment at={one.removedAt} />,
  ),
  column("actions", "Actions", (one) => <Restore deleted={one} />),
];

/** The deleted tenants and projects that the admin owns; nothing if there are none. */
export function DeletedPanel() {
  const { data: deleted } = useSuspenseQuery(api.tenants.deleted.queryOptions());
  if (deleted.length === 0) return null;
  return (
    <Panel
      title="To be removed"
      lead="Nobody can use these. Restored, they work as before, with the same clients and keys."
    >
      <DataTable
        label="Deleted tenants and projects"
        columns={COLUMNS}
        rows={deleted}
        rowKey={({ what, id }) => `${what}-${id}`}
        empty={null}
      />
    </Panel>
  );
}

function Restore({ deleted }: { readonly deleted: Deleted }) {
  const { what, id, name } = deleted;
  const after = { invalidates: [api.tenants.pathKey()], done: `${name} restored.` };
  const restoreTenant = useChange(api.tenants.restore.mutationOptions(), after);
  const restoreProject = useChange(api.projects.restore.mutationOptions(), after);
  if (deleted.isBeingRemoved) return null;
  if (deleted.isTenantDeleted) {
    return (
      <Text fz="sm" c="dimmed">
        Restore its tenant first
      </Text>
    );
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Restore ${name}`}
      loading={restoreTenant.isPending || restoreProject.isPending}
      onClick={() =>
        what === "tenant"
          ? restoreTenant.mutate({ tenantId: id })
          : restoreProject.mutate({ projectId: id })
      }
    >
      Restore
    </Button>
  );
}
