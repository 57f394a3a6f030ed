// Keeps a copy of a project in an SQLite file: takes a cursor, lists everything, then follows the feed from the cursor.
// Killed and started again, it resumes. `check` follows to the end of the feed, then compares the copy with Rapport.
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { FoundRecord, FullEvent, ObjectType } from "@rapport/client";
import { createPublicClient } from "@rapport/client";
import { needed, RAPPORT_URL } from "../settings.ts";

const TYPES = "contact company deal ticket lead appointment note task".split(" ") as ObjectType[];
const pluralOf = (type: ObjectType) => (type === "company" ? "companies" : (`${type}s` as const));
const [file = fileURLToPath(new URL("mirror.db", import.meta.url)), command] =
  process.argv.slice(2);
const rapport = createPublicClient({
  baseUrl: RAPPORT_URL,
  clientId: needed("CLIENT_ID"),
  clientSecret: needed("CLIENT_SECRET"),
  scope: ["crm.events.read", ...TYPES.map((type) => `crm.${pluralOf(type)}.read`)].join(" "),
});
// An association with more than 1,000 others of its type is listed with the record on its other side.
const listOf = (type: ObjectType) =>
  rapport[pluralOf(type)].list({ limit: 200, associations: TYPES.filter((one) => one !== type) });
const db = new DatabaseSync(file);
db.exec(`pragma journal_mode = wal;
  create table if not exists place (id integer primary key, cursor text, listed integer, page text);
  create table if not exists records (id integer primary key, object text, version integer, record text);
  create table if not exists associations (id text primary key, label text, from_id integer, to_id integer)`);
const put = db.prepare(`insert into records values (?1, ?2, ?3, ?4) on conflict do update
  set version = ?3, record = ?4 where version <= ?3`);
const drop = db.prepare("delete from records where id = ? and version <= ?");
const connect = db.prepare("insert or ignore into associations values (?, ?, ?, ?)");
const disconnect = db.prepare("delete from associations where id = ?");
const remember = db.prepare("insert or replace into place values (1, ?, ?, ?)");

// The cursor to follow from, the number of types that are listed completely, and the next page of the type after them.
let { cursor, listed, page } = (db.prepare("select cursor, listed, page from place").get() ?? {
  ...{ cursor: await rapport.events.now(), listed: 0, page: null },
}) as { cursor: string; listed: number; page: string | null };
for (let type = TYPES[listed]; type !== undefined; type = TYPES[listed]) {
  const { items, nextCursor } = await listOf(type).page(page ?? undefined);
  page = nextCursor;
  if (nextCursor === null) listed++;
  store(() => items.forEach((record) => void keep(type, record)));
  console.log(`${items.length} ${type} records`);
}
for await (const next of rapport.events.follow({ cursor, limit: 200 })) {
  cursor = next.cursor;
  store(() => next.events.forEach(apply));
  if (next.events.length > 0) console.log(`${next.events.length} events`);
  if (command === "check" && !next.hasMore) break;
}
await check();

/** Applies changes and stores the cursor after them in one transaction. */
function store(change: () => void): void {
  db.exec("begin immediate");
  change();
  remember.run(cursor, listed, page);
  db.exec("commit");
}

function keep(type: string, record: FoundRecord): void {
  put.run(record.id, type, record.version, textOf(record));
  for (const one of Object.values(record.associations ?? {}).flat()) {
    const pair = [record.id, Number(one.id)];
    const [from = 0, to = 0] = one.type.startsWith(`${type}_to_`) ? pair : pair.reverse();
    connect.run(`${from}-${to}`, one.type, from, to);
  }
}

function apply({ type, data }: FullEvent): void {
  const { object, id } = data;
  if (object === "template" || object === "schema") return;
  if (type === "association.deleted") disconnect.run(id);
  else if (object === "association") connect.run(id, data.label, data.from.id, data.to.id);
  else if (!data.properties || data.deletedAt) drop.run(id, data.version);
  else put.run(id, object, data.version, textOf(data));
}

/** Replaces the copy with a full list, compares both, and restores the copy. */
async function check(): Promise<void> {
  const live = "id in (select id from records)";
  const associations = `select * from associations where from_${live} and to_${live} order by id`;
  const content = () =>
    ["select * from records order by id", associations].map((sql) => db.prepare(sql).all());
  const copy = content();
  db.exec("begin; delete from records; delete from associations");
  for (const type of TYPES) for await (const one of listOf(type)) keep(type, one);
  const isEqual = isDeepStrictEqual(copy, content());
  db.exec("rollback");
  console.log(JSON.stringify({ records: copy[0]?.length, associations: copy[1]?.length, isEqual }));
  process.exitCode = isEqual ? 0 : 1;
}

/** Returns what a record holds as JSON, its properties in the order of their names. */
function textOf({ createdAt, updatedAt, properties }: Omit<FoundRecord, "associations">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([createdAt, updatedAt, Object.fromEntries(sorted)]);
}
