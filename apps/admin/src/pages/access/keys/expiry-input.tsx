import { DateTimeInput } from "../../../ui/forms/date-time-input.tsx";
import type { useScopedForm } from "../scopes/use-scoped-form.ts";

/** The field for the expiry of a key. */
export function ExpiryInput({ form }: { readonly form: ReturnType<typeof useScopedForm> }) {
  const { value, ...input } = form.getInputProps("expiresAt");
  return (
    <DateTimeInput
      label="Expires"
      description="In your time zone. Leave empty for a key that never expires."
      wholeDay="end"
      {...input}
      value={value}
    />
  );
}
