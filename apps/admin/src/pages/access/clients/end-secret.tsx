import { api } from "../../../api.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Client } from "../types.ts";

interface EndSecretProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Ends the older of a client's two secrets before its 24 hours are over. */
export function EndSecret({ client, onClose }: EndSecretProps) {
  const end = useChange(api.access.clients.endSecret.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    done: "Older secret ended.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="End the older secret?"
      action="End secret"
      change={end}
      onConfirm={() => end.mutate({ clientId: client.id })}
    >
      Programs that still use it get no more tokens. Existing tokens stay valid until they expire.
    </Confirm>
  );
}
