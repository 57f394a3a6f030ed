import type { Inputs, Outputs } from "./api.ts";
import { OWN_PAGE } from "./api.ts";

type Registration = Inputs["access"]["passkeys"]["finish"]["response"];
/** What the server asks a browser to create. */
export type PasskeyOptions = Outputs["access"]["passkeys"]["begin"];
/** A browser's answer to a challenge of a sign-in. */
type PasskeyAnswer = object;

/** True if this browser has passkeys. They exist only in a secure context. */
export function hasPasskeySupport(): boolean {
  return "PublicKeyCredential" in window;
}

/**
 * Lets the browser create a passkey.
 *
 * @throws Error with a sentence for the admin
 */
export async function createPasskey(optionsJSON: PasskeyOptions): Promise<Registration> {
  // Loaded only now, because most visits need no passkey.
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    return (await startRegistration({ optionsJSON })) as Registration;
  } catch (error) {
    const isKnown = errorName(error) === "InvalidStateError";
    throw new Error(
      isKnown
        ? "This device already has a passkey of yours."
        : "The browser did not create a passkey. Try again.",
      { cause: error },
    );
  }
}

/**
 * Lets the browser answer a new challenge of a sign-in with a passkey.
 *
 * @throws Error with a sentence for the admin
 */
export async function answerWithPasskey(): Promise<PasskeyAnswer> {
  const [{ startAuthentication }, challenge] = await Promise.all([
    import("@simplewebauthn/browser"),
    fetch("/session/passkey/challenge", { method: "POST", headers: OWN_PAGE }),
  ]);
  const optionsJSON = await challenge.json().catch(() => null);
  if (!challenge.ok) {
    throw new Error(optionsJSON?.message ?? `The server answered ${challenge.status}. Try again.`);
  }
  try {
    return await startAuthentication({ optionsJSON });
  } catch (error) {
    throw new Error("The browser used no passkey. Try again, or sign in in another way.", {
      cause: error,
    });
  }
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : "";
}
