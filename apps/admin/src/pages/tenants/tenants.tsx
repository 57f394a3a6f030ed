import { Button, Stack } from "@mantine/core";
import { IconPlus, IconStack2, IconUserQuestion } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, queryClient } from "../../api.ts";
import { isAtLeast, useMayEverywhere, useMe } from "../../session.ts";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { useChange } from "../../ui/use-change.ts";
import { NameDialog } from "./name-dialog.tsx";
import { TenantPanel } from "./tenant-panel.tsx";

/** The tenants of the installation with their projects. */
export function Tenants() {
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const [isCreating, setCreating] = useState(false);
  const me = useMe();
  const isOwner = useMayEverywhere("owner");
  const hasRole = me.role !== null || tenants.length > 0;
  const ownsSome = tenants.some(({ role }) => isAtLeast(role, "owner"));
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
          <TenantPanel key={tenant.id} tenant={tenant} />
        ))}
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
const ONLY_OWNERS = "Only owners can create and rename them.";

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

function CreateTenant({ onClose }: { readonly onClose: () => void }) {
  const create = useChange(api.tenants.create.mutationOptions(), {
    invalidates: [api.tenants.list.pathKey()],
    done: (_, { name }) => `${name} created. Next, create a project in it.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <NameDialog
      title="Create a tenant"
      hint="A customer or company. Its projects share message templates."
      action="Create"
      change={create}
      onSubmit={(name) => create.mutate({ name })}
      onClose={onClose}
    />
  );
}
