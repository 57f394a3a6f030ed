import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ROLE_LABELS, roleLabel, useMayEverywhere, useMe } from "../../../session.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../../ui/tables/data-table.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credential-state.tsx";
import { Own, RoleHint } from "../role-hint.tsx";
import { SectionPage } from "../section-page.tsx";
import type { Admin } from "../types.ts";
import { AdminActions, AdminPassword } from "./admin-actions.tsx";
import { FactorRule } from "./factor-rule.tsx";
import { emailField, ofInstallation, roleField, roleValue } from "./roles.tsx";

/** Tenants that the table names. The rest are counted. */
const MAX_NAMED = 3;

/** Pixels, so that the columns after a long email stay visible. */
const MAX_WIDTH = { base: "100%", sm: 250 };

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

/** The email of an admin in a table. Marks the own one. */
export function AccountEmail({ id, email }: { readonly id: number; readonly email: string }) {
  const me = useMe();
  return (
    <Group gap={6} wrap="nowrap" maw={MAX_WIDTH}>
      <Text span inherit truncate miw={0} title={email}>
        {email}
      </Text>
      {id === me.id && <Own>You</Own>}
    </Group>
  );
}

/** Creates an admin, and shows their first password once. */
function CreateAdmin({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      title="Create an admin"
      action="Create admin"
      initial={{ email: "", role: roleValue("read-only") }}
      fields={[emailField(), roleField("installation")]}
      of={api.access.admins.create}
      input={({ email, role }) => ({ email, role: ofInstallation(role) })}
      shows={(made) => <AdminPassword title="Admin created" admin={made} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

/** An admin's roles in tenants. */
function TenantRoles({ admin }: { readonly admin: Admin }) {
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  if (admin.tenants.length === 0) return "–";
  const more = admin.tenants.length - MAX_NAMED;
  return (
    <Stack gap={0}>
      {admin.tenants.slice(0, MAX_NAMED).map(({ tenantId, role }) => (
        <Text key={tenantId} span inherit maw={165} truncate>
          {names.get(tenantId) ?? tenantId}: {ROLE_LABELS[role]}
        </Text>
      ))}
      {more > 0 && (
        <Text span inherit c="dimmed">
          and {more} more
        </Text>
      )}
    </Stack>
  );
}
