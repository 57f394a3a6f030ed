import { Text } from "@mantine/core";
import { ROLE_LABELS, type Role, useMay, useMe } from "../../session.ts";

interface RoleHintProps {
  readonly least: Role;
  /** Continues “Only owners can”. */
  readonly children: string;
}

/** Says why a page has no buttons for this role. Hidden if the role is sufficient. */
export function RoleHint({ least, children }: RoleHintProps) {
  const { role } = useMe();
  if (useMay(least)) return null;
  const who = least === "owner" ? "owners" : "owners and admins";
  return (
    <Text c="dimmed" mb="sm">
      Only {who} can {children}. Your role is {ROLE_LABELS[role]}.
    </Text>
  );
}
