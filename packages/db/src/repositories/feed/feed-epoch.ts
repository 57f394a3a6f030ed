import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database, Db } from "../../dialect/dialect.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { readPlace } from "../../dialect/place.ts";
import type { Row } from "../../schema.ts";
import { sqlStatement } from "../../statement.ts";

type Epoch = Omit<Row<"feed_epoch">, "name">;

/**
 * Gives the database a new epoch if it was restored or copied since it got its own, so that cursors from before
 * are refused.
 *
 * @returns the epoch
 */
export async function renewEpoch(db: Database): Promise<string> {
  const place = await readPlace(db);
  return validEpoch(await find.first(db, {}), place) ?? db.transaction((tx) => draw(tx, place));
}

async function draw(tx: Db, place: string): Promise<string> {
  // Another process may have drawn one meanwhile.
  const drawn = validEpoch(await lock.first(tx, {}), place);
  if (drawn !== null) return drawn;
  const epoch = randomUUID();
  await save.all(tx, { epoch, place });
  return epoch;
}

function validEpoch(row: Epoch | undefined, place: string): string | null {
  return row?.place === place ? row.epoch : null;
}

/** Removes the epoch from a backup, so that a database restored from it gets a new one. */
export async function removeEpoch(tx: Db): Promise<void> {
  await save.all(tx, { epoch: null, place: null });
}

const find = sqlStatement<object, Epoch>(
  "feed_epoch_find",
  () => sql`select epoch, place from feed_epoch where name = 'feed'`,
);

const lock = sqlStatement<object, Epoch>(
  "feed_epoch_lock",
  (_, dialect) =>
    sql`select epoch, place from feed_epoch where name = 'feed' ${forUpdate(dialect)}`,
);

const save = sqlStatement<{ epoch: string | null; place: string | null }, never>(
  "feed_epoch_save",
  (param) => sql`
    update feed_epoch set epoch = ${param("epoch")}, place = ${param("place")} where name = 'feed'`,
);
