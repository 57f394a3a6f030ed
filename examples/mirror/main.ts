// Keeps a copy of a project in an SQLite file: takes a cursor, lists everything, then follows the feed from the cursor.
// Killed and started again, it resumes. `check` follows to the end of the feed, then compares the copy with Rapport.
import { fileURLToPath } from "node:url";
import type { FoundRecord, FullEvent } from "@rapport/client";
import { createPublicClient } from "@rapport/client";
import { needed, RAPPORT_URL } from "../settings.ts";
import { openCopy } from "./copy.ts";

const BUILT_IN = [
  ...["contacts", "companies", "deals", "tickets", "leads", "appointments"],
  ...["calls", "emails", "meetings", "notes", "tasks"],
];
const [file = fileURLToPath(new URL("mirror.db", import.meta.url)), command] =
  process.argv.slice(2);
const rapport = createPublicClient({
  baseUrl: RAPPORT_URL,
  clientId: needed("CLIENT_ID"),
  clientSecret: needed("CLIENT_SECRET"),
  // `custom` stands for all types of the project's own.
  scope: ["events", "schemas", "custom", ...BUILT_IN].map((one) => `crm.${one}.read`).join(" "),
});
const types = await rapport.types.list();
const otherTypes = (name: string) => types.map((one) => one.name).filter((one) => one !== name);
// An association with more than 1,000 others of its type is listed with the record on its other side.
const listRecords = ({ name, plural }: (typeof types)[number]) =>
  rapport.objects(plural).list({ limit: 200, associations: otherTypes(name) });

const copy = openCopy(file);
const place = copy.place() ?? { cursor: await rapport.events.now(), listed: 0, page: null };
for (let type = types[place.listed]; type !== undefined; type = types[place.listed]) {
  const { name } = type;
  const { items, nextCursor } = await listRecords(type).page(place.page ?? undefined);
  place.page = nextCursor;
  if (nextCursor === null) place.listed++;
  copy.store(place, () => items.forEach((record) => void copy.keep(name, record)));
  console.log(`${items.length} ${name} records`);
}
for await (const { events, cursor, hasMore } of rapport.events.follow({
  cursor: place.cursor,
  limit: 200,
})) {
  const moved = await readMoved(events);
  place.cursor = cursor;
  copy.store(place, () => {
    events.forEach(copy.apply);
    for (const { type, record } of moved) copy.replace(type, record);
  });
  if (events.length > 0) console.log(`${events.length} events`);
  if (command === "check" && !hasMore) break;
}
const result = await copy.compare(async () => {
  for (const type of types) {
    for await (const record of listRecords(type)) copy.keep(type.name, record);
  }
});
console.log(JSON.stringify(result));
process.exitCode = result.isEqual ? 0 : 1;

/** Reads the records whose associations changed without an event for each: by a merge, an unmerge or a restore. */
async function readMoved(events: readonly FullEvent[]) {
  const moved: { type: string; record: FoundRecord }[] = [];
  for (const { name: type, plural } of types) {
    const isMoved = (one: FullEvent) =>
      (one.data.object as string) === type && /(merged|restored)$/.test(one.type);
    const values = events.filter(isMoved).map(({ data }) => Number(data.id));
    if (values.length === 0) continue;
    const byId = { filters: [{ internal_name: "id", operator: "IN", values }] } as const;
    const search = { filterGroups: [byId], associations: otherTypes(type) };
    for await (const record of rapport.objects(plural).search(search)) {
      moved.push({ type, record });
    }
  }
  return moved;
}
