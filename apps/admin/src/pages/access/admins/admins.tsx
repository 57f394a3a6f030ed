import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { ROLE_LABELS, type Role, roleLabel, useMayEverywhere, useMe } from "../../../session.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { fieldErrors, showAtFields } from "../../../ui/forms/field-errors.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../../ui/tables/data-table.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { CredentialState } from "../credentials/credential-state.tsx";
import { Own, RoleHint } from "../role-hint.tsx";
import { SectionPage } from "../section-page.tsx";
import type { Admin } from "../types.ts";
import { AdminActions, AdminPassword } from "./admin-actions.tsx";
import { FactorRule } from "./factor-rule.tsx";
import { InstallationRolePicker } from "./roles.tsx";

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

const FIELDS = ["email"] as const;

/** Creates an admin, and shows their first password once. */
function CreateAdmin({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<{ email: string; role: Role | null }>({
    initialValues: { email: "", role: "read-only" },
    validate: { email: (email) => (email.trim() === "" ? "Enter an email address." : null) },
  });
  const [made, setMade] = useState<Outputs["access"]["admins"]["create"] | null>(null);
  const create = useChange(api.access.admins.create.mutationOptions(), {
    invalidates: [api.access.admins.list.pathKey()],
    onDone: setMade,
    showsError: true,
  });
  if (made !== null) {
    return <AdminPassword title="Admin created" admin={made} onClose={onClose} />;
  }
  return (
    <DialogForm
      title="Create an admin"
      action="Create admin"
      isChanged={form.isDirty()}
      change={create}
      isShownAtField={fieldErrors(create.error, FIELDS) !== null}
      onSubmit={form.onSubmit(({ email, role }) =>
        create.mutate(
          { email: email.trim(), role },
          { onError: (error) => showAtFields(form, error, FIELDS) },
        ),
      )}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Email"
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <InstallationRolePicker
        value={form.values.role}
        onChange={(role) => form.setFieldValue("role", role)}
      />
    </DialogForm>
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
