import { audit, type Db } from "@rapport/db";
import { type Call, joinCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import { storedActor } from "../principal.ts";
import { actorSurface, BY_HAND } from "./actors.ts";

export interface AuditEntry {
  /** Null if the action concerns a tenant or the whole installation. */
  readonly projectId: number | null;
  /** The tenant if the action concerns one tenant and no project. */
  readonly tenantId?: number | undefined;
  readonly actor: string;
  readonly surface: string;
  /** Path of the procedure: `access.clients.create`. */
  readonly action: string;
  /** The changed object, for example `client:rpc…`. */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Writes an entry of the audit log, in the transaction of the action. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await audit.insertAudit(tx, [
    [
      entry.projectId,
      entry.actor,
      entry.surface,
      entry.action,
      entry.subject,
      JSON.stringify(entry.details),
      new Date().toISOString(),
      entry.tenantId ?? null,
    ],
  ]);
}

type Details = Readonly<Record<string, unknown>>;

interface AuditedAction<T> {
  readonly action: string | ((result: T) => string);
  readonly subject: string | ((result: T) => string);
  /** The tenant of an action without a project. */
  readonly tenantId?: number | undefined;
  /** What the entry stores, or what it stores of the result: name each member, see `pick`. */
  readonly details: Details | ((result: T) => Details);
  /** True if the action may take longer than an ordinary request. */
  readonly isLong?: boolean;
  /** Returns whether anything changed; without a change there is no entry. Always true if not given. */
  readonly isChange?: (result: T) => boolean;
}

/** An admin who acts, and the project that it is about, if it is one. */
interface ActingAdmin {
  readonly deps: Deps;
  readonly admin: { readonly id: number };
  readonly principal?: { readonly projectId: number } | undefined;
}

/**
 * Runs an admin's action and records it in the audit log, both in one transaction.
 *
 * @param ctx context of a procedure, for example
 * @param run does the work with the context that it receives: the given one with dependencies whose transactions join
 *   the one of the log entry
 */
export function audited<T, Given extends ActingAdmin>(
  ctx: Given,
  what: AuditedAction<T>,
  run: (joined: Given) => Promise<T>,
): Promise<T> {
  const projectId = ctx.principal?.projectId;
  const author = { actor: `user:${ctx.admin.id}`, surface: "admin", projectId } as const;
  return auditedAs(ctx, author, what, run);
}

/** As `audited`, for a change that an OAuth client or an API key makes in its project. */
export function auditedCall<T>(
  call: Call,
  what: AuditedAction<T>,
  run: (joined: Call) => Promise<T>,
): Promise<T> {
  const actor = storedActor(call.principal);
  const { projectId } = call.principal;
  return auditedAs(call, { actor, surface: actorSurface(actor), projectId }, what, run);
}

/** As `audited`, for a change that the command line makes in a project. */
export function auditedByHand<T>(
  { deps, projectId }: { readonly deps: Deps; readonly projectId: number },
  what: AuditedAction<T>,
  run: (joined: { readonly deps: Deps }) => Promise<T>,
): Promise<T> {
  return auditedAs({ deps }, { actor: BY_HAND, surface: "cli", projectId }, what, run);
}

function auditedAs<T, Given extends { readonly deps: Deps }>(
  given: Given,
  author: Pick<AuditEntry, "actor" | "surface"> & { readonly projectId: number | undefined },
  what: AuditedAction<T>,
  run: (joined: Given) => Promise<T>,
): Promise<T> {
  const { action, subject, details, tenantId, isLong = false, isChange } = what;
  const entry = { ...author, projectId: author.projectId ?? null, tenantId };
  return given.deps.db.transaction(
    async (tx) => {
      const result = await run(joinCall(given, tx));
      if (isChange?.(result) === false) return result;
      const of = <V>(value: V | ((result: T) => V)) =>
        value instanceof Function ? value(result) : value;
      const what = { action: of(action), subject: of(subject), details: of(details) };
      await recordAudit(tx, { ...entry, ...what });
      return result;
    },
    { isLong },
  );
}

/** Returns the named members of an admin's input. What is not named, a secret for instance, is not stored. */
export function pick<Input extends object, Name extends keyof Input>(
  input: Input,
  ...names: readonly Name[]
): Pick<Input, Name> {
  return Object.fromEntries(names.map((name) => [name, input[name]])) as Pick<Input, Name>;
}
