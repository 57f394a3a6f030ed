import { z } from "zod";
import { nameText } from "../../storable-text.ts";

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/);
/** A credential id has at most 1,023 bytes (W3C WebAuthn Level 3, §5.1). */
const credentialId = base64url(1_364);
const clientDataJSON = base64url(8_192);
const common = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
};

/** What a browser answers when a passkey is created. Its other members are not used. */
export const registrationInput = z.object({
  ...common,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(65_536),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});

/** What a browser answers when a passkey is used. */
export const assertionInput = z.object({
  ...common,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(8_192),
    signature: base64url(8_192),
    userHandle: base64url(128).optional(),
  }),
});

export type Registration = z.infer<typeof registrationInput>;
export type Assertion = z.infer<typeof assertionInput>;

export const passkeyName = nameText.trim().min(1).max(100);
