import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, calls, type Outputs } from "../../api.ts";
import { createPasskey } from "../../passkeys.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { useChange } from "../../ui/use-change.ts";
import { type CodesProps, PasswordField, type StepProps } from "./fields.tsx";
import { FACTOR_KEYS } from "./keys.ts";

export type Passkey = Outputs["access"]["passkeys"]["list"]["passkeys"][number];

const MAX_NAME = 100;

/** Adds a passkey of this browser. */
export function AddPasskey({ onCodes, onClose }: CodesProps) {
  const form = useForm({ initialValues: { name: "", password: "" } });
  const add = useChange(
    {
      mutationFn: async ({ name, password }: { name: string; password: string }) => {
        const options = await calls.access.passkeys.begin.mutate({ password });
        const response = await createPasskey(options);
        return calls.access.passkeys.finish.mutate({ name, response });
      },
    },
    {
      invalidates: FACTOR_KEYS,
      done: "Passkey added.",
      onDone: ({ recoveryCodes }) => (recoveryCodes === null ? onClose() : onCodes(recoveryCodes)),
      showsError: true,
    },
  );
  return (
    <DialogForm
      title="Add a passkey"
      action="Continue"
      isChanged={false}
      change={add}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
      onClose={onClose}
    >
      <Text>
        Your browser then asks for your fingerprint, face or PIN, or for a security key. The passkey
        signs you in without the password.
      </Text>
      <TextInput
        data-autofocus
        label="Name"
        description="To tell your passkeys apart, such as “Laptop”."
        maxLength={MAX_NAME}
        required
        {...form.getInputProps("name")}
      />
      <PasswordField {...form.getInputProps("password")} data-autofocus={undefined} />
    </DialogForm>
  );
}

interface PasskeyProps extends StepProps {
  readonly passkey: Passkey;
}

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: PasskeyProps) {
  const form = useForm({ initialValues: { name: passkey.name } });
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
      onSubmit={form.onSubmit(({ name }) => rename.mutate({ id: passkey.id, name }))}
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
  const form = useForm({ initialValues: { password: "" } });
  const remove = useChange(api.access.passkeys.remove.mutationOptions(), {
    invalidates: FACTOR_KEYS,
    done: `The passkey ${passkey.name} is removed.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title={`Remove the passkey ${passkey.name}`}
      action="Remove"
      isChanged={false}
      change={remove}
      onSubmit={form.onSubmit(({ password }) => remove.mutate({ id: passkey.id, password }))}
      onClose={onClose}
    >
      <Text>It no longer signs you in. Delete it on the device too, or it is still offered.</Text>
      <PasswordField {...form.getInputProps("password")} />
    </DialogForm>
  );
}
