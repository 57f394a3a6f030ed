import { Text } from "@mantine/core";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";

interface AdminPasswordProps {
  readonly title: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly onClose: () => void;
}

/** Shows an admin's generated password once. */
export function AdminPassword({ title, admin, onClose }: AdminPasswordProps) {
  const secrets = [
    { label: "Email", value: admin.email },
    { label: "Password", value: admin.password },
  ];
  return (
    <SecretOnce
      title={title}
      secrets={secrets}
      note={
        <Text c="dimmed">
          Ask them to change it after signing in. Change password is in the menu under their email.
        </Text>
      }
      onClose={onClose}
    />
  );
}
