import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { Outputs } from "./api.ts";
import { api, OWN_PAGE, queryClient, sessionEnd } from "./api.ts";

export type Role = Outputs["me"]["role"];

const RANK: Readonly<Record<Role, number>> = { "read-only": 0, admin: 1, owner: 2 };

/** The admin who is signed in; pages stand below a route that has made sure that there is one. */
export function useMe(): Outputs["me"] {
  return useSuspenseQuery(api.me.queryOptions()).data;
}

/** Whether the admin's role reaches. The server decides; pages only leave out what it would refuse. */
export function useMay(least: Role): boolean {
  return RANK[useMe().role] >= RANK[least];
}

/**
 * Signs in with a password; the session is a cookie that no script can read.
 *
 * @throws Error with the server's message
 */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const response = await fetch("/session", {
    method: "POST",
    headers: { ...OWN_PAGE, "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as { message?: string } | null;
  throw new Error(answer?.message ?? `The server answered ${response.status}; try again.`);
}

/**
 * Goes on where the page was when the session ended. Another admin begins anew: what is on the page was not for them.
 *
 * @throws TRPCClientError while nobody is signed in
 */
export async function resumeSession(): Promise<void> {
  const before = queryClient.getQueryData(api.me.queryKey());
  const now = await queryClient.fetchQuery({ ...api.me.queryOptions(), staleTime: 0 });
  if (now.email !== before?.email) {
    location.reload();
    return;
  }
  queryClient.setQueryData(sessionEnd.queryKey, false);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
}

/** How one can sign in here, as GET /session/methods says it. */
interface SignInMethods {
  readonly oidc: { readonly label: string } | null;
}

/** Asked once: the settings change with a restart alone. */
export const signInMethods = queryOptions({
  queryKey: ["session", "methods"],
  queryFn: async (): Promise<SignInMethods> => {
    const response = await fetch("/session/methods");
    if (!response.ok) throw new Error(`The server answered ${response.status}; try again.`);
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Ends the session and forgets everything that was read in it. */
export async function signOut(): Promise<void> {
  await fetch("/session", { method: "DELETE", headers: OWN_PAGE });
  queryClient.clear();
  location.assign("/sign-in");
}
