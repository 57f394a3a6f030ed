import { builtInType } from "@rapport/core";
import type { Database } from "@rapport/db";
import { expect } from "vitest";
import type { Journal } from "./crash-writers.ts";

/** Lists acknowledged writes that are missing from the database, one line each. */
export async function findLost(db: Database, journal: Journal): Promise<readonly string[]> {
  const rows = await db.kysely.selectFrom("records").selectAll().execute();
  const found = new Map(
    rows.map((row) => [row.id, { row, properties: valuesOf(row.properties) }] as const),
  );
  const lost: string[] = [];
  for (const [id, { property, acknowledged, unanswered }] of journal.records) {
    const record = found.get(id);
    const holds = { value: record?.properties[property], isDeleted: !!record?.row.deleted_at };
    const allowed = [acknowledged, unanswered].filter((state) => state !== undefined);
    const isKept = allowed.some(
      ({ value, isDeleted }) => value === holds.value && isDeleted === holds.isDeleted,
    );
    if (!isKept) lost.push(`${id}: ${JSON.stringify({ allowed, holds })}`);
  }
  const idsOf = Map.groupBy(found, ([, { properties }]) => properties.email);
  for (const [key, { body }] of journal.idempotent) {
    const id = String(body?.data.id);
    const ids = (idsOf.get(`${key}@once.example.com`) ?? []).map(([one]) => String(one));
    if (ids.join() !== id) lost.push(`${key}: answered ${id}, made ${ids.join() || "none"}`);
  }
  for (const { primary, merged, isAcknowledged } of journal.merges) {
    const done = merged.filter((id) => found.get(id)?.row.merged_into === primary);
    const taken = ["state", "zip"].filter((name) => found.get(primary)?.properties[name]);
    const counts = [done.length, taken.length];
    const isWhole = counts.every((count) => count === counts[0]) && done.length % 2 === 0;
    if (!isWhole || (isAcknowledged && done.length !== merged.length)) {
      lost.push(`merge into ${primary}: ${JSON.stringify({ isAcknowledged, done, taken })}`);
    }
  }
  return lost;
}

/** Checks that every record has the index entries, history and events that its changes write. */
export async function expectWhole({ kysely }: Database): Promise<void> {
  const rows = await kysely.selectFrom("records").selectAll().execute();
  const index = await kysely
    .selectFrom("record_index")
    .selectAll()
    .where("property", "not like", "~%")
    .execute();
  const history = await kysely
    .selectFrom("record_history")
    .select("record_id")
    .where("action", "!=", "associated")
    .execute();
  const merges = await kysely.selectFrom("record_merges").select("primary_id").execute();
  const events = await kysely.selectFrom("events").select(["type", "payload"]).execute();
  const indexed = Map.groupBy(index, (row) => row.record_id);
  const changes = Map.groupBy(history, (row) => row.record_id);
  const merged = Map.groupBy(merges, (row) => row.primary_id);
  const told = Map.groupBy(
    events.filter(({ type }) => !type.startsWith("association.")),
    ({ payload }) => Number(JSON.parse(payload).id),
  );
  for (const row of rows) {
    const properties = row.deleted_at === null ? valuesOf(row.properties) : {};
    const wanted = indexedOf(row.type)
      .filter((name) => properties[name] !== undefined)
      .sort();
    const entries = indexed.get(row.id) ?? [];
    expect(entries.map((entry) => entry.property).sort(), `index of ${row.id}`).toEqual(wanted);
    for (const { property, value } of entries) {
      expect(value, `index of ${row.id}`).toBe(properties[property]?.toLowerCase());
    }
    // The history of a primary record has an entry for each record that was merged into it.
    const more = Math.max((merged.get(row.id)?.length ?? 0) - 1, 0);
    expect(changes.get(row.id)?.length, `history of ${row.id}`).toBe(row.version + more);
    expect(told.get(row.id)?.length, `events of ${row.id}`).toBe(row.version);
  }
}

/** Returns the indexed properties of a type; see `makeListings`. */
function indexedOf(type: string): readonly string[] {
  if (type === "listing") return ["pipeline", "stage", "owner_id", "street"];
  return builtInType(type)
    .properties.filter(({ indexed }) => indexed)
    .map(({ name }) => name);
}

function valuesOf(text: unknown): Record<string, string> {
  return (typeof text === "string" ? JSON.parse(text) : text) as Record<string, string>;
}
