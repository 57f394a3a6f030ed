import { Button, Stack, Text } from "@mantine/core";
import { IconPlus, IconStack2, IconUserQuestion } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, type Outputs, queryClient } from "../../api.ts";
import { isAtLeast, useMayEverywhere, useMe } from "../../session.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { formatMinute } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { nameFields, TenantPanel } from "./tenant-panel.tsx";

/** The tenants of the installation with their projects. */
export function Tenants() {
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const [isCreating, setCreating] = useState(false);
  const me = useMe();
  const isOwner = useMayEverywhere("owner");
  const hasRole = me.role !== null || tenants.length > 0;
  const owned = tenants.filter(({ role }) => isAtLeast(role, "owner"));
  const ownsSome = owned.length > 0;
  const create = isOwner && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create tenant
    </Button>
  );
  return (
    <Page
      title="Tenants and projects"
      lead={leadFor({ hasRole, isOwner: isOwner || ownsSome })}
      actions={create}
    >
      {tenants.length === 0 && hasRole && <NoTenants action={create} />}
      {!hasRole && <NoRole email={me.email} />}
      <Stack>
        {tenants.map((tenant) => (
          <TenantPanel key={tenant.id} tenant={tenant} owned={owned} />
        ))}
        <DeletedPanel />
      </Stack>
      {isCreating && <CreateTenant onClose={() => setCreating(false)} />}
    </Page>
  );
}

type Deleted = Outputs["tenants"]["deleted"][number];

const COLUMNS: readonly Column<Deleted>[] = [
  column("name", "Name", ({ name }) => name),
  column("what", "What", ({ what, tenantName }) =>
    what === "tenant" ? "Tenant" : `Project of ${tenantName}`,
  ),
  column("deleted", "Deleted", ({ deletedAt }) => <Moment at={deletedAt} />),
  column("removed", "Removed for good", (one) =>
    one.isBeingRemoved ? "Being removed now" : formatMinute(one.removedAt),
  ),
  column("actions", "Actions", (one) => <Restore deleted={one} />),
];

/** The deleted tenants and projects that the admin owns; nothing if there are none. */
function DeletedPanel() {
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
  if (deleted.isBeingRemoved) return null;
  if (deleted.isTenantDeleted) {
    return (
      <Text fz="sm" c="dimmed">
        Restore its tenant first
      </Text>
    );
  }
  const shown = { size: "compact-sm", "aria-label": `Restore ${name}`, done: `${name} restored.` };
  return what === "tenant" ? (
    <ChangeButton {...shown} of={api.tenants.restore} input={{ tenantId: id }}>
      Restore
    </ChangeButton>
  ) : (
    <ChangeButton {...shown} of={api.projects.restore} input={{ projectId: id }}>
      Restore
    </ChangeButton>
  );
}

/** For an installation without tenants. */
function NoTenants({ action }: { readonly action: ReactNode }) {
  return (
    <Empty icon={IconStack2} title="No tenants yet" action={action}>
      Create a tenant for each customer or company, then a project in it.
    </Empty>
  );
}

/** For an admin who has no role yet, or none any more. */
function NoRole({ email }: { readonly email: string }) {
  return (
    <Empty
      icon={IconUserQuestion}
      title="You have no access to a tenant"
      action={
        <Button
          variant="default"
          onClick={() => void queryClient.invalidateQueries({ queryKey: api.tenants.pathKey() })}
        >
          Look again
        </Button>
      }
    >
      Ask an owner of the tenant to add {email} as a member. The tenant then appears here.
    </Empty>
  );
}

/** The form for a new tenant. */
function CreateTenant({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      title="Create a tenant"
      action="Create tenant"
      initial={{ name: "" }}
      fields={nameFields("A customer or company. Its projects share message templates.")}
      of={api.tenants.create}
      input={(values) => values}
      done={(_, { name }) => `${name} created. Next, create a project in it.`}
      onClose={onClose}
    />
  );
}

function leadFor({ hasRole, isOwner }: { readonly hasRole: boolean; readonly isOwner: boolean }) {
  if (!hasRole) return undefined;
  return isOwner ? LEAD : `${LEAD} ${ONLY_OWNERS}`;
}

const LEAD =
  "A project has its own records, schema, clients and keys. The projects of a tenant share its message templates.";
const ONLY_OWNERS = "Only owners can create, rename, move and delete them.";
