// Keeps a copy of a project in an SQLite file, up to date from the feed. Started again, it goes on where it stopped.
// `check` follows to the end of the feed, then compares every record of the copy with Rapport's.
import { DatabaseSync } from "node:sqlite";
import {
  createPublicClient,
  type EventPage,
  type EventRecord,
  type FoundRecord,
  type FullEvent,
  RapportError,
} from "@rapport/client";
import { needed, RAPPORT_URL } from "../settings.ts";

const PLURALS = {
  contact: "contacts",
  company: "companies",
  deal: "deals",
  ticket: "tickets",
  lead: "leads",
  appointment: "appointments",
} as const;
const READ = Object.values(PLURALS).map((plural) => `crm.${plural}.read`);

const [file = new URL("mirror.db", import.meta.url).pathname, command] = process.argv.slice(2);
const rapport = createPublicClient({
  baseUrl: RAPPORT_URL,
  clientId: needed("CLIENT_ID"),
  clientSecret: needed("CLIENT_SECRET"),
  scope: ["crm.events.read", ...READ].join(" "),
});
const db = new DatabaseSync(file);
db.exec(`pragma journal_mode = wal;
  create table if not exists place (id integer primary key, cursor text);
  create table if not exists records (id integer primary key, object text, version integer, record text);
  create table if not exists associations (id text primary key, label text, from_id text, to_id text)`);
const put = db.prepare("insert or replace into records values (?, ?, ?, ?)");
const drop = db.prepare("delete from records where id = ?");
const connect = db.prepare("insert or replace into associations values (?, ?, ?, ?)");
const disconnect = db.prepare("delete from associations where id = ?");
const remember = db.prepare("insert or replace into place values (1, ?)");

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

const place = db.prepare("select cursor from place").get();
const cursor = place === undefined ? undefined : String(place.cursor);
for await (const page of rapport.events.follow({ cursor, limit: 200 }, stopping)) {
  keep(page);
  if (page.events.length > 0) console.log(`${page.events.length} events`);
  if (command === "check" && !page.hasMore) break;
}
if (command === "check") await check();
db.close();

/** Stores a page and its cursor in one transaction, so that each event is applied once, whenever the program ends. */
function keep({ events, cursor }: EventPage): void {
  db.exec("begin immediate");
  for (const event of events) apply(event);
  remember.run(cursor);
  db.exec("commit");
}

function apply(event: FullEvent): void {
  if (event.type === "association.created") {
    const { id, label, from, to } = event.data;
    connect.run(id, label, from.id, to.id);
  } else if (event.type === "association.deleted") {
    disconnect.run(event.data.id);
  } else if (event.type !== "template.status_changed" && event.type !== "schema.changed") {
    const { object, id, version, properties } = event.data;
    // An event of an erased record has no values.
    if (properties === undefined || event.data.deletedAt !== undefined) drop.run(id);
    else put.run(id, object, version, textOf(event.data));
  }
}

async function check(): Promise<void> {
  let different = 0;
  const rows = db.prepare("select id, object, version, record from records").all();
  for (const { id, object, version, record } of rows) {
    const plural = PLURALS[object as keyof typeof PLURALS];
    const real = await rapport[plural].read(Number(id)).catch(noRecord);
    if (real !== null && real.version === version && textOf(real) === record) continue;
    different++;
    console.error(`${object} ${id} differs`);
  }
  console.log(JSON.stringify({ records: rows.length, different }));
  process.exitCode = different === 0 ? 0 : 1;
}

function noRecord(error: unknown): null {
  if (error instanceof RapportError && ["NOT_FOUND", "ERASED"].includes(error.code)) return null;
  throw error;
}

/** Returns what a record holds as JSON, its properties in the order of their names. */
function textOf({ createdAt, updatedAt, properties }: EventRecord | FoundRecord): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ createdAt, updatedAt, properties: Object.fromEntries(sorted) });
}
