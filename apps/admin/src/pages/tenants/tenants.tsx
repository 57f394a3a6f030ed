import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { isAtLeast, useMayEverywhere, useMe } from "../../session.ts";
import { Page } from "../../ui/pages/page.tsx";
import { CreateTenant } from "./create-tenant.tsx";
import { DeletedPanel } from "./deleted-panel.tsx";
import { NoRole, NoTenants } from "./no-tenants.tsx";
import { TenantPanel } from "./tenant-panel.tsx";

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

function leadFor({ hasRole, isOwner }: { readonly hasRole: boolean; readonly isOwner: boolean }) {
  if (!hasRole) return undefined;
  return isOwner ? LEAD : `${LEAD} ${ONLY_OWNERS}`;
}

const LEAD =
  "A project has its own records, schema, clients and keys. The projects of a tenant share its message templates.";
const ONLY_OWNERS = "Only owners can create, rename, move and delete them.";
