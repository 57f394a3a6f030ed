import { Text } from "@mantine/core";
import { SecretOnce } from "../../ui/secret-once.tsx";

interface AdminPasswordProps {
  readonly title: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly onClose: () => void;
}

/** The password that was made for an admin, shown the one time. */
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
          Ask them to change the password after they have signed in, in the menu below their email.
        </Text>
      }
      onClose={onClose}
    />
  );
}
