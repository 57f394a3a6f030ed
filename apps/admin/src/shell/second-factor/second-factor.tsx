import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { SecretOnce } from "../../ui/dialogs/secret-once.tsx";
import { Overview, type Step } from "./overview.tsx";
import {
  AddPasskey,
  BeginApp,
  type Begun,
  type CodesProps,
  ConfirmApp,
  RemoveApp,
  RemovePasskey,
  RenamePasskey,
  RenewCodes,
  type StepProps,
} from "./steps.tsx";

interface SecondFactorProps extends StepProps {
  /** The step to open with; the overview by default. */
  readonly from?: "app" | "add";
}

/** Sets up, replaces and removes the admin's own authenticator app, passkeys and recovery codes. */
export function SecondFactor({ from, onClose }: SecondFactorProps) {
  const [step, setStep] = useState<Step | null>(from === undefined ? null : { kind: from });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // A step that was opened from the overview returns to it.
  const back = from === undefined ? () => setStep(null) : onClose;
  if (codes !== null) return <NewCodes codes={codes} onClose={onClose} />;
  if (step === null) return <Overview onStep={setStep} onClose={onClose} />;
  return <StepDialog step={step} onCodes={setCodes} onClose={back} />;
}

interface NewCodesProps extends StepProps {
  readonly codes: readonly string[];
}

/** Shows new recovery codes once, to copy or to save as a file. */
function NewCodes({ codes, onClose }: NewCodesProps) {
  // The page of an admin who has to set a second factor up has not fetched it.
  const { data: me } = useQuery(api.me.queryOptions());
  const value = codes.join("\n");
  const of = me === undefined ? "" : ` of ${me.email}`;
  const head = `Recovery codes${of} for Rapport at ${location.host}.`;
  return (
    <SecretOnce
      title="Recovery codes"
      kept="Only digests are stored, so they cannot be shown again."
      note={
        <Text>
          If you lose your authenticator app or your passkeys, sign in with your password and one of
          these codes. Each works once. Keep them where you can get at them without this device.
        </Text>
      }
      secrets={[{ label: "Recovery codes", value }]}
      download={{
        label: "Download codes",
        name: "rapport-recovery-codes.txt",
        text: `${head}\nEach signs you in once, with your password.\n\n${value}\n`,
      }}
      onClose={onClose}
    />
  );
}

function StepDialog({ step, onCodes, onClose }: CodesProps & { readonly step: Step }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun !== null) return <ConfirmApp begun={begun} onCodes={onCodes} onClose={onClose} />;
  switch (step.kind) {
    case "app":
    case "replace":
      return <BeginApp isOn={step.kind === "replace"} onBegun={setBegun} onClose={onClose} />;
    case "remove":
      return <RemoveApp onClose={onClose} />;
    case "renew":
      return <RenewCodes hasApp={step.hasApp} onCodes={onCodes} onClose={onClose} />;
    case "add":
      return <AddPasskey onCodes={onCodes} onClose={onClose} />;
    case "rename":
      return <RenamePasskey passkey={step.passkey} onClose={onClose} />;
    case "remove-passkey":
      return <RemovePasskey passkey={step.passkey} onClose={onClose} />;
  }
}
