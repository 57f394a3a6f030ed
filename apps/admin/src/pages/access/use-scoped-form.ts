import { useForm } from "@mantine/form";

/** The fields that clients and keys have in common. */
export function useScopedForm() {
  return useForm<{ name: string; scopes: string[]; expiresAt: string }>({
    initialValues: { name: "", scopes: [], expiresAt: "" },
    validate: {
      name: (name) => (name.trim() === "" ? "Give it a name." : null),
      scopes: (scopes) => (scopes.length === 0 ? "Tick at least one scope." : null),
      expiresAt: (at) =>
        at !== "" && new Date(at).getTime() <= Date.now() ? "Give a time to come." : null,
    },
  });
}
