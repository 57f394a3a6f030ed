import { TextInput } from "@mantine/core";
import type { useScopedForm } from "../scopes/use-scoped-form.ts";

/** The field for the expiry of a key. */
export function ExpiryInput({ form }: { readonly form: ReturnType<typeof useScopedForm> }) {
  return (
    <TextInput
      type="datetime-local"
      max="9999-12-31T23:59"
      label="Expires"
      description="In your time zone. Leave empty for a key that never expires."
      styles={{ input: { maxWidth: 280 } }}
      {...form.getInputProps("expiresAt")}
    />
  );
}
