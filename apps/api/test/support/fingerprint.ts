import type { Database } from "@rapport/db";

const TABLES = [
  "records",
  "record_index",
  "associations",
  "record_history",
  "events",
  "idempotency_keys",
  "idempotency_records",
] as const;

/** Returns row counts and the sum of record versions, read in one statement. Every write changes the result. */
export async function fingerprint({ kysely }: Database): Promise<string> {
  const row = await kysely
    .selectNoFrom((eb) => [
      eb
        .selectFrom("records")
        .select(({ fn }) => fn.sum<number>("version").as("n"))
        .as("versions"),
      ...TABLES.map((table) =>
        eb
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .as(table),
      ),
    ])
    .executeTakeFirstOrThrow();
  return JSON.stringify(row);
}
