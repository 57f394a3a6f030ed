import { Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../../../api.ts";
import { ROLE_LABELS } from "../../../session.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { TenantRolePicker } from "../admins/roles.tsx";
import type { Member } from "../types.ts";
import { MEMBER_KEYS } from "./keys.ts";

interface ChangeMemberProps {
  readonly member: Member;
  readonly tenantId: number;
  readonly onClose: () => void;
}

/** Changes a member's role in the tenant. */
export function ChangeMember({ member, tenantId, onClose }: ChangeMemberProps) {
  const [role, setRole] = useState(member.role);
  const change = useChange(api.access.members.setRole.mutationOptions(), {
    invalidates: MEMBER_KEYS,
    done: `${member.email} now has the role ${ROLE_LABELS[role]}.`,
    onDone: onClose,
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ tenantId, adminId: member.id, role });
  };
  return (
    <DialogForm
      title={`Change the role of ${member.email}`}
      action="Change role"
      isChanged={role !== member.role}
      change={change}
      disabled={role === member.role}
      onSubmit={submit}
      onClose={onClose}
    >
      <TenantRolePicker value={role} onChange={setRole} />
      <Text c="dimmed">The change takes effect at once. Their other roles stay.</Text>
    </DialogForm>
  );
}
