// Copies the contacts of a CSV file into Rapport: creates new contacts and updates changed properties.
import { createReadStream } from "node:fs";
import { createPublicClient, RapportError } from "@rapport/client";
import { parse } from "csv-parse";
import { needed, RAPPORT_URL } from "../settings.ts";
import { openSent } from "./sent.ts";

type Row = Readonly<Record<string, string>>;

const file = process.argv[2] ?? new URL("contacts.csv", import.meta.url).pathname;
const clientId = needed("CLIENT_ID");
const rapport = createPublicClient({
  baseUrl: RAPPORT_URL,
  clientId,
  clientSecret: needed("CLIENT_SECRET"),
  scope: "crm.contacts.write",
});
// One file per client, because a client belongs to one project and each project has its own contacts.
const sent = openSent(`${file}.${clientId}.sent`);
const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };

const rows = createReadStream(file).pipe(parse({ columns: true, bom: true, trim: true }));
for await (const row of rows as AsyncIterable<Row>) {
  try {
    counts[await syncRow(row)] += 1;
  } catch (error) {
    if (!(error instanceof RapportError) || error.status !== 400) throw error;
    counts.refused += 1;
    for (const { message } of error.issues) console.error(`${row.email}: ${message}`);
  }
}
console.log(JSON.stringify(counts));
if (counts.refused > 0) process.exitCode = 1;

async function syncRow(row: Row): Promise<"created" | "updated" | "unchanged"> {
  const { email = "" } = row;
  const known = sent.get(email);
  if (known === undefined) {
    const { id } = await rapport.contacts.create(
      Object.fromEntries(Object.entries(row).flatMap(([name, text]) => propertyOf(name, text))),
    );
    sent.put(email, { id, row });
    return "created";
  }
  const changed = Object.entries(row).filter(([name, text]) => known.row[name] !== text);
  for (const [name, text] of changed) {
    const [property] = propertyOf(name, text);
    await rapport.contacts.update(known.id, name, property === undefined ? null : property[1]);
  }
  if (changed.length === 0) return "unchanged";
  sent.put(email, { id: known.id, row });
  return "updated";
}

/** Converts a cell to a property. An empty cell has no value; tags are separated by semicolons. */
function propertyOf(name: string, text: string): [string, string | string[]][] {
  if (text === "") return [];
  return [[name, name === "tags" ? text.split(";") : text]];
}
