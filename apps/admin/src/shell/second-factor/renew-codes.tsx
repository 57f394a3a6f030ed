import { Text } from "@mantine/core";
import { api } from "../../api.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { CodeField, type CodesProps, PasswordField } from "./fields.tsx";
import { useFactorForm } from "./use-factor-form.ts";

interface RenewCodesProps extends CodesProps {
  /** Whether a code proves who asks; otherwise the password does. */
  readonly hasApp: boolean;
}

/** Replaces the recovery codes. */
export function RenewCodes({ hasApp, onCodes, onClose }: RenewCodesProps) {
  const { form, submit } = useFactorForm([hasApp ? "code" : "password"]);
  const renew = useChange(api.access.secondFactor.renewCodes.mutationOptions(), {
    invalidates: [api.access.secondFactor.pathKey()],
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    showsError: true,
  });
  return (
    <DialogForm
      title="New recovery codes"
      action="Replace codes"
      isChanged={false}
      change={renew}
      onSubmit={submit(({ code, password }) => renew.mutate(hasApp ? { code } : { password }))}
      onClose={onClose}
    >
      <Text>The recovery codes that you have now stop working.</Text>
      {hasApp ? (
        <CodeField {...form.getInputProps("code")} />
      ) : (
        <PasswordField {...form.getInputProps("password")} />
      )}
    </DialogForm>
  );
}
