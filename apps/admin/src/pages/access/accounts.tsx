import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { isAtLeast, type Role, roleLabel, useMe, useRole } from "../../session.ts";
import { Address } from "../../ui/values/address.tsx";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { CredentialState } from "./credentials/credentials.tsx";

interface RoleHintProps {
  readonly least: Role;
  /** Whether the role in the installation counts, and not that in the tenant. */
  readonly ofInstallation?: boolean;
  /** Continues “Only owners can”. */
  readonly children: string;
}

/** Says why a page has no buttons for this role. Hidden if the role is sufficient. */
export function RoleHint({ least, ofInstallation = false, children }: RoleHintProps) {
  const here = useRole();
  const { role: everywhere } = useMe();
  const role = ofInstallation ? everywhere : here;
  if (isAtLeast(role, least)) return null;
  const who = least === "owner" ? "owners" : "owners and admins";
  return (
    <Text c="dimmed" mb="sm">
      Only {who}
      {ofInstallation && " of the installation"} can {children}.{" "}
      {role === null ? "You have no role there." : `Your role is ${roleLabel(role)}.`}
    </Text>
  );
}

interface AccountProps {
  readonly email: string;
  /** The mark of the own row. */
  readonly children: ReactNode;
}

/** The email of an account in a table. */
export function Account({ email, children }: AccountProps) {
  return (
    <Group gap={6} miw={140}>
      <Text span inherit style={{ overflowWrap: "anywhere" }}>
        <Address>{email}</Address>
      </Text>
      {children}
    </Group>
  );
}

/** Marks the signed-in admin's own row. */
export function Own({ children }: { readonly children: string }) {
  return (
    <Badge variant="default" tt="none" fw={500} size="sm" miw="max-content">
      {children}
    </Badge>
  );
}

interface AdminStateProps {
  readonly disabledAt: string | null;
  readonly link: { readonly isInvitation: boolean; readonly expiresAt: string } | null;
}

/** Shows whether an admin is active, or has a link to join or to set a password. */
export function AdminState({ disabledAt, link }: AdminStateProps) {
  if (disabledAt !== null || link === null) return <CredentialState disabledAt={disabledAt} />;
  const isExpired = Date.parse(link.expiresAt) <= Date.now();
  return (
    <Mark tone={isExpired ? "bad" : "busy"}>
      {link.isInvitation ? "Invited" : "Password link"}, {isExpired ? "expired" : "expires"}{" "}
      <Moment at={link.expiresAt} />
    </Mark>
  );
}
