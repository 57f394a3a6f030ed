import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useMe } from "../../../session.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Disable } from "../credentials/disable.tsx";
import type { Admin } from "../types.ts";
import { ChangeRole } from "./change-role.tsx";
import { ResetFactor } from "./reset-factor.tsx";
import { ResetPassword } from "./reset-password.tsx";

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
