import { Radio, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../../api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { useChange } from "../../ui/use-change.ts";
import { liveSecrets } from "./client-secrets.tsx";
import type { Client } from "./types.ts";

interface AddSecretProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Adds a secret to a client, and asks when the older one ends. */
export function AddSecret({ client, onClose }: AddSecretProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const add = useChange(api.access.clients.addSecret.mutationOptions(), {
    invalidates: [api.access.clients.list.pathKey()],
    onDone: ({ clientSecret }) => setSecret(clientSecret),
    showsError: true,
  });
  if (secret !== null) {
    const secrets = [{ label: "Client secret", value: secret }];
    return <SecretOnce title="Secret added" secrets={secrets} onClose={onClose} />;
  }
  return (
    <AskForOlder
      client={client}
      change={add}
      onClose={onClose}
      onSubmit={(endOthersNow) => add.mutate({ clientId: client.id, endOthersNow })}
    />
  );
}

interface AskForOlderProps extends AddSecretProps {
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (endOthersNow: boolean) => void;
}

function AskForOlder({ client, change, onClose, onSubmit }: AskForOlderProps) {
  const isFull = liveSecrets(client) > 1;
  const [older, setOlder] = useState(isFull ? "now" : "later");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(older === "now");
  };
  return (
    <DialogForm
      title="Add a secret"
      action="Add secret"
      isChanged={false}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group label="The older secret" value={older} onChange={setOlder}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="later"
            disabled={isFull}
            label="Works for 24 more hours"
            description={isFull ? FULL : "Gives the program time to switch to the new one."}
          />
          <Radio
            value="now"
            label="Ends now"
            description="For a leaked secret. Tokens that it already got stay valid until they expire."
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}

const FULL = "A client can have two active secrets, and this one already has two.";
