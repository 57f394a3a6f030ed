import { Radio, Stack } from "@mantine/core";
import type { Role } from "../../session.ts";

/** Each role with what it may do. */
export const ROLES: Readonly<Record<Role, { label: string; may: string }>> = {
  owner: {
    label: "Owner",
    may: "Everything, also admins, sessions, signing keys, tenants and projects.",
  },
  admin: {
    label: "Admin",
    may: "Change records, schema, clients, keys, webhooks and templates.",
  },
  "read-only": { label: "Read-only", may: "Look at everything but sessions, and change nothing." },
};

interface RolePickerProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** The roles to choose from, with what each may do. */
export function RolePicker({ value, onChange }: RolePickerProps) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="sm" mt="xs">
        {Object.entries(ROLES).map(([role, { label, may }]) => (
          <Radio key={role} value={role} label={label} description={may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
