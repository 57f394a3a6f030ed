import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { FoundRecord, FullEvent } from "@rapport/client";

/** Where the copying continues: the cursor of the feed, the types that are listed, and the next page of the one after. */
interface Place {
  cursor: string;
  listed: number;
  page: string | null;
}

/** Opens the SQLite file of a copy. */
export function openCopy(file: string) {
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal;
    create table if not exists place (id integer primary key, cursor text, listed integer, page text);
    create table if not exists records (id integer primary key, object text, version integer, record text);
    create table if not exists associations (id text primary key, label text, from_id integer, to_id integer)`);
  const findPlace = db.prepare("select cursor, listed, page from place");
  const setPlace = db.prepare("insert or replace into place values (1, ?, ?, ?)");
  const put = db.prepare(`insert into records values (?1, ?2, ?3, ?4) on conflict do update
    set version = ?3, record = ?4 where version <= ?3`);
  const drop = db.prepare("delete from records where id = ? and version <= ?");
  const connect = db.prepare("insert or ignore into associations values (?, ?, ?, ?)");
  const disconnect = db.prepare("delete from associations where ? in (id, from_id, to_id)");

  /** Adds or updates a record, and adds its associations. */
  function keep(type: string, record: FoundRecord): void {
    put.run(record.id, type, record.version, toText(record));
    for (const one of Object.values(record.associations ?? {}).flat()) {
      const pair = [record.id, Number(one.id)];
      const [from = 0, to = 0] = one.type.startsWith(`${type}_to_`) ? pair : pair.reverse();
      connect.run(`${from}-${to}`, one.type, from, to);
    }
  }
  /** Reads the records, and the associations between them. */
  function content() {
    const live = "id in (select id from records)";
    const associations = `select * from associations where from_${live} and to_${live} order by id`;
    return {
      records: db.prepare("select * from records order by id").all(),
      associations: db.prepare(associations).all(),
    };
  }
  return {
    place: () => findPlace.get() as Place | undefined,
    keep,
    /** Like `keep`, and removes other associations. Of more than 1,000 of a type it knows too few to remove any. */
    replace(type: string, record: FoundRecord): void {
      if (record.associationsTruncated === undefined) disconnect.run(record.id);
      keep(type, record);
    },
    apply({ type, data }: FullEvent): void {
      const { object, id } = data;
      if (object === "template" || object === "schema") return;
      if (type === "association.deleted") disconnect.run(id);
      else if (object === "association") connect.run(id, data.label, data.from.id, data.to.id);
      else if (!data.properties || data.deletedAt) drop.run(id, data.version);
      else put.run(id, object, data.version, toText(data));
    },
    /** Applies changes and stores the place after them in one transaction. */
    store({ cursor, listed, page }: Place, change: () => void): void {
      db.exec("begin immediate");
      change();
      setPlace.run(cursor, listed, page);
      db.exec("commit");
    },
    /** Compares the copy with a full list, which replaces the copy in a transaction that is rolled back. */
    async compare(listAll: () => Promise<void>) {
      const copy = content();
      db.exec("begin; delete from records; delete from associations");
      await listAll();
      const isEqual = isDeepStrictEqual(copy, content());
      db.exec("rollback");
      return { records: copy.records.length, associations: copy.associations.length, isEqual };
    },
  };
}

/** Returns what a record holds as JSON, its properties in the order of their names. */
function toText({ createdAt, updatedAt, properties }: Omit<FoundRecord, "associations">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([createdAt, updatedAt, Object.fromEntries(sorted)]);
}
