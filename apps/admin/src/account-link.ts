import { queryOptions } from "@tanstack/react-query";
import { postSession, type Role } from "./session.ts";

/** What a link to join, or to set a password, is for. */
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
