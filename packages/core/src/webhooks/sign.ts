import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** Generates a Standard Webhooks signing secret: the prefix and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/**
 * Returns the `webhook-signature` header of a message (Standard Webhooks), with one signature per secret.
 *
 * @param message.timestamp the `webhook-timestamp` header, in seconds since 1970
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
