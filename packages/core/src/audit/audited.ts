import { type Deps, joinDeps } from "../deps.ts";
import { recordAudit } from "./audit.ts";

/** Members that the audit log never stores. */
const SECRET = /password|secret|token|key$/i;

/**
 * Runs an admin's action and records it in the audit log, both in one transaction.
 *
 * @param what.input the admin's input; members that name secrets are left out
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
    input: Readonly<Record<string, unknown>>;
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
        details: Object.fromEntries(
          Object.entries(what.input).filter(([name]) => !SECRET.test(name)),
        ),
      });
      return result;
    },
    { isLong: what.isLong ?? false },
  );
}
