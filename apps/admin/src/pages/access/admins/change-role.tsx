import { Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../../../api.ts";
import { ROLE_LABELS, type Role, useMe } from "../../../session.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Admin } from "../types.ts";
import { InstallationRolePicker } from "./roles.tsx";

interface ChangeRoleProps {
  readonly admin: Admin;
  readonly onClose: () => void;
}

/** Changes an admin's role. The server refuses to remove the last owner. */
export function ChangeRole({ admin, onClose }: ChangeRoleProps) {
  const me = useMe();
  const [role, setRole] = useState<Role | null>(admin.role);
  const change = useChange(api.access.admins.update.mutationOptions(), {
    invalidates: [api.access.admins.list.pathKey(), api.access.sessions.list.pathKey()],
    done:
      role === null
        ? `${admin.email} no longer has a role in the installation.`
        : `${admin.email} now has the role ${ROLE_LABELS[role]}.`,
    onDone: onClose,
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ adminId: admin.id, role });
  };
  return (
    <DialogForm
      title={`Change the role of ${admin.email}`}
      action="Change role"
      isChanged={role !== admin.role}
      change={change}
      disabled={role === admin.role}
      onSubmit={submit}
      onClose={onClose}
    >
      <InstallationRolePicker value={role} onChange={setRole} />
      <Text c="dimmed">
        This signs {admin.id === me.id ? "you" : "them"} out everywhere. The new role applies from
        the next sign-in.
      </Text>
    </DialogForm>
  );
}
