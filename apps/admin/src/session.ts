import { notifications } from "@mantine/notifications";
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { createContext, use } from "react";
import { api, type Outputs, OWN_PAGE, queryClient, sessionEnd } from "./api.ts";
import { answerWithPasskey } from "./passkeys.ts";

export type Role = NonNullable<Outputs["me"]["role"]>;

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  "read-only": "Read-only",
};

/** Returns what a page calls a role in the installation. */
export function roleLabel(role: Role | null): string {
  return role === null ? "None" : ROLE_LABELS[role];
}

const RANK: Readonly<Record<Role, number>> = { "read-only": 0, admin: 1, owner: 2 };

/** Returns the signed-in admin. Works only below the route `signed-in`, which loads it. */
export function useMe(): Outputs["me"] {
  return useSuspenseQuery(api.me.queryOptions()).data;
}

/** The admin's role where the page is. The layout gives it to all pages, because each row of a table asks for it. */
export const RoleContext = createContext<Role | null>(null);

/** Returns the admin's role where the page is: in the project's tenant, or in the installation. */
export function useRole(): Role | null {
  return use(RoleContext);
}

/** Returns what `RoleContext` gives to the pages. */
export function useRoleHere(): Role | null {
  const { projectId } = useParams({ strict: false });
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const { role } = useMe();
  if (projectId === undefined) return role;
  const isHere = ({ id }: { readonly id: number }) => String(id) === projectId;
  return tenants.find(({ projects }) => projects.some(isHere))?.role ?? role;
}

/** True if the admin has at least this role here. The server decides; pages only hide what it would refuse. */
export function useMay(least: Role): boolean {
  return isAtLeast(useRole(), least);
}

/** True if the admin has at least this role in the installation. */
export function useMayEverywhere(least: Role): boolean {
  return isAtLeast(useMe().role, least);
}

export function isAtLeast(role: Role | null, least: Role): boolean {
  return role !== null && RANK[role] >= RANK[least];
}

/** What the page sends to sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor, or a recovery code. */
  readonly code?: string;
  /** Whether a passkey is the second factor, instead of a code. */
  readonly withPasskey?: boolean;
}

interface RefusedIssue {
  readonly code: string;
  readonly ways?: readonly string[];
}

/** A refused sign-in, or a link that does not work. */
export class SignInRefused extends Error {
  /** What the server names the reason; undefined if it gives none. */
  readonly code: string | undefined;
  /** True if the password was right, and a code of the second factor is missing or wrong. */
  readonly needsCode: boolean;
  /** True if no code was sent yet. */
  readonly isFirst: boolean;
  /** The second factors that the admin has, if no code was sent yet. */
  readonly ways: readonly string[];

  constructor(message: string, issue: RefusedIssue | undefined) {
    super(message);
    this.code = issue?.code;
    this.isFirst = issue?.code === "second_factor_required";
    this.needsCode = this.isFirst || issue?.code === "second_factor_wrong";
    this.ways = issue?.ways ?? [];
  }
}

/**
 * Signs in with a password. The session is a cookie that scripts cannot read.
 *
 * @throws SignInRefused with the server's message; Error if the browser used no passkey
 */
export async function signIn({ withPasskey, ...credentials }: Credentials): Promise<void> {
  const passkey = withPasskey ? { passkey: await answerWithPasskey() } : {};
  await postSession("/session", { ...credentials, ...passkey });
  noteSignIn(credentials.code);
}

/**
 * Signs in with a passkey alone.
 *
 * @throws as `signIn`
 */
export async function signInWithPasskey(): Promise<void> {
  await postSession("/session/passkey", { passkey: await answerWithPasskey() });
}

/**
 * Sends what signs an admin in.
 *
 * @throws SignInRefused with the server's message
 */
export async function postSession<Answer = undefined>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: { ...OWN_PAGE, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status === 204) return undefined as Answer;
  if (response.ok) return response.json();
  const answer = (await response.json().catch(() => null)) as {
    readonly message?: string;
    readonly issues?: readonly RefusedIssue[];
  } | null;
  const message = answer?.message ?? `The server answered ${response.status}. Try again.`;
  throw new SignInRefused(message, answer?.issues?.[0]);
}

/**
 * Continues on the page where the session ended. Reloads for another admin, who must not see its content.
 *
 * @throws TRPCClientError if no admin is signed in
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

/** The answer of GET /session/methods. */
interface SignInMethods {
  /** Whether no admin has ever signed in. */
  readonly isNew: boolean;
  /** Whether the site can have passkeys. */
  readonly passkey: boolean;
  readonly oidc: { readonly label: string } | null;
}

/** Fetched once, because the settings change only with a restart. */
export const signInMethods = queryOptions({
  queryKey: ["session", "methods"],
  queryFn: async (): Promise<SignInMethods> => {
    const response = await fetch("/session/methods");
    if (!response.ok) throw new Error(`The server answered ${response.status}. Try again.`);
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Ends the session and clears everything that was fetched in it. A notification says if the session goes on. */
export async function signOut(): Promise<void> {
  const request = { method: "DELETE", headers: OWN_PAGE };
  const response = await fetch("/session", request).catch(() => undefined);
  if (!response?.ok) {
    const message = "You are still signed in, because the server did not answer. Try again.";
    notifications.show({ message, color: "red" });
    return;
  }
  queryClient.clear();
  location.assign("/sign-in");
}

const KEY = "rapport-used-recovery-code";
/** The notification asks for something, so it stays for longer than others. */
const SHOWN_MS = 15_000;

/** Notes a sign-in with a recovery code, for the page that opens next. */
function noteSignIn(code: string | undefined): void {
  if (code !== undefined && !/^\d{6}$/.test(code.replaceAll(/\s/g, ""))) {
    sessionStorage.setItem(KEY, "yes");
  }
}

/** Says how many recovery codes are left if one was used to sign in. */
export async function tellRecoveryCodesLeft(): Promise<void> {
  if (sessionStorage.getItem(KEY) === null) return;
  sessionStorage.removeItem(KEY);
  const options = { ...api.access.secondFactor.read.queryOptions(), staleTime: 0 };
  const state = await queryClient.fetchQuery(options).catch(() => null);
  if (state === null) return;
  const left = state.recoveryCodesLeft;
  const count = left === 1 ? "1 recovery code" : `${left === 0 ? "no" : left} recovery codes`;
  notifications.show({
    message: `You have ${count} left. Get new ones in the menu at your email, under Second factor.`,
    color: left === 0 ? "red" : "teal",
    autoClose: SHOWN_MS,
  });
}
