import { erasures, tenancy } from "@rapport/db";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { eraseRecord } from "./erase.ts";
import { cleanFiles, finishErasures } from "./finish.ts";

/** How many erasures of a list were repeated. */
export interface RepeatedErasures {
  readonly erased: number;
  /** Records that were erased already. */
  readonly already: number;
  /** Records that this database does not have. */
  readonly missing: number;
}

export type KeptLine = Readonly<z.infer<typeof keptErasure>>;

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
    await eraseRecord({ deps, principal: { ...system, scopes } }, object, id, {
      createdAt,
      actor,
      at,
    });
    return "erased";
  } catch (error) {
    if (error instanceof CrmError && error.code === "ERASED") return "already";
    if (error instanceof CrmError && error.code === "NOT_FOUND") return "missing";
    throw error;
  }
}

/** Erasures that one statement reads. */
const PAGE = 500;

/** One erasure of the kept list. It says which record was erased, by whom and when, and has no values. */
const keptErasure = z.strictObject({
  project_id: z.int().positive(),
  object: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/),
  id: z.int().positive(),
  created_at: z.iso.datetime(),
  erased_at: z.iso.datetime(),
  // In a moved project, a kind with a name: of a client or key at most 255 characters, an email at most 320.
  actor: z.string().max(400),
});

/** Lists the erasures of every project, as `parseKeptErasure` reads them. */
export async function* listErasures(deps: Pick<Deps, "db">): AsyncGenerator<KeptLine> {
  let after = { project: 0, record: 0 };
  for (;;) {
    const rows = await erasures.listErasures.all(deps.db, { ...after, limit: PAGE });
    for (const row of rows) {
      yield {
        project_id: row.project_id,
        object: row.type,
        id: row.record_id,
        created_at: row.record_created_at,
        erased_at: row.at,
        actor: row.actor,
      };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { project: last.project_id, record: last.record_id };
  }
}

/**
 * Parses one line of a list of erasures.
 *
 * @param number number of the line, for the error
 * @throws CrmError INVALID_INPUT
 */
export function parseKeptErasure(line: string, number: number): KeptLine {
  try {
    return keptErasure.parse(JSON.parse(line));
  } catch (error) {
    throw new CrmError(
      "INVALID_INPUT",
      `Line ${number} is not an erasure. Give a file that "rapport erasures" wrote.`,
      { cause: error },
    );
  }
}
