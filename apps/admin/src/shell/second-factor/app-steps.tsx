import { Code, Text } from "@mantine/core";
import { api, type Outputs } from "../../api.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { QrCode } from "../qr-code.tsx";
import {
  CodeField,
  type CodesProps,
  FACTOR_KEYS,
  PasswordField,
  type StepProps,
  useFactorForm,
} from "./fields.tsx";

export type Begun = Outputs["access"]["secondFactor"]["begin"];

interface BeginProps extends StepProps {
  /** Whether another app is on, which stays on until a code of the new one was entered. */
  readonly isOn?: boolean;
  readonly onBegun: (begun: Begun) => void;
}

/** Asks for the password before an authenticator app is set up. */
export function BeginApp({ isOn = false, onBegun, onClose }: BeginProps) {
  const { form, submit } = useFactorForm(isOn ? ["password", "code"] : ["password"]);
  const begin = useChange(api.access.secondFactor.begin.mutationOptions(), {
    onDone: onBegun,
    showsError: true,
  });
  return (
    <DialogForm
      title={isOn ? "Use another authenticator app" : "Set up an authenticator app"}
      action="Continue"
      isChanged={false}
      change={begin}
      onSubmit={submit(({ password, code }) =>
        begin.mutate(isOn ? { password, code } : { password }),
      )}
      onClose={onClose}
    >
      <PasswordField {...form.getInputProps("password")} />
      {isOn && <CodeField {...form.getInputProps("code")} />}
    </DialogForm>
  );
}

/** Shows the QR code, and asks for a code of the app. */
export function ConfirmApp({ begun, onCodes, onClose }: CodesProps & { readonly begun: Begun }) {
  const { form, submit } = useFactorForm(["code"]);
  const confirm = useChange(api.access.secondFactor.confirm.mutationOptions(), {
    invalidates: FACTOR_KEYS,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    showsError: true,
  });
  return (
    <DialogForm
      title="Set up an authenticator app"
      action="Turn on"
      isChanged={false}
      change={confirm}
      onSubmit={submit(({ code }) => confirm.mutate({ code }))}
      onClose={onClose}
    >
      <Text>Scan this with an authenticator app, then enter the code that it shows.</Text>
      <QrCode text={begun.address} label="QR code for the authenticator app" />
      <Text fz="sm" c="dimmed">
        Without a camera, enter the key <Code>{begun.secret.replaceAll(/.{4}(?=.)/g, "$& ")}</Code>
      </Text>
      <CodeField
        data-autofocus
        description="Six digits from the authenticator app."
        {...form.getInputProps("code")}
      />
      <Text fz="sm" c="dimmed">
        This signs you out everywhere else.
      </Text>
    </DialogForm>
  );
}

/** Turns the authenticator app off. */
export function RemoveApp({ onClose }: StepProps) {
  const { form, submit } = useFactorForm(["password", "code"]);
  const remove = useChange(api.access.secondFactor.remove.mutationOptions(), {
    invalidates: FACTOR_KEYS,
    done: "The authenticator app is off.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title="Turn the authenticator app off"
      action="Turn off"
      isChanged={false}
      change={remove}
      onSubmit={submit(({ password, code }) => remove.mutate({ password, code }))}
      onClose={onClose}
    >
      <PasswordField {...form.getInputProps("password")} />
      <CodeField {...form.getInputProps("code")} />
    </DialogForm>
  );
}
