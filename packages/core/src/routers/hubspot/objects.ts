import { CrmError } from "../../errors.ts";
import { ourName } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { cursorAfter } from "../../query/record-list.ts";
import { invalid } from "../../records/errors.ts";
import { operationsFor, thrownError } from "../app.ts";
import type { Failure } from "./errors.ts";
import { readHistories } from "./history.ts";
import {
  checkedId,
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  idInPath,
  makePaging,
  namesIn,
  objectInPath,
  readAfter,
  readLimit,
  toMembers,
  toText,
} from "./operation.ts";
import {
  associatedTypes,
  associationsFor,
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
const MAX_PER_PAGE = 100;

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  scopes: ["crm.{type}.read"],
  async run(call) {
    const object = objectInPath(call);
    const { query } = call;
    const { shown, names, withHistory } = wanted(call, object);
    const found = await operationsFor(call).objects.list({
      object: object.plural,
      limit: readLimit(query.get("limit"), 10, MAX_PER_PAGE),
      cursor: readAfter(query.get("after")),
      ...selection(call, names),
      ...(query.get("archived") === "true" && { archived: "true" }),
    });
    const { nextCursor } = found.data;
    const records = found.data.results as readonly GivenRecord[];
    const histories = await readHistories(call, object, records, withHistory);
    return {
      status: 200,
      body: {
        results: records.map((record) => ({
          ...shownRecord(call, object, record, shown),
          ...histories(record.id),
        })),
        ...makePaging(call, nextCursor),
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
  scopes: ["crm.{type}.write"],
  async run(call) {
    const object = objectInPath(call);
    const { properties, associations: given } = toMembers(call.body);
    const { faults, ...associations } = associationsFor(call, object)(given, "associations");
    const { data } = await operationsFor(call, { faults }).objects.createWhole({
      ...{ object: object.plural, properties: writtenProperties(object, properties) },
      ...associations,
    });
    return { status: 201, body: writtenRecord(call, object, data, properties) };
  },
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{objectId}`,
  scopes: ["crm.{type}.read"],
  async run(call) {
    const object = objectInPath(call);
    const { shown, names, withHistory } = wanted(call, object);
    const record = await readOne(call, object, namedIn(call), selection(call, names));
    const histories = await readHistories(call, object, [record], withHistory);
    const body = { ...shownRecord(call, object, record, shown), ...histories(record.id) };
    return { status: 200, body };
  },
};

/** What names a record: its id, or the value of a property. */
interface Named {
  readonly id: string;
  /** HubSpot's name of the property; empty for the id. */
  readonly key: string;
  readonly isArchived?: boolean;
}

function namedIn({ params, query }: HubspotCall): Named {
  const { objectId: id = "" } = params;
  return { id, key: query.get("idProperty") ?? "", isArchived: query.get("archived") === "true" };
}

async function readOne(
  call: HubspotCall,
  object: ObjectSchema,
  { id, key, isArchived }: Named,
  select: object,
): Promise<GivenRecord> {
  const operations = operationsFor(call).objects;
  if (isOtherKey(object, key)) {
    const value = toText(ourValue(object, key, id)) ?? id;
    const input = { object: object.plural, internal_name: ourName(object, key), value, ...select };
    return (await operations.byKey(input)).data;
  }
  if (isArchived) return readArchived(call, object, id, select);
  const input = { object: object.plural, id: checkedId(id), ...select };
  return (await operations.read(input)).data;
}

/**
 * Returns the property that finds records, as a body names it; empty for the id.
 *
 * @throws CrmError INVALID_INPUT
 */
export function readKey(given: unknown, path = "idProperty"): string {
  if (typeof (given ?? "") === "string") return `${given ?? ""}`;
  const message = "idProperty must be the name of a property.";
  throw invalid([{ path, code: "value_invalid", message }]);
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
  const id = Number(toText(given));
  const missing = new CrmError("NOT_FOUND", `There is no archived ${object.name} with this id.`);
  if (!Number.isSafeInteger(id) || id < 1) throw missing;
  const { data } = await operationsFor(call).objects.list({
    ...{ object: object.plural, archived: "true", limit: 1 },
    cursor: cursorAfter(call, object, id - 1, true),
    ...select,
  });
  const [record] = data.results;
  if (record?.id === id) return record as GivenRecord;
  throw missing;
}

const update: HubspotOperation = {
  method: "PATCH",
  path: `${PATH}/{objectId}`,
  scopes: ["crm.{type}.write"],
  async run(call) {
    const object = objectInPath(call);
    const { properties } = toMembers(call.body);
    // The operation takes one property with its value instead, which HubSpot's does not.
    if (properties === undefined || properties === null) {
      const message = 'Give the properties to change, such as {"firstname": "Ada"}.';
      throw invalid([{ path: "properties", code: "required", message }]);
    }
    const operations = operationsFor(call, { prefer: "return=representation" });
    const set = (id: string) =>
      operations.objects.set({
        object: object.plural,
        id,
        properties: writtenProperties(object, properties),
      });
    const id = await idToWrite(call, object, namedIn(call));
    const { data } = await set(id).catch((thrown) => {
      const primary = primaryIn(thrownError(thrown));
      if (primary === undefined) throw thrown;
      return set(primary);
    });
    return {
      status: 200,
      body: writtenRecord(call, object, data as GivenRecord, properties),
    };
  },
};

/** Returns the id of the record that takes the place of a merged one, for which HubSpot takes changes too. */
export function primaryIn({ code, issues }: Pick<Failure, "code" | "issues">): string | undefined {
  return code === "MERGED" ? toText(issues[0]?.conflictingId) : undefined;
}

async function idToWrite(call: HubspotCall, object: ObjectSchema, named: Named): Promise<string> {
  if (!isOtherKey(object, named.key)) return checkedId(named.id);
  return toText((await readOne(call, object, named, {})).id);
}

/** A record that is archived already stays so. */
const archive: HubspotOperation = {
  method: "DELETE",
  path: `${PATH}/{objectId}`,
  scopes: ["crm.{type}.delete"],
  async run(call) {
    const object = objectInPath(call);
    const id = idInPath(call);
    try {
      await operationsFor(call).objects.delete({ object: object.plural, id });
    } catch (thrown) {
      if (thrownError(thrown).code !== "NOT_FOUND") throw thrown;
      await readArchived(call, object, id, {}).catch(() => {
        throw thrown;
      });
    }
    return NO_CONTENT;
  },
};

const merge: HubspotOperation = {
  method: "POST",
  path: `${PATH}/merge`,
  scopes: ["crm.{type}.write", "crm.{type}.delete"],
  async run(call) {
    const object = objectInPath(call);
    const { primaryObjectId: primaryId, objectIdToMerge } = toMembers(call.body);
    const { data } = await operationsFor(call).objects.merge({
      ...{ object: object.plural, primaryId: toText(primaryId) ?? null },
      ...(objectIdToMerge !== undefined && { mergeIds: [toText(objectIdToMerge) ?? null] }),
    });
    return { status: 200, body: writtenRecord(call, object, data, {}) };
  },
};

/** Erases a record. One that is erased already stays so. */
const gdprDelete: HubspotOperation = {
  method: "POST",
  path: `${PATH}/gdpr-delete`,
  scopes: ["crm.{type}.erase"],
  async run(call) {
    const object = objectInPath(call);
    const { objectId, idProperty } = toMembers(call.body);
    const given = toText(objectId);
    if (given === undefined || given === "") {
      const message = "Give objectId, the id of the object to erase.";
      throw invalid([{ path: "objectId", code: "required", message }]);
    }
    const id = await idToWrite(call, object, { id: given, key: readKey(idProperty) });
    try {
      await operationsFor(call).objects.erase({ object: object.plural, id });
    } catch (thrown) {
      const error = thrownError(thrown);
      if (error.code !== "ERASED") throw error;
    }
    return NO_CONTENT;
  },
};

const NO_CONTENT: HubspotAnswer = { status: 204 };

export const OBJECTS = [list, create, read, update, archive, merge, gdprDelete];
