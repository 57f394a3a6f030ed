import { ActionIcon, Menu, Space, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ROLE_LABELS, useMayEverywhere, useMe } from "../../../session.ts";
import { Ask } from "../../../ui/dialogs/ask.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { AdminPassword, factorQuestion } from "../admins/admin-actions.tsx";
import { roleField } from "../admins/roles.tsx";
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
  const { member, tenantId } = props;
  const me = useMe();
  const isOwnerEverywhere = useMayEverywhere("owner");
  const [step, setStep] = useState<"role" | "password" | "factor" | "remove" | null>(null);
  const close = () => setStep(null);
  const isOther = member.id !== me.id;
  const input = { tenantId, adminId: member.id };
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
      {step === "password" && (
        <Ask
          title="Reset this member’s password?"
          action="Reset password"
          of={api.access.members.resetPassword}
          input={input}
          shows={(made) => <AdminPassword title="Password reset" admin={made} onClose={close} />}
          onClose={close}
        >
          This is for {member.email}. Their current password stops working and they are signed out
          everywhere. You see the new password once and can pass it on.
        </Ask>
      )}
      {step === "factor" && (
        <Ask
          {...factorQuestion("a member", member.email)}
          of={api.access.members.resetSecondFactor}
          input={input}
          onClose={close}
        />
      )}
      {step === "remove" && (
        <Ask
          title={`Remove ${member.email}?`}
          action="Remove member"
          of={api.access.members.remove}
          input={input}
          done={`${member.email} is no longer a member.`}
          onClose={close}
        >
          They lose access to this tenant at once, also in pages that are open. Their account, what
          they changed, and clients and keys that they created stay. You can add them again.
        </Ask>
      )}
    </>
  );
}

/** Changes a member's role in the tenant. */
function ChangeMember({ member, tenantId, onClose }: StepProps) {
  return (
    <Form
      title={`Change the role of ${member.email}`}
      action="Change role"
      initial={{ role: member.role }}
      fields={[
        roleField("tenant"),
        <Text key="hint" c="dimmed">
          The change takes effect at once. Their other roles stay.
        </Text>,
      ]}
      mustChange
      of={api.access.members.setRole}
      input={({ role }) => ({ tenantId, adminId: member.id, role })}
      done={(_, { role }) => `${member.email} now has the role ${ROLE_LABELS[role]}.`}
      onClose={onClose}
    />
  );
}
