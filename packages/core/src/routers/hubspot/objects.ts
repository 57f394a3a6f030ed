import { CrmError } from "../../errors.ts";
import { ourName } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { cursorAfter } from "../../query/record-list.ts";
import { errorOf, operationsFor } from "../app.ts";
import { givenAssociations } from "./associated.ts";
import { readHistories } from "./history.ts";
import {
  afterOf,
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  idOf,
  limitOf,
  membersOf,
  namesIn,
  objectOf,
  pagingOf,
} from "./operation.ts";
import {
  associatedTypes,
  type GivenRecord,
  namesToRead,
  ourValue,
  propertiesNamed,
  shownProperties,
  shownRecord,
  writtenProperties,
  writtenRecord,
} from "./records.ts";

const PATH = "/crm/v3/objects/{objectType}";
const MOST_PER_PAGE = 100;

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  async run(call) {
    const object = objectOf(call);
    const { query } = call;
    const { shown, names, withHistory } = wanted(call, object);
    const found = await operationsFor(call).objects.list({
      object: object.plural,
      limit: limitOf(query.get("limit"), 10, MOST_PER_PAGE),
      cursor: afterOf(query.get("after")),
      ...selection(call, names),
      ...(query.get("archived") === "true" && { archived: "true" }),
    } as never);
    const { nextCursor } = found.data;
    const records = found.data.results as readonly GivenRecord[];
    const historyOf = await readHistories(call, object, records, withHistory);
    return {
      status: 200,
      body: {
        results: records.map((record) => ({
          ...shownRecord(call, object, record, shown),
          ...historyOf(record.id),
        })),
        ...pagingOf(call, nextCursor),
      },
    };
  },
};

/** Returns the properties that a query names, and those to read for their values and their history. */
function wanted({ query }: HubspotCall, object: ObjectSchema) {
  const withHistory = namesIn(query, "propertiesWithHistory");
  const shown = shownProperties(object, namesIn(query, "properties"));
  const names = namesToRead(shown, propertiesNamed(object, withHistory));
  return { shown, names, withHistory };
}

/** Returns what to read of records, as the query of an operation names it. */
function selection(call: HubspotCall, names: readonly string[]): object {
  const types = associatedTypes(call, namesIn(call.query, "associations"));
  return {
    ...(names.length > 0 && { properties: names.join(",") }),
    ...(types && { associations: types.join(",") }),
  };
}

const create: HubspotOperation = {
  method: "POST",
  path: PATH,
  async run(call) {
    const object = objectOf(call);
    const { properties, associations } = membersOf(call.body);
    const { data } = await operationsFor(call).objects.createWhole({
      object: object.plural,
      properties: writtenProperties(object, properties),
      ...givenAssociations(call, object, associations),
    } as never);
    return { status: 201, body: writtenRecord(call, object, data, properties) };
  },
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{objectId}`,
  async run(call) {
    const object = objectOf(call);
    const { shown, names, withHistory } = wanted(call, object);
    const record = await readOne(call, object, selection(call, names));
    const historyOf = await readHistories(call, object, [record], withHistory);
    const body = { ...shownRecord(call, object, record, shown), ...historyOf(record.id) };
    return { status: 200, body };
  },
};

/** Reads the record that the path names by its id, or by the property that the query names. */
async function readOne(
  call: HubspotCall,
  object: ObjectSchema,
  select: object,
): Promise<GivenRecord> {
  const { params, query } = call;
  const operations = operationsFor(call).objects;
  const key = query.get("idProperty") ?? "";
  if (isOtherKey(object, key)) {
    const value = ourValue(object, key, params.objectId);
    const input = { object: object.plural, internal_name: ourName(object, key), value, ...select };
    return (await operations.byKey(input as never)).data;
  }
  const id = idOf(call);
  if (query.get("archived") === "true") return readArchived(call, object, id, select);
  return (await operations.read({ object: object.plural, id, ...select } as never)).data;
}

/** Whether a property that finds records is another one than the id. */
export function isOtherKey(object: ObjectSchema, name: string): boolean {
  return name !== "" && ourName(object, name) !== "id";
}

/**
 * Reads a record in the list of deleted ones.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readArchived(
  call: HubspotCall,
  object: ObjectSchema,
  given: unknown,
  select: object,
): Promise<GivenRecord> {
  const id = Number(given);
  const missing = new CrmError("NOT_FOUND", `There is no archived ${object.name} with this id.`);
  if (!Number.isSafeInteger(id) || id < 1) throw missing;
  const { data } = await operationsFor(call).objects.list({
    ...{ object: object.plural, archived: "true", limit: 1 },
    cursor: cursorAfter(call, object, id - 1, true),
    ...select,
  } as never);
  const [record] = data.results;
  if (record?.id === id) return record as GivenRecord;
  throw missing;
}

const update: HubspotOperation = {
  method: "PATCH",
  path: `${PATH}/{objectId}`,
  async run(call) {
    const object = objectOf(call);
    const { properties } = membersOf(call.body);
    const id = await idToWrite(call, object);
    const operations = operationsFor(call, { prefer: "return=representation" });
    const { data } = await operations.objects.set({
      ...{ object: object.plural, id, properties: writtenProperties(object, properties) },
    } as never);
    return {
      status: 200,
      body: writtenRecord(call, object, data as unknown as GivenRecord, properties),
    };
  },
};

async function idToWrite(call: HubspotCall, object: ObjectSchema): Promise<string> {
  if (!isOtherKey(object, call.query.get("idProperty") ?? "")) return idOf(call);
  return String((await readOne(call, object, {})).id);
}

const archive: HubspotOperation = {
  method: "DELETE",
  path: `${PATH}/{objectId}`,
  async run(call) {
    const input = { object: objectOf(call).plural, id: idOf(call) };
    await operationsFor(call).objects.delete(input as never);
    return NO_CONTENT;
  },
};

const merge: HubspotOperation = {
  method: "POST",
  path: `${PATH}/merge`,
  async run(call) {
    const object = objectOf(call);
    const { primaryObjectId: primaryId, objectIdToMerge } = membersOf(call.body);
    const { data } = await operationsFor(call).objects.merge({
      ...{ object: object.plural, primaryId },
      ...(objectIdToMerge !== undefined && { mergeIds: [objectIdToMerge] }),
    } as never);
    return { status: 200, body: writtenRecord(call, object, data, {}) };
  },
};

/** Erases a record. One that is erased already stays so. */
const gdprDelete: HubspotOperation = {
  method: "POST",
  path: `${PATH}/gdpr-delete`,
  async run(call) {
    const object = objectOf(call);
    const { objectId, idProperty } = membersOf(call.body);
    const query = new URLSearchParams({ idProperty: String(idProperty ?? "") });
    const id = await idToWrite(
      { ...call, params: { ...call.params, objectId: String(objectId ?? "") }, query },
      object,
    );
    try {
      await operationsFor(call).objects.erase({ object: object.plural, id } as never);
    } catch (thrown) {
      const error = errorOf(thrown);
      if (error.code !== "ERASED") throw error;
    }
    return NO_CONTENT;
  },
};

const NO_CONTENT: HubspotAnswer = { status: 204 };

export const OBJECTS = [list, create, read, update, archive, merge, gdprDelete];
