import { CrmError } from "../../errors.ts";
import { ourName } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { cursorAfter } from "../../query/record-list.ts";
import { operationsFor } from "../app.ts";
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
  shownProperties,
  shownRecord,
  writtenProperties,
} from "./records.ts";

const PATH = "/crm/v3/objects/{objectType}";
const MOST_PER_PAGE = 100;

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  async run(call) {
    const object = objectOf(call);
    const { query } = call;
    const shown = shownProperties(object, namesIn(query, "properties"));
    const found = await operationsFor(call).objects.list({
      object: object.plural,
      limit: limitOf(query.get("limit"), 10, MOST_PER_PAGE),
      cursor: afterOf(query.get("after")),
      ...selection(call, namesToRead(shown)),
      ...(query.get("archived") === "true" && { archived: "true" }),
    } as never);
    const { results, nextCursor } = found.data;
    return {
      status: 200,
      body: {
        results: results.map((record) => shownRecord(call, object, record as GivenRecord, shown)),
        ...pagingOf(call, nextCursor),
      },
    };
  },
};

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
    const { properties, faults } = writtenProperties(object, membersOf(call.body).properties);
    const { data } = await operationsFor(call, { faults }).objects.createWhole({
      object: object.plural,
      properties,
    } as never);
    return { status: 201, body: shownRecord(call, object, data) };
  },
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{objectId}`,
  async run(call) {
    const object = objectOf(call);
    const shown = shownProperties(object, namesIn(call.query, "properties"));
    const record = await readOne(call, object, selection(call, namesToRead(shown)));
    return { status: 200, body: shownRecord(call, object, record, shown) };
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
  if (query.get("archived") === "true") return readArchived(call, object, Number(id), select);
  return (await operations.read({ object: object.plural, id, ...select } as never)).data;
}

/** Whether a property that finds records is another one than the id. */
function isOtherKey(object: ObjectSchema, name: string): boolean {
  return name !== "" && ourName(object, name) !== "id";
}

/**
 * Reads a record in the list of deleted ones.
 *
 * @throws CrmError NOT_FOUND
 */
async function readArchived(
  call: HubspotCall,
  object: ObjectSchema,
  id: number,
  select: object,
): Promise<GivenRecord> {
  const { data } = await operationsFor(call).objects.list({
    ...{ object: object.plural, archived: "true", limit: 1 },
    cursor: cursorAfter(call, object, id - 1, true),
    ...select,
  } as never);
  const [record] = data.results;
  if (record?.id === id) return record as GivenRecord;
  throw new CrmError("NOT_FOUND", `There is no archived ${object.name} with id ${id}.`);
}

const update: HubspotOperation = {
  method: "PATCH",
  path: `${PATH}/{objectId}`,
  async run(call) {
    const object = objectOf(call);
    const { properties, faults } = writtenProperties(object, membersOf(call.body).properties);
    const id = await idToWrite(call, object);
    const options = { faults, prefer: "return=representation" };
    const { data } = await operationsFor(call, options).objects.set({
      ...{ object: object.plural, id, properties },
    } as never);
    return { status: 200, body: shownRecord(call, object, data as unknown as GivenRecord) };
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

const NO_CONTENT: HubspotAnswer = { status: 204 };

export const OBJECTS = [list, create, read, update, archive];
