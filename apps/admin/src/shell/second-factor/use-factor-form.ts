import { useForm } from "@mantine/form";
import { focusFirst } from "../../ui/forms/field-errors.ts";

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
