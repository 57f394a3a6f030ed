import { Confirm } from "../../../ui/dialogs/confirm.tsx";

interface ResetFactorProps {
  /** Such as "an admin". */
  readonly who: string;
  readonly email: string;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before the second factor of someone else is removed. */
export function ResetFactor({ who, email, change, onConfirm, onClose }: ResetFactorProps) {
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Reset the second factor?"
      name={email}
      action="Reset second factor"
      change={change}
      onConfirm={onConfirm}
    >
      For {who} who has lost the device and the recovery codes. It removes the authenticator app and
      all passkeys. Make sure that the request comes from them. They are signed out everywhere, and
      sign in with the password alone until they set up another.
    </Confirm>
  );
}
