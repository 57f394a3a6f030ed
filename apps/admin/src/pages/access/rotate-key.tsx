import { Radio, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../../api.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { useChange } from "../../ui/use-change.ts";
import type { Key } from "./types.ts";

interface RotateKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
}

/** Replaces a key with a new one, which is shown once, and asks when the older one ends. */
export function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  const isFull = apiKey.older !== null;
  const [older, setOlder] = useState(isFull ? "now" : "later");
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
    <DialogForm
      title="Rotate the key"
      action="Rotate key"
      isChanged={false}
      change={rotate}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        rotate.mutate({ keyId: apiKey.id, endOlderNow: older === "now" });
      }}
      onClose={onClose}
    >
      <Radio.Group label="The older key" value={older} onChange={setOlder}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="later"
            disabled={isFull}
            label="Works for 24 more hours"
            description={isFull ? FULL : "Gives the automation time to switch to the new one."}
          />
          <Radio
            value="now"
            label="Ends now"
            description="For a leaked key. It is refused within two seconds."
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
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
