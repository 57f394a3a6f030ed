import { stateVersions } from "@rapport/db";
import type { Deps } from "../deps.ts";

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 1_000;
/** Checks that run at the same time, so that they leave connections to requests. The next ones wait for the slowest. */
const CHECKS_AT_ONCE = 10;

/** Calls functions when roles, sessions or credentials may have changed, in any process. */
interface AccessWatch {
  /**
   * @param check called soon, and after each change; again one second later if it throws
   * @returns a function that ends it
   */
  add(check: () => Promise<void>): () => void;
}

/**
 * Watches for changes of access, for responses that stay open. Looks at the database once per second while there is one.
 *
 * @param onError receives a failure of the database, or the first of the checks; watching continues
 */
export function watchAccess(
  deps: Pick<Deps, "db">,
  onError: (error: unknown) => void,
): AccessWatch {
  const checks = new Set<() => Promise<void>>();
  const due = new Set<() => Promise<void>>();
  let isLooking = false;
  let seen: number | undefined;

  async function look(): Promise<void> {
    // The last response may have ended meanwhile, and the database with it.
    isLooking = checks.size > 0;
    if (!isLooking) return;
    try {
      const version = await accessVersion(deps);
      if (version !== seen) for (const check of checks) due.add(check);
      seen = version;
      const failures = await runDue();
      if (failures.length > 0) onError(failures[0]);
    } catch (error) {
      onError(error);
    }
    isLooking = checks.size > 0;
    if (isLooking) setTimeout(look, LOOK_EVERY_MS).unref();
  }

  /** Runs the checks that are due. A failed check stays due. */
  async function runDue(): Promise<readonly unknown[]> {
    const failures: unknown[] = [];
    const waiting = [...due];
    for (let start = 0; start < waiting.length; start += CHECKS_AT_ONCE) {
      const some = waiting.slice(start, start + CHECKS_AT_ONCE).filter((check) => due.has(check));
      const outcomes = await Promise.allSettled(some.map((check) => check()));
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome.status === "rejected") failures.push(outcome.reason);
        else due.delete(some[i] as (typeof some)[number]);
      }
    }
    return failures;
  }

  return {
    add(check) {
      checks.add(check);
      due.add(check);
      if (!isLooking) setTimeout(look).unref();
      isLooking = true;
      return () => {
        checks.delete(check);
        due.delete(check);
      };
    },
  };
}

async function accessVersion({ db }: Pick<Deps, "db">): Promise<number | undefined> {
  const versions = await stateVersions.listVersions.all(db, {});
  return versions.find(({ name }) => name === "access")?.version;
}
