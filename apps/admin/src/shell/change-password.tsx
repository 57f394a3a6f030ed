import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api.ts";
import { useMe } from "../session.ts";
import { DialogForm } from "../ui/dialogs/dialog-form.tsx";
import { useChange } from "../ui/forms/use-change.ts";

/** The dialog in which admins change their own password. */
export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const form = useForm({
    initialValues: { current: "", next: "", again: "" },
    validate: {
      current: (current) => (current === "" ? "Required" : null),
      next: (next) => (next.length < 12 ? "Use 12 characters or more." : null),
      again: (again, { next }) => (again === next ? null : "The passwords do not match."),
    },
  });
  const change = useChange(api.access.admins.setMyPassword.mutationOptions(), {
    invalidates: [api.access.sessions.list.pathKey()],
    done: "Password changed.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title="Change password"
      action="Change password"
      isChanged={form.isDirty()}
      change={change}
      onSubmit={form.onSubmit(({ current, next }) => change.mutate({ current, next }))}
      onClose={onClose}
    >
      {/* Password managers need the account's name. */}
      <TextInput label="Email" autoComplete="username" value={me.email} readOnly />
      <PasswordInput
        data-autofocus
        label="Current password"
        autoComplete="current-password"
        required
        {...form.getInputProps("current")}
      />
      <PasswordInput
        label="New password"
        description="12 characters or more."
        autoComplete="new-password"
        required
        {...form.getInputProps("next")}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        required
        {...form.getInputProps("again")}
      />
      <Text c="dimmed">This signs you out everywhere else.</Text>
    </DialogForm>
  );
}
