import { Text } from "@mantine/core";
import { SecretOnce } from "../../ui/dialogs/secret-once.tsx";
import { formatMoment } from "../../ui/values/format.ts";

export interface NewSecret {
  readonly title: string;
  readonly value: string;
  /** When the old secret stops signing. */
  readonly oldSecretUntil?: string;
}

interface ShowSecretProps {
  readonly secret: NewSecret | null;
  readonly onClose: () => void;
}

/** Shows a signing secret once, and says how to use it. */
export function ShowSecret({ secret, onClose }: ShowSecretProps) {
  return (
    <SecretOnce
      title={secret?.title ?? ""}
      secrets={secret && [{ label: "Signing secret", value: secret.value }]}
      kept="It is stored encrypted and never shown again."
      note={
        <Text>
          Your program verifies the webhook-signature of each request with it (Standard Webhooks).
          {secret?.oldSecretUntil &&
            ` Until ${formatMoment(secret.oldSecretUntil)} requests are also signed with the old secret. Update your program before then.`}
        </Text>
      }
      onClose={onClose}
    />
  );
}
