import { Code, Text } from "@mantine/core";
import { encode } from "uqr";
import { api, calls, type Outputs } from "../../api.ts";
import { createPasskey } from "../../passkeys.ts";
import { type Field, Form } from "../../ui/forms/form.tsx";

/** What every step of the dialog has. */
export interface StepProps {
  readonly onClose: () => void;
}

export interface CodesProps extends StepProps {
  /** Shows the recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
}

const EMPTY = { name: "", password: "", code: "" };
type StepField = Field<typeof EMPTY>;

const PASSWORD: StepField = {
  ...{ name: "password", kind: "password", label: "Password", required: "Enter your password." },
  input: { autoComplete: "current-password" },
};
const codeField = (
  help = "Six digits from your authenticator app, or a recovery code.",
): StepField => ({
  ...{ name: "code", label: "Code", help, required: "Enter a code." },
  input: { autoComplete: "one-time-code" },
});
const nameField = (help?: string): StepField => ({
  ...{ name: "name", label: "Name", help, required: "Enter a name.", input: { maxLength: 100 } },
});

const { secondFactor, passkeys } = api.access;

export type Begun = Outputs["access"]["secondFactor"]["begin"];

interface BeginProps extends StepProps {
  /** Whether another app is on, which stays on until a code of the new one was entered. */
  readonly isOn?: boolean;
  readonly onBegun: (begun: Begun) => void;
}

/** Asks for the password before an authenticator app is set up. */
export function BeginApp({ isOn = false, onBegun, onClose }: BeginProps) {
  return (
    <Form
      title={isOn ? "Use another authenticator app" : "Set up an authenticator app"}
      action="Continue"
      isShort
      initial={EMPTY}
      fields={[PASSWORD, isOn && codeField()]}
      of={secondFactor.begin}
      input={({ password, code }) => (isOn ? { password, code } : { password })}
      onDone={onBegun}
      staysOpen
      onClose={onClose}
    />
  );
}

/** Shows the QR code, and asks for a code of the app. */
export function ConfirmApp({ begun, onCodes, onClose }: CodesProps & { readonly begun: Begun }) {
  return (
    <Form
      title="Set up an authenticator app"
      action="Turn on"
      isShort
      initial={EMPTY}
      fields={[
        <Text key="scan">
          Scan this with an authenticator app, then enter the code that it shows.
        </Text>,
        <QrCode key="code" text={begun.address} label="QR code for the authenticator app" />,
        <Text key="key" fz="sm" c="dimmed">
          Without a camera, enter the key{" "}
          <Code>{begun.secret.replaceAll(/.{4}(?=.)/g, "$& ")}</Code>
        </Text>,
        codeField("Six digits from the authenticator app."),
        <Text key="hint" fz="sm" c="dimmed">
          This signs you out everywhere else.
        </Text>,
      ]}
      of={secondFactor.confirm}
      input={({ code }) => ({ code })}
      onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
      staysOpen
      onClose={onClose}
    />
  );
}

/** Turns the authenticator app off. */
export function RemoveApp({ onClose }: StepProps) {
  return (
    <Form
      title="Turn the authenticator app off"
      action="Turn off"
      isShort
      initial={EMPTY}
      fields={[PASSWORD, codeField()]}
      of={secondFactor.remove}
      input={({ password, code }) => ({ password, code })}
      done="The authenticator app is off."
      onClose={onClose}
    />
  );
}

interface RenewCodesProps extends CodesProps {
  /** Whether a code proves who asks; otherwise the password does. */
  readonly hasApp: boolean;
}

/** Replaces the recovery codes. */
export function RenewCodes({ hasApp, onCodes, onClose }: RenewCodesProps) {
  return (
    <Form
      title="New recovery codes"
      action="Replace codes"
      isShort
      initial={EMPTY}
      fields={[
        <Text key="old">The recovery codes that you have now stop working.</Text>,
        hasApp ? codeField() : PASSWORD,
      ]}
      of={secondFactor.renewCodes}
      input={({ code, password }) => (hasApp ? { code } : { password })}
      onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
      staysOpen
      onClose={onClose}
    />
  );
}

export type Passkey = Outputs["access"]["passkeys"]["list"]["passkeys"][number];

const ADD_PASSKEY = {
  mutationKey: passkeys.finish.mutationKey(),
  mutationFn: async ({ name, password }: { name: string; password: string }) => {
    const options = await calls.access.passkeys.begin.mutate({ password });
    const response = await createPasskey(options);
    return calls.access.passkeys.finish.mutate({ name, response });
  },
};

/** Adds a passkey of this browser. */
export function AddPasskey({ onCodes, onClose }: CodesProps) {
  return (
    <Form
      title="Add a passkey"
      action="Continue"
      isShort
      initial={EMPTY}
      fields={[
        <Text key="what">
          Your browser then asks for your fingerprint, face or PIN, or for a security key. The
          passkey signs you in without the password.
        </Text>,
        nameField("To tell your passkeys apart, such as “Laptop”."),
        PASSWORD,
      ]}
      of={ADD_PASSKEY}
      input={({ name, password }) => ({ name, password })}
      done="Passkey added."
      onDone={({ recoveryCodes }) => (recoveryCodes === null ? onClose() : onCodes(recoveryCodes))}
      staysOpen
      onClose={onClose}
    />
  );
}

interface PasskeyProps extends StepProps {
  readonly passkey: Passkey;
}

/** Renames a passkey. */
export function RenamePasskey({ passkey: { id, name }, onClose }: PasskeyProps) {
  return (
    <Form
      title="Rename the passkey"
      action="Rename"
      isShort
      initial={{ ...EMPTY, name }}
      fields={[nameField()]}
      of={passkeys.rename}
      input={({ name }) => ({ id, name })}
      onClose={onClose}
    />
  );
}

/** Removes a passkey. */
export function RemovePasskey({ passkey: { id, name }, onClose }: PasskeyProps) {
  return (
    <Form
      title={`Remove the passkey ${name}`}
      action="Remove passkey"
      isShort
      initial={EMPTY}
      fields={[
        <Text key="what">
          It no longer signs you in. Delete it on the device too, or it is still offered.
        </Text>,
        PASSWORD,
      ]}
      of={passkeys.remove}
      input={({ password }) => ({ id, password })}
      done={`The passkey ${name} is removed.`}
      onClose={onClose}
    />
  );
}

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code: dark on light in both appearances, because scanners expect it. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
