import { useState } from "react";
import { BeginApp, type Begun, ConfirmApp, RemoveApp } from "./app-steps.tsx";
import type { CodesProps, StepProps } from "./fields.tsx";
import { NewCodes } from "./new-codes.tsx";
import { Overview, type Step } from "./overview.tsx";
import { RemovePasskey, RenamePasskey } from "./passkey-changes.tsx";
import { AddPasskey } from "./passkey-steps.tsx";
import { RenewCodes } from "./renew-codes.tsx";

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
