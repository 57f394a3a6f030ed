// Copies the contacts of a CSV file into Rapport, 1,000 at a time: creates new contacts and updates changed ones.
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { createPublicClient } from "@rapport/client";
import { parse } from "csv-parse";
import { needed, RAPPORT_URL } from "../settings.ts";

type Row = Readonly<Record<string, string>>;

const ROWS_PER_BATCH = 1_000;

const file = process.argv[2] ?? fileURLToPath(new URL("contacts.csv", import.meta.url));
const rapport = createPublicClient({
  baseUrl: RAPPORT_URL,
  clientId: needed("CLIENT_ID"),
  clientSecret: needed("CLIENT_SECRET"),
  scope: "crm.contacts.write",
});
const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };

let rows: Row[] = [];
const lines = createReadStream(file).pipe(parse({ columns: true, bom: true, trim: true }));
for await (const row of lines as AsyncIterable<Row>) {
  rows.push(row);
  if (rows.length < ROWS_PER_BATCH) continue;
  await sync(rows);
  rows = [];
}
if (rows.length > 0) await sync(rows);
console.log(JSON.stringify(counts));
if (counts.refused > 0) process.exitCode = 1;

/** Rapport finds each contact by its email, so a repeated batch does no harm. */
async function sync(rows: readonly Row[]): Promise<void> {
  const inputs = rows.map((row) => ({ properties: toProperties(row) }));
  const { results, errors } = await rapport.contacts.batch.upsert(inputs, { idProperty: "email" });
  for (const { status } of results) counts[status as "created" | "updated" | "unchanged"] += 1;
  counts.refused += errors.length;
  for (const { index, issues } of errors) {
    for (const { message } of issues) console.error(`${rows[index]?.email}: ${message}`);
  }
}

/** Converts cells to properties. An empty cell clears its property; tags are separated by semicolons. */
function toProperties(row: Row): Record<string, string | string[] | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => {
      if (text === "") return [name, null];
      return [name, name === "tags" ? text.split(";") : text];
    }),
  );
}
