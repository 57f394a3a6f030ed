import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { roleLabel, useMayEverywhere } from "../../../session.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../../ui/tables/data-table.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credential-state.tsx";
import { RoleHint } from "../role-hint.tsx";
import { SectionPage } from "../section-page.tsx";
import type { Admin } from "../types.ts";
import { AccountEmail } from "./account-email.tsx";
import { AdminActions } from "./admin-actions.tsx";
import { CreateAdmin } from "./create-admin.tsx";
import { FactorRule } from "./factor-rule.tsx";
import { TenantRoles } from "./tenant-roles.tsx";

const COLUMNS: readonly Column<Admin>[] = [
  column("email", "Email", (one) => <AccountEmail id={one.id} email={one.email} />),
  column("role", "Installation", (one) => roleLabel(one.role)),
  column("tenants", "Tenants", (one) => <TenantRoles admin={one} />),
  column("seen", "Last sign-in", (one) => <Moment at={one.lastSignInAt} />),
  column("factor", "Second factor", (one) => (one.hasSecondFactor ? "On" : "Off")),
  column("state", "State", (one) => <CredentialState disabledAt={one.disabledAt} />),
];

const OWNER_COLUMNS: readonly Column<Admin>[] = [
  ...COLUMNS,
  column("actions", "Actions", (one) => <AdminActions admin={one} />),
];

/** The admins of the installation and their roles. */
export function Admins() {
  const admins = useQuery(api.access.admins.list.queryOptions());
  const isOwner = useMayEverywhere("owner");
  const [isCreating, setCreating] = useState(false);
  return (
    <SectionPage
      section="admins"
      lead="Everyone who signs in to this app. A role in the installation counts in every tenant. Give roles in one tenant under Members."
      actions={
        isOwner && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            Create admin
          </Button>
        )
      }
    >
      <RoleHint least="owner" ofInstallation>
        create admins or change what they may do
      </RoleHint>
      <Loaded query={admins}>
        {(rows) => (
          <>
            <FactorRule admins={rows} />
            <DataTable
              label="Admins"
              columns={isOwner ? OWNER_COLUMNS : COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
              empty={null}
            />
          </>
        )}
      </Loaded>
      {isCreating && <CreateAdmin onClose={() => setCreating(false)} />}
    </SectionPage>
  );
}
