import { Text, TextInput } from "@mantine/core";
import { api } from "../../api.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { PasswordField } from "./fields.tsx";
import { FACTOR_KEYS } from "./keys.ts";
import { MAX_NAME, type PasskeyProps } from "./passkey-steps.tsx";
import { useFactorForm } from "./use-factor-form.ts";

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: PasskeyProps) {
  const { form, submit } = useFactorForm(["name"], passkey.name);
  const rename = useChange(api.access.passkeys.rename.mutationOptions(), {
    invalidates: [api.access.passkeys.pathKey()],
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title="Rename the passkey"
      action="Rename"
      isChanged={false}
      change={rename}
      onSubmit={submit(({ name }) => rename.mutate({ id: passkey.id, name }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Name"
        maxLength={MAX_NAME}
        required
        {...form.getInputProps("name")}
      />
    </DialogForm>
  );
}

/** Removes a passkey. */
export function RemovePasskey({ passkey, onClose }: PasskeyProps) {
  const { form, submit } = useFactorForm(["password"]);
  const remove = useChange(api.access.passkeys.remove.mutationOptions(), {
    invalidates: FACTOR_KEYS,
    done: `The passkey ${passkey.name} is removed.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title={`Remove the passkey ${passkey.name}`}
      action="Remove passkey"
      isChanged={false}
      change={remove}
      onSubmit={submit(({ password }) => remove.mutate({ id: passkey.id, password }))}
      onClose={onClose}
    >
      <Text>It no longer signs you in. Delete it on the device too, or it is still offered.</Text>
      <PasswordField {...form.getInputProps("password")} />
    </DialogForm>
  );
}
