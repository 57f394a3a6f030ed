import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { makeCaller } from "./load.ts";
import { BATCH_WORKS } from "./measures/batch-works.ts";
import type { Options } from "./options.ts";
import { startRapport } from "./processes.ts";

/** Resident memory of the server while it upserts. */
export interface MemoryFigures {
  readonly upserts: number;
  readonly perSecond: number;
  /** MiB before the first upsert, and after each tenth of them. */
  readonly residentMb: readonly number[];
}

const PARTS = 10;

/** Upserts many contacts in batches, one in ten of them changed, and watches the memory of the server. */
export async function benchMemory(
  { url, seeded }: BenchDatabase,
  folder: string,
  { upserts }: Options,
): Promise<MemoryFigures> {
  const work = BATCH_WORKS.find(({ name }) => name === "batch upsert, 1 of 10 changed");
  if (work === undefined) throw new Error("there is no such batch");
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const caller = makeCaller(rapport.url, await fetchToken(rapport, seeded));
    const residentMb = [rapport.residentMb()];
    const start = performance.now();
    let done = 0;
    for (let part = 1; part <= PARTS; part++) {
      while (done < (part * upserts) / PARTS) {
        const inputs = work.inputs({ seeded, created: [] });
        const body = { idProperty: "email", inputs };
        await caller.send("POST", "/api/crm/objects/contacts/batch/upsert", body);
        done += inputs.length;
      }
      residentMb.push(rapport.residentMb());
    }
    const perSecond = Math.round((1_000 * done) / (performance.now() - start));
    return { upserts: done, perSecond, residentMb };
  } finally {
    await rapport.stop();
  }
}
