import { useState } from "react";
import { api } from "../../../api.ts";
import { SecretOnce } from "../../../ui/dialogs/secret-once.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { OlderQuestion } from "../credentials/older-question.tsx";
import type { Client } from "../types.ts";
import { liveSecrets } from "./client-secrets.tsx";

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
    <OlderQuestion
      title="Add a secret"
      action="Add secret"
      label="The older secret"
      full={liveSecrets(client) > 1 ? FULL : null}
      later="Gives the program time to switch to the new one."
      now="For a leaked secret. Tokens that it already got stay valid until they expire."
      change={add}
      onSubmit={(endOthersNow) => add.mutate({ clientId: client.id, endOthersNow })}
      onClose={onClose}
    />
  );
}

const FULL = "A client can have two active secrets, and this one already has two.";
