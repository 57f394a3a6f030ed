import { useForm } from "@mantine/form";

/** The form of a new client or key. */
export function useScopedForm() {
  return useForm<{ name: string; scopes: string[]; expiresAt: string }>({
    initialValues: { name: "", scopes: [], expiresAt: "" },
    validate: {
      name: (name) => (name.trim() === "" ? "Enter a name." : null),
      scopes: (scopes) => (scopes.length === 0 ? "Select at least one scope." : null),
      expiresAt: (at) =>
        at !== "" && new Date(at).getTime() <= Date.now() ? "Choose a time in the future." : null,
    },
  });
}
