import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { type CpuClocks, type Figures, type Load, measureInTurn, median } from "./load.ts";
import type { Options } from "./options.ts";
import { type Running, startRapport } from "./processes.ts";
import { openRaw, type RawDatabase } from "./raw-database.ts";
import type { Row } from "./report.ts";
import { WORKS } from "./works.ts";

const WITHOUT_WORDS = new URL("./without-words.ts", import.meta.url).href;

/** Compares creates with creates without the words of records, and without the index of update times. */
export async function benchWriteCosts(
  database: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<void> {
  const env = { DATABASE_URL: database.url, DATA_DIR: folder };
  const [rapport, withoutWords] = await Promise.all([
    startRapport(env),
    startRapport({ ...env, NODE_OPTIONS: `--import=${WITHOUT_WORDS}` }),
  ]);
  const raw = openRaw(database.url);
  try {
    const [load, loadWithoutWords] = await Promise.all([
      createLoad(rapport, database),
      createLoad(withoutWords, database),
    ]);
    const [ours, bare] = await measureInTurn([load, loadWithoutWords], options);
    await checkWords(raw, database);
    const yardsticks = { "creates without words": bare as Figures };
    report({ work: "cost of words", rapport: ours as Figures, yardsticks });

    const rounds = { ...options, rounds: 1 };
    const figures: { with: Figures[]; without: Figures[] } = { with: [], without: [] };
    for (let round = 0; round < options.rounds; round++) {
      figures.with.push(...(await measureInTurn([load], rounds)));
      const index = await dropIndex(raw, "records_by_updated");
      figures.without.push(...(await measureInTurn([load], rounds)));
      await raw.run(index);
    }
    report({
      work: "cost of the update index",
      rapport: median(figures.with),
      yardsticks: { "creates without it": median(figures.without) },
    });
  } finally {
    await Promise.all([rapport.stop(), withoutWords.stop(), raw.close()]);
  }
}

async function createLoad(
  server: Running,
  { seeded, databaseCpuMs }: BenchDatabase,
): Promise<{ load: Load; clocks: CpuClocks }> {
  const token = await fetchToken(server, seeded);
  const create = WORKS.find(({ name }) => name === "create");
  if (create === undefined) throw new Error("there is no work named create");
  const load = create.load(server.url, { token, deepCursor: "", deepFilteredCursor: "" }, seeded);
  return { load, clocks: { server: server.cpuMs, database: databaseCpuMs } };
}

/** @throws Error unless some of the new records have words and others have none */
async function checkWords(raw: RawDatabase, { seeded }: BenchDatabase): Promise<void> {
  const after = seeded.firstId + seeded.count - 1;
  const [row] = await raw.run(`
    select count(*) as records, count(w.record_id) as words from records r
    left join record_words w
      on w.project_id = r.project_id and w.type = r.type and w.record_id = r.id
    where r.id > ${after} and r.type = 'contact'`);
  const [records, words] = [Number(row?.records), Number(row?.words)];
  if (words === 0 || words === records) throw new Error(`${words} of ${records} have words`);
}

/** Returns the statement that makes the index again. */
async function dropIndex(raw: RawDatabase, name: string): Promise<string> {
  const [row] = await raw.run(
    raw.dialect === "sqlite"
      ? `select sql as text from sqlite_master where name = '${name}'`
      : `select indexdef as text from pg_indexes where indexname = '${name}'`,
  );
  await raw.run(`drop index ${name}`);
  return String(row?.text);
}
