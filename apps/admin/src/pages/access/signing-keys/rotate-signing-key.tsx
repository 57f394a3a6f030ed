import { api } from "../../../api.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";

/** Asks before the signing key is rotated, and says what happens then. */
export function RotateSigningKey({ onClose }: { readonly onClose: () => void }) {
  const rotate = useChange(api.access.signingKeys.rotate.mutationOptions(), {
    invalidates: [api.access.signingKeys.list.pathKey()],
    done: "New key published.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Rotate the signing key?"
      action="Rotate key"
      isHarmless
      change={rotate}
      onConfirm={() => rotate.mutate()}
    >
      A new key is published now and starts signing in 15 minutes, when every program has fetched
      it. The current key then stops signing, but verifies tokens for another 35 minutes, until the
      last one has expired. Nothing stops working.
    </Confirm>
  );
}
