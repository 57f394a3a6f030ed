import type { Admin } from "../access/sessions.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { keepAudit } from "./audit.ts";

/** Never kept, whatever it is part of. */
const SECRET = /password|secret|token|key$/i;

/**
 * Does what an admin asks for and keeps it in the audit log, both in one transaction: neither happens
 * without the other.
 *
 * @param what.input what the admin gave; members that name secrets are left out
 * @param run does the work with the dependencies it is given, whose transactions are part of that one
 */
export function audited<T>(
  deps: Deps,
  admin: Admin,
  what: {
    action: string;
    subject: string;
    projectId?: number | undefined;
    input: Readonly<Record<string, unknown>>;
    /** Whether it may take longer than a request usually does. */
    isLong?: boolean;
  },
  run: (deps: Deps) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(
    async (tx) => {
      const result = await run(joinDeps(deps, tx));
      await keepAudit(tx, {
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
