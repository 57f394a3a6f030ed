import type { ReactNode } from "react";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";

interface DisableProps {
  /** What is disabled, such as `client`. */
  readonly noun: string;
  /** The consequences. */
  readonly children: ReactNode;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is disabled. It can be enabled again, so nothing is to be typed. */
export function Disable({ noun, ...confirm }: DisableProps) {
  return <Confirm opened title={`Disable this ${noun}?`} action={`Disable ${noun}`} {...confirm} />;
}
