import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { ROLE_LABELS, type Role, useMe } from "../../../session.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Disable } from "../credentials/credential-state.tsx";
import type { Admin } from "../types.ts";
import { ResetFactor } from "./reset-factor.tsx";
import { InstallationRolePicker } from "./roles.tsx";

interface AdminActionsProps {
  readonly admin: Admin;
}

/** The actions of an owner on an admin. Owners cannot disable themselves or reset their own password here. */
export function AdminActions({ admin }: AdminActionsProps) {
  const me = useMe();
  const [step, setStep] = useState<"role" | "password" | "factor" | "disable" | null>(null);
  const enable = useChange(api.access.admins.update.mutationOptions(), {
    invalidates: [api.access.admins.list.pathKey()],
    done: `${admin.email} can sign in again.`,
  });
  const endSessions = useChange(api.access.sessions.endAllOf.mutationOptions(), {
    invalidates: [api.access.sessions.list.pathKey()],
    done: `All sessions of ${admin.email} ended.`,
  });
  const isDisabled = admin.disabledAt !== null;
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${admin.email}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setStep("role")}>Change role</Menu.Item>
          {admin.id !== me.id && (
            <Menu.Item onClick={() => setStep("password")}>Reset password</Menu.Item>
          )}
          {admin.hasSecondFactor && admin.id !== me.id && (
            <Menu.Item onClick={() => setStep("factor")}>Reset second factor</Menu.Item>
          )}
          {!isDisabled && admin.id !== me.id && (
            <Menu.Item onClick={() => endSessions.mutate({ adminId: admin.id })}>
              End all sessions
            </Menu.Item>
          )}
          {isDisabled && (
            <Menu.Item onClick={() => enable.mutate({ adminId: admin.id, disabled: false })}>
              Enable
            </Menu.Item>
          )}
          {!isDisabled && admin.id !== me.id && (
            <Menu.Item color="red" onClick={() => setStep("disable")}>
              Disable
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {step === "role" && <ChangeRole admin={admin} onClose={() => setStep(null)} />}
      {step === "password" && <ResetPassword admin={admin} onClose={() => setStep(null)} />}
      {step === "factor" && <ResetFactorOfAdmin admin={admin} onClose={() => setStep(null)} />}
      {step === "disable" && <DisableAdmin admin={admin} onClose={() => setStep(null)} />}
    </>
  );
}

interface ChangeRoleProps {
  readonly admin: Admin;
  readonly onClose: () => void;
}

/** Changes an admin's role. The server refuses to remove the last owner. */
function ChangeRole({ admin, onClose }: ChangeRoleProps) {
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

interface ResetPasswordProps {
  readonly admin: Admin;
  readonly onClose: () => void;
}

const OF_TENANT =
  "Owners of a tenant created this account. This also removes its second factor and passkeys. From then on only owners of the installation manage it, and it can get other roles.";

/** Resets an admin's password, and shows the new one once. */
function ResetPassword({ admin, onClose }: ResetPasswordProps) {
  const [made, setMade] = useState<Outputs["access"]["admins"]["resetPassword"] | null>(null);
  const reset = useChange(api.access.admins.resetPassword.mutationOptions(), {
    invalidates: [api.access.sessions.list.pathKey(), api.access.admins.list.pathKey()],
    onDone: setMade,
    showsError: true,
  });
  if (made !== null) {
    return <AdminPassword title="Password reset" admin={made} onClose={onClose} />;
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Reset this admin’s password?"
      // Typed only if it cannot be undone: their second factor is removed, and who manages the account changes.
      {...(admin.managedBy !== null && { name: admin.email })}
      action="Reset password"
      change={reset}
      onConfirm={() => reset.mutate({ adminId: admin.id })}
    >
      {admin.managedBy === null && `This is for ${admin.email}. `}Their current password stops
      working and they are signed out everywhere. You see the new password once and can pass it on.
      {admin.managedBy !== null && ` ${OF_TENANT}`}
    </Confirm>
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

function ResetFactorOfAdmin({
  admin,
  onClose,
}: AdminActionsProps & { readonly onClose: () => void }) {
  const reset = useChange(api.access.secondFactor.reset.mutationOptions(), {
    invalidates: [api.access.admins.list.pathKey(), api.access.sessions.list.pathKey()],
    done: `${admin.email} no longer has a second factor.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <ResetFactor
      who="an admin"
      email={admin.email}
      change={reset}
      onConfirm={() => reset.mutate({ adminId: admin.id })}
      onClose={onClose}
    />
  );
}

function DisableAdmin({ admin, onClose }: AdminActionsProps & { readonly onClose: () => void }) {
  const disable = useChange(api.access.admins.update.mutationOptions(), {
    invalidates: [api.access.admins.list.pathKey(), api.access.sessions.list.pathKey()],
    done: `${admin.email} is disabled.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <Disable
      noun="admin"
      onClose={onClose}
      change={disable}
      onConfirm={() => disable.mutate({ adminId: admin.id, disabled: true })}
    >
      This signs them out everywhere. They cannot sign in until an owner enables them again. Clients
      and keys that they created keep working.
    </Disable>
  );
}
