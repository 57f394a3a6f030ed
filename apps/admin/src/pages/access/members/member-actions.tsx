import { ActionIcon, Menu, Space, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { ROLE_LABELS, useMayEverywhere, useMe } from "../../../session.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { AdminPassword } from "../admins/admin-actions.tsx";
import { ResetFactor } from "../admins/reset-factor.tsx";
import { TenantRolePicker } from "../admins/roles.tsx";
import type { Member } from "../types.ts";

interface MemberProps {
  readonly member: Member;
  readonly tenantId: number;
}

interface StepProps extends MemberProps {
  readonly onClose: () => void;
}

/** The actions of an owner on a member. Owners of the tenant cannot change their own role, so an owner always remains. */
export function MemberActions(props: MemberProps) {
  const { member } = props;
  const me = useMe();
  const isOwnerEverywhere = useMayEverywhere("owner");
  const [step, setStep] = useState<"role" | "password" | "factor" | "remove" | null>(null);
  const close = () => setStep(null);
  const isOther = member.id !== me.id;
  if (!isOther && !isOwnerEverywhere) return <Space h={28} />;
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${member.email}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setStep("role")}>Change role</Menu.Item>
          {member.isManaged && isOther && (
            <Menu.Item onClick={() => setStep("password")}>Reset password</Menu.Item>
          )}
          {member.isManaged && isOther && member.hasSecondFactor && (
            <Menu.Item onClick={() => setStep("factor")}>Reset second factor</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setStep("remove")}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {step === "role" && <ChangeMember {...props} onClose={close} />}
      {step === "password" && <ResetPassword {...props} onClose={close} />}
      {step === "factor" && <ResetFactorOfMember {...props} onClose={close} />}
      {step === "remove" && <Remove {...props} onClose={close} />}
    </>
  );
}

interface ChangeMemberProps {
  readonly member: Member;
  readonly tenantId: number;
  readonly onClose: () => void;
}

/** Changes a member's role in the tenant. */
function ChangeMember({ member, tenantId, onClose }: ChangeMemberProps) {
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

function Remove({ member, tenantId, onClose }: StepProps) {
  const remove = useChange(api.access.members.remove.mutationOptions(), {
    invalidates: MEMBER_KEYS,
    done: `${member.email} is no longer a member.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={`Remove ${member.email}?`}
      action="Remove member"
      change={remove}
      onConfirm={() => remove.mutate({ tenantId, adminId: member.id })}
    >
      They lose access to this tenant at once, also in pages that are open. Their account, what they
      changed, and clients and keys that they created stay. You can add them again.
    </Confirm>
  );
}

function ResetPassword({ member, tenantId, onClose }: StepProps) {
  const [made, setMade] = useState<Outputs["access"]["members"]["resetPassword"] | null>(null);
  const reset = useChange(api.access.members.resetPassword.mutationOptions(), {
    invalidates: MEMBER_KEYS,
    onDone: setMade,
    showsError: true,
  });
  if (made !== null) return <AdminPassword title="Password reset" admin={made} onClose={onClose} />;
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Reset this member’s password?"
      action="Reset password"
      change={reset}
      onConfirm={() => reset.mutate({ tenantId, adminId: member.id })}
    >
      This is for {member.email}. Their current password stops working and they are signed out
      everywhere. You see the new password once and can pass it on.
    </Confirm>
  );
}

function ResetFactorOfMember({ member, tenantId, onClose }: StepProps) {
  const reset = useChange(api.access.members.resetSecondFactor.mutationOptions(), {
    invalidates: MEMBER_KEYS,
    done: `${member.email} no longer has a second factor.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <ResetFactor
      who="a member"
      email={member.email}
      change={reset}
      onConfirm={() => reset.mutate({ tenantId, adminId: member.id })}
      onClose={onClose}
    />
  );
}

/** What a change of a member changes. */
export const MEMBER_KEYS = [api.access.members.pathKey(), api.access.admins.list.pathKey()];
