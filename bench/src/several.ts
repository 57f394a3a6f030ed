import { cursorOfPage, fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { type Figures, measureInTurn } from "./load.ts";
import { type Options, wants } from "./options.ts";
import { pinSelf, startRapport, unpinSelf } from "./processes.ts";
import type { Row } from "./report.ts";
import { WORKS } from "./works.ts";

const PREFIX = "2 processes: ";
const WORK_NAMES: readonly string[] = ["read by id", "create", "list 50, page 1"];

/**
 * Measures one and two API processes side by side. Both use all processors, which they share with the load. So with two
 * processors, the ratio is below what two processes reach on a machine that has one for the load as well.
 */
export async function benchSeveral(
  { url, seeded, databaseCpuMs: database }: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<void> {
  const wanted = WORKS.filter(({ name }) => WORK_NAMES.includes(name)).filter(({ name }) =>
    wants(options, PREFIX + name),
  );
  if (wanted.length === 0) return;
  // Both take the same tokens.
  const issuer = { PUBLIC_URL: "http://rapport.test" };
  const env = { DATABASE_URL: url, DATA_DIR: folder, ...issuer };
  const one = await startRapport(env, { isPinned: false });
  const two = await startRapport({ ...env, PROCESSES: "2" }, { isPinned: false });
  unpinSelf();
  try {
    const caller = {
      token: await fetchToken(one, seeded),
      deepCursor: await cursorOfPage(one, seeded, 1_000, ""),
      deepFilteredCursor: "",
    };
    for (const { name, load } of wanted) {
      const [alone, both] = await measureInTurn(
        [one, two].map((server) => ({
          load: load(server.url, caller, seeded),
          clocks: { server: server.familyCpuMs, database },
        })),
        options,
      );
      const yardsticks = { "one process": alone as Figures };
      report({ work: PREFIX + name, rapport: both as Figures, yardsticks });
    }
  } finally {
    pinSelf();
    await Promise.all([one.stop(), two.stop()]);
  }
}
