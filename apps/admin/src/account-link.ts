import { queryOptions } from "@tanstack/react-query";
import { createPasskey, type PasskeyOptions } from "./passkeys.ts";
import { postSession, type Role } from "./session.ts";

/** The purpose of a link: to join, or to set a password. */
export interface LinkView {
  readonly kind: "invitation" | "password";
  readonly email: string;
  /** Who made it; null for the command line. */
  readonly by: string | null;
  /** The role in the installation; null if there is none. */
  readonly role: Role | null;
  readonly tenants: readonly { readonly name: string; readonly role: Role }[];
  readonly expiresAt: string;
  readonly needsFactor: boolean;
  /** Whether a passkey can be created instead of a password. */
  readonly passkey: boolean;
}

/** Reads what a link is for. The token is in the body, because addresses are logged. */
export const openLink = (token: string) =>
  queryOptions({
    queryKey: ["session", "link", token],
    queryFn: () => postSession<LinkView>("/session/link/read", { token }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets the password of the admin that a link is for. The link then ends. */
export function setPasswordByLink(token: string, password: string): Promise<unknown> {
  return postSession("/session/link", { token, password });
}

/**
 * Creates a passkey of the admin that a link is for, and signs in. The link then ends.
 *
 * @throws Error with a sentence for the admin
 */
export async function joinWithPasskey(token: string): Promise<void> {
  const [options, { browserName }] = await Promise.all([
    postSession<PasskeyOptions>("/session/link/passkey", { token }),
    import("./ui/values/browser-name.ts"),
  ]);
  const response = await createPasskey(options);
  const name = browserName(navigator.userAgent).slice(0, 100);
  await postSession("/session/link", { token, passkey: { name, response } });
}
