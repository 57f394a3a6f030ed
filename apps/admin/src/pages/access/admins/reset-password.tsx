import { useState } from "react";
import { api, type Outputs } from "../../../api.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Admin } from "../types.ts";
import { AdminPassword } from "./admin-password.tsx";

interface ResetPasswordProps {
  readonly admin: Admin;
  readonly onClose: () => void;
}

const OF_TENANT =
  "Owners of a tenant created this account. This also removes its second factor and passkeys. From then on only owners of the installation manage it, and it can get other roles.";

/** Resets an admin's password, and shows the new one once. */
export function ResetPassword({ admin, onClose }: ResetPasswordProps) {
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
