import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api.ts";
import { useMe } from "../session.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { useChange } from "../ui/use-change.ts";
import { useReturnFocus } from "../ui/use-return-focus.ts";

/** The dialog in which admins change their own password. */
export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const me = useMe();
  const form = useForm({
    initialValues: { current: "", next: "", again: "" },
    validate: {
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
    <Modal opened onClose={onClose} title="Change password">
      <form onSubmit={form.onSubmit(({ current, next }) => change.mutate({ current, next }))}>
        <Stack>
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
          {change.error && <ErrorNotice error={change.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
