import { Radio, Stack } from "@mantine/core";
import { ROLE_LABELS, type Role } from "../../session.ts";

const HINTS: Readonly<Record<Role, string>> = {
  owner:
    "Can do everything, including managing admins, sessions, signing keys, tenants and projects.",
  admin: "Can change records, schema, clients, keys, webhooks and templates.",
  "read-only": "Can see everything except sessions, and change nothing.",
};

interface RolePickerProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** Chooses a role. */
export function RolePicker({ value, onChange }: RolePickerProps) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="sm" mt="xs">
        {Object.entries(ROLE_LABELS).map(([role, label]) => (
          <Radio key={role} value={role} label={label} description={HINTS[role as Role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
