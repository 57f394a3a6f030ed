import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../api.ts";
import type { Role } from "../../../session.ts";
import type { CurrentProject } from "../../../shell/use-project.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { fieldErrors, showAtFields } from "../../../ui/forms/field-errors.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { AdminPassword } from "../admins/admin-password.tsx";
import { TenantRolePicker } from "../admins/roles.tsx";
import { MEMBER_KEYS } from "./keys.ts";

interface AddMemberProps {
  readonly project: CurrentProject;
  readonly onClose: () => void;
}

const FIELDS = ["email"] as const;

/** Adds an admin to the tenant. Shows the password of a new account once. */
export function AddMember({ project: { tenantId, tenantName }, onClose }: AddMemberProps) {
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: "", role: "read-only" },
    validate: { email: (email) => (email.trim() === "" ? "Enter an email address." : null) },
  });
  const [made, setMade] = useState<{ email: string; password: string } | null>(null);
  const add = useChange(api.access.members.add.mutationOptions(), {
    invalidates: MEMBER_KEYS,
    done: ({ email, password }) =>
      password === null ? `${email} is now a member of ${tenantName}.` : undefined,
    onDone: ({ email, password }) => (password === null ? onClose() : setMade({ email, password })),
    showsError: true,
  });
  if (made !== null) return <AdminPassword title="Member added" admin={made} onClose={onClose} />;
  return (
    <DialogForm
      title={`Add a member to ${tenantName}`}
      action="Add member"
      isChanged={form.isDirty()}
      change={add}
      isShownAtField={fieldErrors(add.error, FIELDS) !== null}
      onSubmit={form.onSubmit(({ email, role }) =>
        add.mutate(
          { tenantId, email: email.trim(), role },
          { onError: (error) => showAtFields(form, error, FIELDS) },
        ),
      )}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Email"
        description="A new account gets a password, which you see once."
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <TenantRolePicker
        value={form.values.role}
        onChange={(role) => form.setFieldValue("role", role)}
      />
    </DialogForm>
  );
}
