import { stateVersions } from "@rapport/db";
import type { Deps } from "../deps.ts";

/**
 * Polls the database for changes by other processes and refreshes this process's caches.
 *
 * @param options.everyMs milliseconds between two polls; 1,000 if not given
 * @param options.onError called when a poll fails, once for each run of equal failures; polling continues
 */
export function watchState(
  deps: Deps,
  options: { everyMs?: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const seen = new Map<string, number>(); // one entry for each kind of state
  let polling: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let reported: string | undefined;

  async function poll(): Promise<void> {
    await deps.db.ping();
    for (const { name, version } of await stateVersions.listVersions.all(deps.db, {})) {
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
      polling = poll()
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
      await polling;
      clearTimeout(timer);
    },
  };
}

async function refresh(deps: Deps, name: stateVersions.VersionedState): Promise<void> {
  if (name === "catalogue") deps.schemas.clear();
  else if (name === "quotas") await deps.quotas.refresh();
  else {
    const { revocations, signingKeys, cursors } = deps;
    await Promise.all([revocations.refresh(), signingKeys.refresh(), cursors.refresh()]);
  }
}
