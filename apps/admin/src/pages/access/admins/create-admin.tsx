import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import type { Role } from "../../../session.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { fieldErrors, showAtFields } from "../../../ui/forms/field-errors.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { AdminPassword } from "./admin-password.tsx";
import { InstallationRolePicker } from "./roles.tsx";

const FIELDS = ["email"] as const;

/** Creates an admin, and shows their first password once. */
export function CreateAdmin({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<{ email: string; role: Role | null }>({
    initialValues: { email: "", role: "read-only" },
    validate: { email: (email) => (email.trim() === "" ? "Enter an email address." : null) },
  });
  const [made, setMade] = useState<Outputs["access"]["admins"]["create"] | null>(null);
  const create = useChange(api.access.admins.create.mutationOptions(), {
    invalidates: [api.access.admins.list.pathKey()],
    onDone: setMade,
    showsError: true,
  });
  if (made !== null) {
    return <AdminPassword title="Admin created" admin={made} onClose={onClose} />;
  }
  return (
    <DialogForm
      title="Create an admin"
      action="Create admin"
      isChanged={form.isDirty()}
      change={create}
      isShownAtField={fieldErrors(create.error, FIELDS) !== null}
      onSubmit={form.onSubmit(({ email, role }) =>
        create.mutate(
          { email: email.trim(), role },
          { onError: (error) => showAtFields(form, error, FIELDS) },
        ),
      )}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Email"
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <InstallationRolePicker
        value={form.values.role}
        onChange={(role) => form.setFieldValue("role", role)}
      />
    </DialogForm>
  );
}
