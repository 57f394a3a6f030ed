import { Text } from "@mantine/core";
import { type Role, useMay, useMe } from "../../session.ts";

interface RoleHintProps {
  readonly least: Role;
  /** What the admin cannot do, after “Only owners can”. */
  readonly children: string;
}

/** Why a page has no buttons for this admin; nothing when their role reaches. */
export function RoleHint({ least, children }: RoleHintProps) {
  const { role } = useMe();
  if (useMay(least)) return null;
  const who = least === "owner" ? "owners" : "owners and admins";
  return (
    <Text c="dimmed" mb="sm">
      Only {who} can {children}; your role is {role}.
    </Text>
  );
}
