import { Text, TextInput } from "@mantine/core";
import { calls, type Outputs } from "../../api.ts";
import { createPasskey } from "../../passkeys.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import {
  type CodesProps,
  FACTOR_KEYS,
  PasswordField,
  type StepProps,
  useFactorForm,
} from "./fields.tsx";

export type Passkey = Outputs["access"]["passkeys"]["list"]["passkeys"][number];

export const MAX_NAME = 100;

/** Adds a passkey of this browser. */
export function AddPasskey({ onCodes, onClose }: CodesProps) {
  const { form, submit } = useFactorForm(["name", "password"]);
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
      onSubmit={submit(({ name, password }) => add.mutate({ name, password }))}
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

export interface PasskeyProps extends StepProps {
  readonly passkey: Passkey;
}
