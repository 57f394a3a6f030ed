import { health } from "@rapport/db";
import type { Deps } from "../deps.ts";

/** What the operator of an installation has to watch. */
export interface InstallationState {
  /** Age of the newest backup; null if none was made. */
  readonly backupAgeSeconds: number | null;
  /** Age of the oldest erasure that is not finished; 0 if all are. */
  readonly erasureAgeSeconds: number;
}

/** Returns the state of an installation, by this machine's clock. */
export async function installationState(deps: Pick<Deps, "db">): Promise<InstallationState> {
  const [backup, erasure] = await Promise.all([
    health.readNewestBackup.first(deps.db, {}),
    health.readOldestErasure.first(deps.db, {}),
  ]);
  const oldest = erasure?.at ?? null;
  return {
    backupAgeSeconds: backup === undefined ? null : secondsSince(backup.changed_at),
    erasureAgeSeconds: oldest === null ? 0 : secondsSince(oldest),
  };
}

/** Returns the seconds since a time; 0 for a later one, because clocks differ a little. */
function secondsSince(time: string): number {
  return Math.max(0, (Date.now() - Date.parse(time)) / 1_000);
}
