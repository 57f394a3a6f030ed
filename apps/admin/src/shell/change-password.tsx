import { Text, TextInput } from "@mantine/core";
import { api } from "../api.ts";
import { useMe } from "../session.ts";
import { type Field, Form } from "../ui/forms/form.tsx";

const EMPTY = { current: "", next: "", again: "" };
const NEW = { kind: "password", required: true, input: { autoComplete: "new-password" } } as const;

const FIELDS: readonly Field<typeof EMPTY>[] = [
  {
    ...{ name: "current", kind: "password", label: "Current password", required: "Required" },
    input: { autoComplete: "current-password" },
  },
  { name: "next", label: "New password", help: "12 characters or more.", ...NEW },
  { name: "again", label: "New password again", ...NEW },
];

/** The dialog in which admins change their own password. */
export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  return (
    <Form
      title="Change password"
      action="Change password"
      initial={EMPTY}
      fields={[
        // Password managers need the account's name.
        <TextInput key="who" label="Email" autoComplete="username" value={me.email} readOnly />,
        ...FIELDS,
        <Text key="hint" c="dimmed">
          This signs you out everywhere else.
        </Text>,
      ]}
      validate={{
        next: (next) => (next.length < 12 ? "Use 12 characters or more." : null),
        again: (again, { next }) => (again === next ? null : "The passwords do not match."),
      }}
      of={api.access.admins.setMyPassword}
      input={({ current, next }) => ({ current, next })}
      done="Password changed."
      onClose={onClose}
    />
  );
}
