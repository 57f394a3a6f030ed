import type { OpenApiMeta } from "trpc-openapi";
import type { LinkSettings } from "../access/admins/account-links.ts";
import type { Admin } from "../access/admins/sessions.ts";
import type { PasskeySite } from "../access/passkeys/passkey-site.ts";
import type { Deps } from "../deps.ts";
import type { CrmError, Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** Context of every procedure call. */
export interface Context {
  readonly deps: Deps;
  /** The authenticated caller, or the error that authentication ended with. */
  readonly caller: Principal | CrmError;
  /** The signed-in admin; undefined outside the admin app. */
  readonly admin?: Admin | undefined;
  /** Counts a password attempt for an account, as sign-in does; undefined outside the admin app. */
  readonly countPasswordAttempt?: ((account: string) => Promise<() => Promise<void>>) | undefined;
  /** Counts the request among those under way in a project; undefined where that was done before. */
  readonly holdPlace?: ((principal: Principal) => void) | undefined;
  /** The site that passkeys belong to; undefined outside the admin app. */
  readonly passkeySite?: PasskeySite | undefined;
  /** How links for admins are made; undefined outside the admin app. */
  readonly accountLinks?: LinkSettings | undefined;
  readonly requestId: string;
  /** Faults of the input that no schema can see, such as a repeated query parameter. */
  readonly inputFaults?: readonly Issue[] | undefined;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined;
  /** The `Prefer` header. */
  readonly prefer?: string | undefined;
  /** The `If-Match` header, of an operation that takes it. */
  readonly ifMatch?: string | undefined;
  /** Returns whether the client has closed its connection, so that nobody waits for the answer. */
  readonly hasDisconnected?: (() => boolean) | undefined;
  /** Sets a response header. */
  readonly setHeader: (name: string, value: string) => void;
  /** REST callers get the surface's error body; tRPC clients get tRPC's error shape. */
  readonly transport: "rest" | "trpc";
  /** HTTP status of a success over REST. */
  readonly successStatus?: number | undefined;
  /** Sets the HTTP status of a success over REST, if it depends on the response. */
  readonly setStatus: (status: number) => void;
}

export interface Meta extends OpenApiMeta {
  readonly scope?: string;
  /** Scopes of which one is enough instead of `scope`, because the input or the record decides. */
  readonly orScopes?: readonly string[];
  /** Further scopes that it needs. */
  readonly alsoNeeds?: readonly string[];
  /** Error statuses that not every operation has, besides those of every body and every `Idempotency-Key`. */
  readonly errors?: readonly (404 | 409 | 410 | 412 | 416 | 502)[];
  /** HTTP status of a success over REST; 200 if undefined. */
  readonly status?: number;
  /** Whether a POST changes nothing, for example a search. All other POSTs take an `Idempotency-Key`. */
  readonly onlyReads?: boolean;
  /** Other HTTP status of a success over REST: 201 if it created a record, 207 if only a part of it succeeded. */
  readonly otherStatus?: 201 | 207;
  /** Largest body over REST, in bytes; 1 MiB if undefined. */
  readonly bodyBytes?: number;
  /** Whether a success contains a secret. Such a response is never compressed. */
  readonly answersSecret?: boolean;
  /** Whether a success over REST has an `ETag` with the version of the record. */
  readonly hasVersionTag?: boolean;
  /** Whether it takes `If-Match`. Others refuse the header. */
  readonly takesIfMatch?: boolean;
  /** Whether `Prefer: return=representation` returns the record. */
  readonly takesPrefer?: boolean;
}
