import { PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { focusFirst } from "../../ui/forms/field-errors.ts";

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

/** What a change of the admin's own factors changes. */
export const FACTOR_KEYS = [
  api.access.secondFactor.pathKey(),
  api.access.passkeys.pathKey(),
  api.access.sessions.pathKey(),
  api.access.admins.list.pathKey(),
];

const MISSING = {
  name: "Enter a name.",
  password: "Enter your password.",
  code: "Enter a code.",
} as const;

type Field = keyof typeof MISSING;
type Values = Readonly<Record<Field, string>>;

/**
 * Returns the form of a step, and a function that makes its submit handler. An empty field is reported at the field.
 *
 * @param asked the fields that the step shows
 */
export function useFactorForm(asked: readonly Field[], name = "") {
  const form = useForm({
    initialValues: { name, password: "", code: "" },
    validate: (values) => {
      const missing = asked.filter((field) => values[field].trim() === "");
      return Object.fromEntries(missing.map((field) => [field, MISSING[field]]));
    },
  });
  const submit = (send: (values: Values) => void) =>
    form.onSubmit(send, (errors) => focusFirst(form, errors));
  return { form, submit };
}

const EITHER_CODE = "Six digits from your authenticator app, or a recovery code.";
