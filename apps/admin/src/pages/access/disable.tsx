import type { ReactNode } from "react";
import { Confirm } from "../../ui/confirm.tsx";
import { useReturnFocus } from "../../ui/use-return-focus.ts";

interface DisableProps {
  /** What it happens to, such as `client`, and its name. */
  readonly noun: string;
  readonly name: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of what is to be taken out of use. */
export function Disable({ noun, ...confirm }: DisableProps) {
  useReturnFocus();
  return <Confirm opened title={`Disable this ${noun}?`} action={`Disable ${noun}`} {...confirm} />;
}
