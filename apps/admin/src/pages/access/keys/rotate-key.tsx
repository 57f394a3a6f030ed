import { useState } from "react";
import { api } from "../../../api.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { OlderQuestion } from "../credentials/older-question.tsx";
import type { Key } from "../types.ts";

interface RotateKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** Replaces a key with a new one, which is shown once, and asks when the older one ends. */
export function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  const [made, setMade] = useState<string | null>(null);
  const rotate = useChange(api.access.keys.rotate.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    onDone: (rotated) => setMade(rotated.apiKey),
    showsError: true,
  });
  if (made !== null) {
    const secrets = [{ label: "API key", value: made }];
    return <SecretOnce title="Key rotated" secrets={secrets} onClose={onClose} />;
  }
  return (
    <OlderQuestion
      title="Rotate the key"
      action="Rotate key"
      label="The older key"
      full={apiKey.older === null ? null : FULL}
      later="Gives the automation time to switch to the new one."
      now="For a leaked key. It is refused within two seconds."
      change={rotate}
      onSubmit={(endOlderNow) => rotate.mutate({ keyId: apiKey.id, endOlderNow })}
      onClose={onClose}
    />
  );
}

const FULL = "The key was rotated less than 24 hours ago, and its older form still works.";

/** Ends the older form of a rotated key before its 24 hours are over. */
export function EndOlderKey({ apiKey, onClose }: RotateKeyProps) {
  const end = useChange(api.access.keys.endOlder.mutationOptions(), {
    invalidates: [api.access.keys.list.pathKey()],
    done: "Older key ended.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="End the older key?"
      action="End older key"
      change={end}
      onConfirm={() => end.mutate({ keyId: apiKey.id })}
    >
      Automations that still use it are refused within two seconds.
    </Confirm>
  );
}
