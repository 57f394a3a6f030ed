import { tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";

/**
 * Watches for what other processes have changed, and forgets what this one remembers of it.
 *
 * @param options.everyMs milliseconds between two looks
 * @param options.onError told of a look that failed, once for as long as it fails in the same way; the next
 *   one is tried all the same
 */
export function watchState(
  deps: Deps,
  options: { everyMs?: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const seen = new Map<string, number>();
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let reported: string | undefined;

  async function look(): Promise<void> {
    await deps.db.ping();
    for (const { name, version } of await tenancy.listVersions.all(deps.db, {})) {
      if (seen.get(name) === version) continue;
      await refresh(deps, name);
      seen.set(name, version);
    }
  }
  function report(error: unknown): void {
    if (String(error) !== reported) options.onError(error);
    reported = String(error);
  }
  function schedule(): void {
    timer = setTimeout(() => {
      looking = look()
        .then(() => {
          reported = undefined;
        }, report)
        .finally(schedule);
    }, options.everyMs ?? 1_000).unref();
  }
  schedule();
  return {
    stop: async () => {
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
    },
  };
}

async function refresh(deps: Deps, name: tenancy.VersionedState): Promise<void> {
  if (name === "catalogue") deps.schemas.clear();
  else await Promise.all([deps.revocations.refresh(), deps.signingKeys.refresh()]);
}
