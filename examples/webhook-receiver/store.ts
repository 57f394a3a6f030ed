import { DatabaseSync } from "node:sqlite";
import type { RapportEvent } from "@rapport/client";

/** Stores each received event once, in an SQLite file. */
export function openStore(file: string) {
  const db = new DatabaseSync(file);
  db.exec("create table if not exists events (id text primary key, type text, at text, data text)");
  const insert = db.prepare("insert or ignore into events values (?, ?, ?, ?)");
  return {
    /** @returns false if the event is already stored */
    add({ id, type, timestamp, data }: RapportEvent): boolean {
      return insert.run(id, type, timestamp, JSON.stringify(data)).changes === 1;
    },
    close: () => db.close(),
  };
}
