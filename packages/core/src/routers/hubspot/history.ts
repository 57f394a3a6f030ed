import { hubspotText } from "../../hubspot/forms.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { operationsFor } from "../app.ts";
import { type HubspotCall, textsIn, tooMany } from "./operation.ts";
import { type GivenRecord, propertiesNamed, type Shown } from "./records.ts";

/** As in HubSpot, since the history of each record is read on its own. */
const MAX_RECORDS = 50;
const MAX_PAGES = 5;
const PER_PAGE = 200;

type Entry = Awaited<
  ReturnType<ReturnType<typeof operationsFor>["objects"]["history"]>
>["data"]["results"][number];

/**
 * Reads the values that properties of records had, newest first.
 *
 * @param names the properties, as the request names them
 * @param records with the current values of these properties
 * @returns a function that returns the member `propertiesWithHistory` of a record
 * @throws CrmError INVALID_INPUT for more than 50 records
 */
export async function readHistories(
  call: HubspotCall,
  object: ObjectSchema,
  records: readonly GivenRecord[],
  names: unknown,
): Promise<(id: number) => object> {
  const wanted = textsIn(names);
  if (wanted.length === 0) return () => ({});
  if (records.length > MAX_RECORDS) throw tooMany("limit", MAX_RECORDS, "objects with history");
  const shown = propertiesNamed(object, wanted);
  const asked = new Map([...shown].filter(([name]) => wanted.includes(name)));
  const found = new Map<number, object>();
  for (const record of records) {
    const entries =
      record.deletedAt === undefined ? await readEntries(call, object, record.id) : [];
    found.set(record.id, { propertiesWithHistory: histories(object, record, asked, entries) });
  }
  return (id) => found.get(id) ?? {};
}

async function readEntries(
  call: HubspotCall,
  object: ObjectSchema,
  id: number,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const input = { object: object.plural, id, limit: PER_PAGE, cursor };
    const { data } = await operationsFor(call).objects.history(input);
    entries.push(...data.results);
    if (data.nextCursor === null) break;
    cursor = data.nextCursor;
  }
  return entries;
}

function histories(
  object: ObjectSchema,
  record: GivenRecord,
  shown: Shown,
  entries: readonly Entry[],
): object {
  const created = entries.find(({ action }) => action === "created");
  const lists = [...shown].map(([name, own]) => {
    const toHubspotText = (value: Parameters<typeof hubspotText>[2]) =>
      hubspotText(object.name, name, value) ?? "";
    const changes = entries.flatMap((entry) => {
      const change = entry.changes.find((one) => one.internal_name === own);
      return change === undefined ? [] : [{ entry, change }];
    });
    const versions = changes.map(({ entry, change }) =>
      toVersion(entry, toHubspotText(change.new)),
    );
    const last = changes.at(-1);
    // The history of a creation has no values: the first one is what the first change replaced.
    const first = toHubspotText(last === undefined ? record.properties?.[own] : last.change.old);
    if (created !== undefined && first !== "") versions.push(toVersion(created, first));
    return [name, versions] as const;
  });
  return Object.fromEntries(lists);
}

/** HubSpot's names of what changes values. */
const SOURCES = { client: "INTEGRATION", key: "INTEGRATION", admin: "CRM_UI", system: "API" };

function toVersion({ at, actor }: Entry, value: string): object {
  const { type, id, name } = actor;
  return { value, timestamp: at, sourceType: SOURCES[type], sourceId: id, sourceLabel: name };
}
