import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";

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
  const { title, hint, name = "", action, change, onSubmit, onClose } = props;
  const form = useForm({
    initialValues: { name },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  return (
    <DialogForm
      title={title}
      action={action}
      isChanged={form.isDirty()}
      change={change}
      onSubmit={form.onSubmit(({ name }) => onSubmit(name.trim()))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Name"
        description={hint}
        required
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
    </DialogForm>
  );
}
