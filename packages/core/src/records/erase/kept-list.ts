import { erasures } from "@rapport/db";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";

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

export type KeptLine = Readonly<z.infer<typeof keptErasure>>;

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
