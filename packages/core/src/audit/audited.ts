import { type Deps, joinDeps } from "../deps.ts";
import { recordAudit } from "./audit.ts";

/**
 * Runs an admin's action and records it in the audit log, both in one transaction.
 *
 * @param what.details what the entry stores: name each member, see `pick`
 * @param run does the work with the dependencies that it receives, whose transactions join the one of the log
 *   entry
 */
export function audited<T>(
  deps: Deps,
  admin: { readonly id: number },
  what: {
    action: string;
    subject: string;
    projectId?: number | undefined;
    details: Readonly<Record<string, unknown>>;
    /** True if the action may take longer than an ordinary request. */
    isLong?: boolean;
  },
  run: (deps: Deps) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(
    async (tx) => {
      const result = await run(joinDeps(deps, tx));
      await recordAudit(tx, {
        projectId: what.projectId ?? null,
        actor: `user:${admin.id}`,
        surface: "admin",
        action: what.action,
        subject: what.subject,
        details: what.details,
      });
      return result;
    },
    { isLong: what.isLong ?? false },
  );
}

/** Returns the named members of an admin's input. What is not named, a secret for instance, is not stored. */
export function pick<Input extends object, Name extends keyof Input>(
  input: Input,
  ...names: readonly Name[]
): Pick<Input, Name> {
  return Object.fromEntries(names.map((name) => [name, input[name]])) as Pick<Input, Name>;
}
