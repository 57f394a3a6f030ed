import { useForm } from "@mantine/form";

interface ScopedValues {
  name: string;
  scopes: string[];
  /** ISO 8601 in UTC; empty for none. */
  expiresAt: string;
}

/**
 * The form of a client or key.
 *
 * @param initial values of an existing one. An expiry that has passed may stay.
 */
export function useScopedForm(initial: Partial<ScopedValues> = {}) {
  const initialValues: ScopedValues = { name: "", scopes: [], expiresAt: "", ...initial };
  return useForm<ScopedValues>({
    initialValues,
    validate: {
      name: (name) => (name.trim() === "" ? "Enter a name." : null),
      scopes: (scopes) => (scopes.length === 0 ? "Select at least one scope." : null),
      expiresAt: (at) =>
        at !== "" && at !== initialValues.expiresAt && new Date(at).getTime() <= Date.now()
          ? "Choose a time in the future."
          : null,
    },
  });
}
