import { Button, Code, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Outputs } from "../api.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Moment } from "../ui/moment.tsx";
import { SecretOnce } from "../ui/secret-once.tsx";
import { useChange } from "../ui/use-change.ts";
import { useReturnFocus } from "../ui/use-return-focus.ts";
import { QrCode } from "./qr-code.tsx";

type Step = "state" | "begin" | "replace" | "remove" | "renew";
type Begun = Outputs["access"]["secondFactor"]["begin"];

interface StepProps {
  readonly onClose: () => void;
}

interface SecondFactorProps extends StepProps {
  /** The step to open with. */
  readonly from?: "state" | "begin";
}

/** Sets the admin's own second factor up, replaces it, renews its recovery codes, or turns it off. */
export function SecondFactor({ from = "state", onClose }: SecondFactorProps) {
  useReturnFocus();
  const [step, setStep] = useState<Step>(from);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (begun !== null) return <Confirmation begun={begun} onCodes={setCodes} onClose={onClose} />;
  if (step === "begin") return <Begin onBegun={setBegun} onClose={onClose} />;
  if (step === "replace") return <Begin isOn onBegun={setBegun} onClose={onClose} />;
  if (step === "renew") return <Renew onCodes={setCodes} onClose={onClose} />;
  if (step === "remove") return <Remove onClose={onClose} />;
  return <State onStep={setStep} onClose={onClose} />;
}

interface StateProps extends StepProps {
  readonly onStep: (step: Step) => void;
}

function State({ onStep, onClose }: StateProps) {
  const query = useQuery(api.access.secondFactor.read.queryOptions());
  return (
    <Modal opened onClose={onClose} title="Second factor">
      <Loaded query={query}>
        {({ since, recoveryCodesLeft, isRequired }) =>
          since === null ? (
            <Stack>
              <Text>
                With a second factor, signing in also takes a code of an app on your phone. A stolen
                password is then not enough.
              </Text>
              <Group justify="flex-end" gap="xs">
                <Button data-autofocus onClick={() => onStep("begin")}>
                  Set up
                </Button>
              </Group>
            </Stack>
          ) : (
            <Stack>
              <Text>
                On since <Moment at={since} />. Recovery codes left: {recoveryCodesLeft}.
              </Text>
              {isRequired && <Text c="dimmed">Owners require it, so it cannot be turned off.</Text>}
              <Group justify="flex-end" gap="xs">
                {!isRequired && (
                  <Button color="red" variant="light" onClick={() => onStep("remove")}>
                    Turn off
                  </Button>
                )}
                <Button variant="default" onClick={() => onStep("replace")}>
                  Use another app
                </Button>
                <Button variant="default" onClick={() => onStep("renew")}>
                  New recovery codes
                </Button>
              </Group>
            </Stack>
          )
        }
      </Loaded>
    </Modal>
  );
}

interface BeginProps extends StepProps {
  /** Whether another app is on, which stays on until a code of the new one was entered. */
  readonly isOn?: boolean;
  readonly onBegun: (begun: Begun) => void;
}

function Begin({ isOn = false, onBegun, onClose }: BeginProps) {
  const form = useForm({ initialValues: { password: "", code: "" } });
  const begin = useChange(api.access.secondFactor.begin.mutationOptions(), {
    onDone: onBegun,
    showsError: true,
  });
  return (
    <DialogForm
      title={isOn ? "Use another authenticator app" : "Set up a second factor"}
      action="Continue"
      isChanged={false}
      change={begin}
      onSubmit={form.onSubmit(({ password, code }) =>
        begin.mutate(isOn ? { password, code } : { password }),
      )}
      onClose={onClose}
    >
      <PasswordField {...form.getInputProps("password")} />
      {isOn && <CodeField {...form.getInputProps("code")} />}
    </DialogForm>
  );
}

interface CodesProps extends StepProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

function Confirmation({ begun, onCodes, onClose }: CodesProps & { readonly begun: Begun }) {
  const form = useForm({ initialValues: { code: "" } });
  const confirm = useChange(api.access.secondFactor.confirm.mutationOptions(), {
    invalidates: [
      api.access.secondFactor.pathKey(),
      api.access.sessions.pathKey(),
      api.access.admins.list.pathKey(),
    ],
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    showsError: true,
  });
  return (
    <DialogForm
      title="Set up a second factor"
      action="Turn on"
      isChanged={false}
      change={confirm}
      onSubmit={form.onSubmit((values) => confirm.mutate(values))}
      onClose={onClose}
    >
      <Text>Scan this with an authenticator app, then enter the code that it shows.</Text>
      <QrCode text={begun.address} label="QR code for the authenticator app" />
      <Text fz="sm" c="dimmed">
        Without a camera, enter the key <Code>{begun.secret.replaceAll(/.{4}(?=.)/g, "$& ")}</Code>
      </Text>
      <CodeField
        description="Six digits from the authenticator app."
        {...form.getInputProps("code")}
      />
      <Text fz="sm" c="dimmed">
        This signs you out everywhere else.
      </Text>
    </DialogForm>
  );
}

function Renew({ onCodes, onClose }: CodesProps) {
  const form = useForm({ initialValues: { code: "" } });
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
      onSubmit={form.onSubmit((values) => renew.mutate(values))}
      onClose={onClose}
    >
      <Text>The recovery codes that you have now stop working.</Text>
      <CodeField {...form.getInputProps("code")} />
    </DialogForm>
  );
}

function Remove({ onClose }: StepProps) {
  const form = useForm({ initialValues: { password: "", code: "" } });
  const remove = useChange(api.access.secondFactor.remove.mutationOptions(), {
    invalidates: [api.access.secondFactor.pathKey(), api.access.admins.list.pathKey()],
    done: "The second factor is off.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <DialogForm
      title="Turn the second factor off"
      action="Turn off"
      isChanged={false}
      change={remove}
      onSubmit={form.onSubmit((values) => remove.mutate(values))}
      onClose={onClose}
    >
      <PasswordField {...form.getInputProps("password")} />
      <CodeField {...form.getInputProps("code")} />
    </DialogForm>
  );
}

function RecoveryCodes({ codes, onClose }: StepProps & { readonly codes: readonly string[] }) {
  const secrets = [{ label: "Recovery codes", value: codes.join("\n") }];
  return <SecretOnce title="Recovery codes" secrets={secrets} onClose={onClose} />;
}

type FieldProps = ReturnType<ReturnType<typeof useForm>["getInputProps"]>;

function PasswordField(props: FieldProps) {
  return (
    <PasswordInput
      data-autofocus
      label="Password"
      autoComplete="current-password"
      required
      {...props}
    />
  );
}

interface CodeFieldProps extends FieldProps {
  readonly description?: string;
}

function CodeField({ description = EITHER_CODE, ...props }: CodeFieldProps) {
  return (
    <TextInput
      label="Code"
      description={description}
      autoComplete="one-time-code"
      required
      {...props}
    />
  );
}

const EITHER_CODE = "Six digits from your authenticator app, or a recovery code.";
