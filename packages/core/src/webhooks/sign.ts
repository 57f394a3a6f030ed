import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A signing secret of Standard Webhooks: the prefix and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/**
 * The `webhook-signature` header of a message (Standard Webhooks): one signature for each secret.
 *
 * @param timestamp seconds since 1970, as the `webhook-timestamp` header has it
 */
export function signatureHeader(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      const content = `${message.id}.${message.timestamp}.${message.body}`;
      return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    })
    .join(" ");
}
