import { PasswordInput, TextInput } from "@mantine/core";
import type { useForm } from "@mantine/form";

/** What every step of the dialog has. */
export interface StepProps {
  readonly onClose: () => void;
}

export interface CodesProps extends StepProps {
  /** Shows the recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
}

type FieldProps = ReturnType<ReturnType<typeof useForm>["getInputProps"]>;

export function PasswordField(props: FieldProps) {
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

export function CodeField({ description = EITHER_CODE, ...props }: CodeFieldProps) {
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
