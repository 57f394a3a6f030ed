import { Text } from "@mantine/core";
import { api, type Outputs } from "../../../api.ts";
import { ROLE_LABELS, useMe } from "../../../session.ts";
import { ActionMenu } from "../../../ui/dialogs/action-menu.tsx";
import { Ask } from "../../../ui/dialogs/ask.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Address } from "../../../ui/values/address.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

export type Admin = Outputs["access"]["admins"]["list"][number];

import { ofInstallation, roleField, roleValue } from "./roles.tsx";

interface AdminActionsProps {
  readonly admin: Admin;
}

/** The actions of an owner on an admin. Owners cannot disable themselves or reset their own password here. */
export function AdminActions({ admin }: AdminActionsProps) {
  const me = useMe();
  const enable = useChange(api.access.admins.update, {
    done: `${admin.email} can sign in again.`,
    failed: `${admin.email} was not enabled`,
  });
  const endSessions = useChange(api.access.sessions.endAllOf, {
    done: `All sessions of ${admin.email} ended.`,
    failed: `The sessions of ${admin.email} were not ended`,
  });
  const isDisabled = admin.disabledAt !== null;
  const isOther = admin.id !== me.id;
  const isInvited = admin.link?.isInvitation === true;
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
          label: isInvited ? "New invitation link" : "Reset password",
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
          !isInvited &&
          isOther && { label: "End all sessions", run: () => endSessions.mutate(input) },
        isDisabled && {
          label: "Enable",
          run: () => enable.mutate({ ...input, disabled: false }),
        },
        isInvited && {
          label: "Revoke invitation",
          isDanger: true,
          opens: (close) => (
            <Ask
              {...revokeQuestion(admin.email)}
              {...{ of: api.access.admins.revokeInvitation, input, onClose: close }}
            />
          ),
        },
        !isDisabled &&
          !isInvited &&
          isOther && {
            label: "Disable",
            isDanger: true,
            opens: (close) => (
              <Ask
                title={`Disable ${admin.email}?`}
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
  "Owners of a tenant invited this admin. This also removes its second factor and passkeys. From then on only owners of the installation manage it, and it can get other roles.";

/** What is asked before an invitation is taken back. */
export const revokeQuestion = (email: string) => ({
  title: `Revoke the invitation of ${email}?`,
  action: "Revoke invitation",
  done: `The invitation of ${email} is revoked.`,
  children: "Their link stops working, and they leave this list. You can invite them again.",
});

/** Resets an admin's password or renews an invitation, and shows the link once. */
function ResetPassword({ admin, onClose }: StepProps) {
  const isOfTenant = admin.managedBy !== null;
  return (
    <Ask
      {...linkQuestion(admin)}
      // Typed only if it cannot be undone: their second factor is removed, and who manages the account changes.
      {...(isOfTenant && { name: admin.email })}
      of={api.access.admins.resetPassword}
      input={{ adminId: admin.id }}
      shows={(made) => <LinkOnce made={made} onClose={onClose} />}
      onClose={onClose}
    >
      {linkQuestion(admin).children}
      {isOfTenant && ` ${OF_TENANT}`}
    </Ask>
  );
}

interface Linked {
  readonly email: string;
  readonly link: { readonly isInvitation: boolean } | null;
}

/** What is asked before a new link is made for an admin. */
export function linkQuestion({ email, link }: Linked) {
  if (link?.isInvitation) {
    return {
      title: `Make a new invitation link for ${email}?`,
      action: "Make new link",
      children:
        "The link that they have stops working. You see the new one once and can pass it on.",
    };
  }
  return {
    title: `Reset the password of ${email}?`,
    action: "Reset password",
    children: `Their current password stops working and they are signed out everywhere. You see a link once and can pass it on: with it they set a new password.`,
  };
}

interface LinkOnceProps {
  readonly made: {
    readonly email: string;
    readonly link: string;
    readonly expiresAt: string;
    readonly isInvitation: boolean;
  };
  readonly onClose: () => void;
}

/** Shows a link to join, or to set a password, once. */
export function LinkOnce({ made, onClose }: LinkOnceProps) {
  const { email, link, expiresAt, isInvitation } = made;
  return (
    <SecretOnce
      title={isInvitation ? "Invitation ready" : "Password reset"}
      secrets={[{ label: "Link", value: link }]}
      kept="Only a digest is stored, so it cannot be shown again. You can make a new one."
      note={
        <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Send this link to <Address>{email}</Address> yourself. Anyone who has it can set the
          password. It works once and expires <Moment at={expiresAt} />.
        </Text>
      }
      onClose={onClose}
    />
  );
}
