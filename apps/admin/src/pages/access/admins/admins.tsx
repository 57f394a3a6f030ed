import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api } from "../../../api.ts";
import {
  ROLE_LABELS,
  roleLabel,
  signInMethods,
  useMayEverywhere,
  useMe,
} from "../../../session.ts";
import { SecondFactor } from "../../../shell/second-factor/lazy.ts";
import { Ask } from "../../../ui/dialogs/ask.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../../ui/tables/data-table.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { Account, AdminState, Own, RoleHint } from "../accounts.tsx";
import { SectionPage } from "../section-page.tsx";
import type { Admin } from "./admin-actions.tsx";
import { AdminActions, LinkOnce } from "./admin-actions.tsx";
import { emailField, ofInstallation, roleField, roleValue } from "./roles.tsx";

/** Tenants that the table names. The rest are counted. */
const MAX_NAMED = 3;

const COLUMNS: readonly Column<Admin>[] = [
  column("email", "Email", (one) => <AccountEmail id={one.id} email={one.email} />),
  column("role", "Installation", (one) => <span className="unbroken">{roleLabel(one.role)}</span>),
  column("tenants", "Tenants", (one) => <TenantRoles admin={one} />),
  column("seen", "Last sign-in", (one) => <Moment at={one.lastSignInAt} />),
  column("factor", "Second factor", (one) => (one.hasSecondFactor ? "On" : "Off")),
  column("state", "State", (one) => <AdminState {...one} />),
];

const OWNER_COLUMNS: readonly Column<Admin>[] = [
  ...COLUMNS,
  column("actions", "Actions", (one) => <AdminActions admin={one} />),
];

/** The admins of the installation and their roles. */
export function Admins() {
  const admins = useQuery(api.access.admins.list.queryOptions());
  const isOwner = useMayEverywhere("owner");
  const [isInviting, setInviting] = useState(false);
  return (
    <SectionPage
      section="admins"
      lead="Everyone who signs in to this app. A role in the installation counts in every tenant. Give roles in one tenant under Members."
      actions={
        isOwner && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            Invite admin
          </Button>
        )
      }
    >
      <RoleHint least="owner" ofInstallation>
        invite admins or change what they may do
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
      {isInviting && <InviteAdmin onClose={() => setInviting(false)} />}
    </SectionPage>
  );
}

/** The email of an admin in a table. Marks the own one. */
export function AccountEmail({ id, email }: { readonly id: number; readonly email: string }) {
  const me = useMe();
  return <Account email={email}>{id === me.id && <Own>You</Own>}</Account>;
}

interface FactorRuleProps {
  readonly admins: readonly Admin[];
}

/** Says whether admins need a second factor. Owners change it. */
function FactorRule({ admins }: FactorRuleProps) {
  const { data: rule } = useQuery(api.access.secondFactor.rule.queryOptions());
  const isOwner = useMayEverywhere("owner");
  const [isAsking, setAsking] = useState(false);
  const [isSettingUp, setSettingUp] = useState(false);
  if (rule === undefined) return null;
  const active = admins.filter((one) => one.disabledAt === null && !one.link?.isInvitation);
  const without = active.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  const { requiredSince } = rule;
  return (
    <Group mb="sm" gap="sm">
      <Text>
        {requiredSince === null ? (
          "A second factor is optional."
        ) : (
          <>
            A second factor is required since <Moment at={requiredSince} />.
          </>
        )}{" "}
        {active.length - without} of {active.length} active admins have one.
      </Text>
      {isOwner && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {requiredSince === null ? "Require a second factor" : "Make it optional"}
        </Button>
      )}
      {isAsking && requiredSince === null && (
        <Require
          admins={admins}
          without={without}
          onSetUp={() => {
            setAsking(false);
            setSettingUp(true);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {isAsking && requiredSince !== null && (
        <Ask
          title="Make the second factor optional?"
          action="Make it optional"
          of={api.access.secondFactor.lift}
          input={undefined}
          done="A second factor is now optional."
          onClose={() => setAsking(false)}
        >
          Admins who have none sign in with the password alone again. Those who have one keep it,
          and can turn it off.
        </Ask>
      )}
      <Suspense>{isSettingUp && <SecondFactor onClose={() => setSettingUp(false)} />}</Suspense>
    </Group>
  );
}

interface RequireProps extends FactorRuleProps {
  readonly without: number;
  /** Opens the admin's own second factor. */
  readonly onSetUp: () => void;
  readonly onClose: () => void;
}

function Require({ admins, without, onSetUp, onClose }: RequireProps) {
  const me = useMe();
  const { data: methods } = useQuery(signInMethods);
  const isReady = admins.find(({ id }) => id === me.id)?.hasSecondFactor === true;
  return (
    <Ask
      title="Require a second factor?"
      action="Require"
      isHarmless
      of={api.access.secondFactor.require}
      input={undefined}
      done="A second factor is now required."
      onClose={onClose}
      instead={
        isReady ? undefined : (
          <Text>Set up your own second factor first. Otherwise this would lock you out too.</Text>
        )
      }
      firstStep={<Button onClick={onSetUp}>Set up second factor</Button>}
    >
      {howMany(without)} The rule counts at once, also where they are signed in: before anything
      else they are asked to set one up, which takes their password. What they have not saved is
      kept.
      {methods?.oidc &&
        ` Who signs in with ${methods.oidc.label} needs none here: require it at the provider.`}
    </Ask>
  );
}

function howMany(without: number): string {
  if (without === 0) return "All active admins have one. Nobody can turn it off then.";
  return without === 1 ? "1 active admin has none." : `${without} active admins have none.`;
}

/** Invites an admin, and shows the link once. */
function InviteAdmin({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      title="Invite an admin"
      action="Make invitation link"
      initial={{ email: "", role: roleValue("read-only") }}
      fields={[
        emailField("They get a link from you, with which they choose a password and join."),
        roleField("installation"),
      ]}
      of={api.access.admins.invite}
      input={({ email, role }) => ({ email, role: ofInstallation(role) })}
      shows={(made) => <LinkOnce made={made} onClose={onClose} />}
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
