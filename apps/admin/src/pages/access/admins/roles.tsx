import { Radio, Stack } from "@mantine/core";
import { ROLE_LABELS, type Role } from "../../../session.ts";

const IN_INSTALLATION: Readonly<Record<Role | "none", string>> = {
  owner:
    "Can do everything, including managing admins, sessions, signing keys, tenants and projects.",
  admin: "Can change records, schema, clients, keys, webhooks and templates in every tenant.",
  "read-only": "Can see everything except sessions, and change nothing.",
  none: "Has only the roles in tenants. Give those under Members.",
};

const IN_TENANT: Readonly<Record<Role, string>> = {
  owner: "Can do everything in this tenant, including managing its members and projects.",
  admin: "Can change records, schema, clients, keys, webhooks and templates of this tenant.",
  "read-only": "Can see everything in this tenant, and change nothing.",
};

const ROLES = Object.keys(ROLE_LABELS) as Role[];

interface PickerProps<Value> {
  readonly value: Value;
  readonly onChange: (role: Value) => void;
}

/** Chooses a role in the installation, or none. */
export function InstallationRolePicker({ value, onChange }: PickerProps<Role | null>) {
  return (
    <Radio.Group
      label="Role in the installation"
      value={value ?? "none"}
      onChange={(role) => onChange(role === "none" ? null : (role as Role))}
    >
      <Stack gap="sm" mt="xs">
        {ROLES.map((role) => (
          <Choice key={role} role={role} hint={IN_INSTALLATION[role]} />
        ))}
        <Radio value="none" label="None" description={IN_INSTALLATION.none} />
      </Stack>
    </Radio.Group>
  );
}

/** Chooses a role in a tenant. */
export function TenantRolePicker({ value, onChange }: PickerProps<Role>) {
  return (
    <Radio.Group
      label="Role in this tenant"
      value={value}
      onChange={(role) => onChange(role as Role)}
    >
      <Stack gap="sm" mt="xs">
        {ROLES.map((role) => (
          <Choice key={role} role={role} hint={IN_TENANT[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function Choice({ role, hint }: { readonly role: Role; readonly hint: string }) {
  return <Radio value={role} label={ROLE_LABELS[role]} description={hint} />;
}
