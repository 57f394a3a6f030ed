import { tenancy } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { eraseRecord } from "./erase.ts";
import { cleanFiles, finishErasures } from "./finish.ts";
import type { KeptLine } from "./kept-list.ts";

/** How many erasures of a list were repeated. */
export interface RepeatedErasures {
  readonly erased: number;
  /** Records that were erased already. */
  readonly already: number;
  /** Records that this database does not have. */
  readonly missing: number;
}

/**
 * Repeats erasures after the restore of a backup, and waits until their values are gone. A record is erased only if
 * its creation time is the same, because a restored database gives the ids of later records again. A line that is
 * refused does not keep the others from being done; it is tried again after them.
 *
 * @throws CrmError if a line is refused again
 */
export async function repeatErasures(
  deps: Pick<Deps, "db" | "schemas">,
  kept: AsyncIterable<KeptLine>,
): Promise<RepeatedErasures> {
  const counts = { erased: 0, already: 0, missing: 0 };
  const refused: KeptLine[] = [];
  for await (const line of kept) {
    const outcome = await repeat(deps, line).catch((error) => {
      if (!(error instanceof CrmError)) throw error;
      refused.push(line);
    });
    if (outcome !== undefined) counts[outcome]++;
  }
  const { signal } = new AbortController();
  await finishErasures(deps, signal);
  // The erasure of another record of the list may have erased them too.
  for (const line of refused) counts[await repeat(deps, line)]++;
  await finishErasures(deps, signal);
  await cleanFiles(deps, signal);
  return counts;
}

async function repeat(
  deps: Pick<Deps, "db" | "schemas">,
  { project_id: projectId, object, id, created_at: createdAt, erased_at: at, actor }: KeptLine,
): Promise<keyof RepeatedErasures> {
  const project = await tenancy.findAnyProject.first(deps.db, { id: projectId });
  if (project === undefined) return "missing";
  const { objects } = await deps.schemas.get(projectId);
  if (!objects.has(object)) return "missing";
  const scopes = new Set<string>();
  const system = { kind: "system", id: "erase", tenantId: project.tenant_id, projectId } as const;
  try {
    await eraseRecord(deps, { ...system, scopes }, object, id, { createdAt, actor, at });
    return "erased";
  } catch (error) {
    if (error instanceof CrmError && error.code === "ERASED") return "already";
    if (error instanceof CrmError && error.code === "NOT_FOUND") return "missing";
    throw error;
  }
}
