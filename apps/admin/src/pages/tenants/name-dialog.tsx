import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useReturnFocus } from "../../ui/use-return-focus.ts";

interface NameDialogProps {
  readonly title: string;
  /** Explains the object. */
  readonly hint?: string;
  /** The current name. */
  readonly name?: string;
  /** Label of the button, a verb. */
  readonly action: string;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a tenant or project. */
export function NameDialog(props: NameDialogProps) {
  useReturnFocus();
  const { title, hint, name = "", action, change, onSubmit, onClose } = props;
  const form = useForm({
    initialValues: { name },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form noValidate onSubmit={form.onSubmit(({ name }) => onSubmit(name.trim()))}>
        <Stack>
          <TextInput
            data-autofocus
            label="Name"
            description={hint}
            required
            maxLength={255}
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          {change.error ? <ErrorNotice error={change.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
