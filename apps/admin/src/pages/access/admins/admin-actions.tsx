import { Text } from "@mantine/core";
import { api } from "../../../api.ts";
import { ROLE_LABELS, useMe } from "../../../session.ts";
import { ActionMenu } from "../../../ui/dialogs/action-menu.tsx";
import { Ask } from "../../../ui/dialogs/ask.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Admin } from "../types.ts";
import { ofInstallation, roleField, roleValue } from "./roles.tsx";

interface AdminActionsProps {
  readonly admin: Admin;
}

/** The actions of an owner on an admin. Owners cannot disable themselves or reset their own password here. */
export function AdminActions({ admin }: AdminActionsProps) {
  const me = useMe();
  const enable = useChange(api.access.admins.update, {
    done: `${admin.email} can sign in again.`,
  });
  const endSessions = useChange(api.access.sessions.endAllOf, {
    done: `All sessions of ${admin.email} ended.`,
  });
  const isDisabled = admin.disabledAt !== null;
  const isOther = admin.id !== me.id;
  const input = { adminId: admin.id };
  return (
    <ActionMenu
      label={`Actions for ${admin.email}`}
      width={180}
      actions={[
        {
          label: "Change role",
          opens: (close) => <ChangeRole admin={admin} onClose={close} />,
        },
        isOther && {
          label: "Reset password",
          opens: (close) => <ResetPassword admin={admin} onClose={close} />,
        },
        admin.hasSecondFactor &&
          isOther && {
            label: "Reset second factor",
            opens: (onClose) => (
              <Ask
                {...factorQuestion("an admin", admin.email)}
                {...{ of: api.access.secondFactor.reset, input, onClose }}
              />
            ),
          },
        !isDisabled &&
          isOther && { label: "End all sessions", run: () => endSessions.mutate(input) },
        isDisabled && {
          label: "Enable",
          run: () => enable.mutate({ ...input, disabled: false }),
        },
        !isDisabled &&
          isOther && {
            label: "Disable",
            isDanger: true,
            opens: (close) => (
              <Ask
                title="Disable this admin?"
                action="Disable admin"
                of={api.access.admins.update}
                input={{ ...input, disabled: true }}
                done={`${admin.email} is disabled.`}
                onClose={close}
              >
                This signs them out everywhere. They cannot sign in until an owner enables them
                again. Clients and keys that they created keep working.
              </Ask>
            ),
          },
      ]}
    />
  );
}

/** What is asked before the second factor of someone else is removed. */
export const factorQuestion = (who: string, email: string) => ({
  title: "Reset the second factor?",
  name: email,
  action: "Reset second factor",
  done: `${email} no longer has a second factor.`,
  children: `For ${who} who has lost the device and the recovery codes. It removes the authenticator app and all passkeys. Make sure that the request comes from them. They are signed out everywhere, and sign in with the password alone until they set up another.`,
});

interface StepProps extends AdminActionsProps {
  readonly onClose: () => void;
}

/** Changes an admin's role. The server refuses to remove the last owner. */
function ChangeRole({ admin, onClose }: StepProps) {
  const me = useMe();
  return (
    <Form
      title={`Change the role of ${admin.email}`}
      action="Change role"
      initial={{ role: roleValue(admin.role) }}
      fields={[
        roleField("installation"),
        <Text key="hint" c="dimmed">
          This signs {admin.id === me.id ? "you" : "them"} out everywhere. The new role applies from
          the next sign-in.
        </Text>,
      ]}
      mustChange
      of={api.access.admins.update}
      input={({ role }) => ({ adminId: admin.id, role: ofInstallation(role) })}
      done={(_, { role }) =>
        role
          ? `${admin.email} now has the role ${ROLE_LABELS[role]}.`
          : `${admin.email} no longer has a role in the installation.`
      }
      onClose={onClose}
    />
  );
}

const OF_TENANT =
  "Owners of a tenant created this account. This also removes its second factor and passkeys. From then on only owners of the installation manage it, and it can get other roles.";

/** Resets an admin's password, and shows the new one once. */
function ResetPassword({ admin, onClose }: StepProps) {
  const isOfTenant = admin.managedBy !== null;
  return (
    <Ask
      title="Reset this admin’s password?"
      // Typed only if it cannot be undone: their second factor is removed, and who manages the account changes.
      {...(isOfTenant && { name: admin.email })}
      action="Reset password"
      of={api.access.admins.resetPassword}
      input={{ adminId: admin.id }}
      shows={(made) => <AdminPassword title="Password reset" admin={made} onClose={onClose} />}
      onClose={onClose}
    >
      {!isOfTenant && `This is for ${admin.email}. `}Their current password stops working and they
      are signed out everywhere. You see the new password once and can pass it on.
      {isOfTenant && ` ${OF_TENANT}`}
    </Ask>
  );
}

interface AdminPasswordProps {
  readonly title: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly onClose: () => void;
}

/** Shows an admin's generated password once. */
export function AdminPassword({ title, admin, onClose }: AdminPasswordProps) {
  const secrets = [
    { label: "Email", value: admin.email },
    { label: "Password", value: admin.password },
  ];
  return (
    <SecretOnce
      title={title}
      secrets={secrets}
      note={
        <Text c="dimmed">
          Ask them to change it after signing in. Change password is in the menu under their email.
        </Text>
      }
      onClose={onClose}
    />
  );
}
