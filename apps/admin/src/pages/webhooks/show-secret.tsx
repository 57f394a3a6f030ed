import { Text } from "@mantine/core";
import { formatMoment } from "../../ui/format.ts";
import { SecretOnce } from "../../ui/secret-once.tsx";

export interface NewSecret {
  readonly title: string;
  readonly value: string;
  /** Until when the one before signs too. */
  readonly oldSecretUntil?: string;
}

interface ShowSecretProps {
  readonly secret: NewSecret | null;
  readonly onClose: () => void;
}

/** Shows a signing secret once, with what a receiver does with it. */
export function ShowSecret({ secret, onClose }: ShowSecretProps) {
  return (
    <SecretOnce
      title={secret?.title ?? ""}
      secrets={secret && [{ label: "Signing secret", value: secret.value }]}
      kept="It is kept encrypted and never shown again."
      note={
        <Text>
          Your program verifies each request’s webhook-signature with it (Standard Webhooks).
          {secret?.oldSecretUntil &&
            ` Until ${formatMoment(secret.oldSecretUntil)} requests carry the signature of the secret before as well, so change it in your program before then.`}
        </Text>
      }
      onClose={onClose}
    />
  );
}
