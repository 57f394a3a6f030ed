import { ourName } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { operationsFor, thrownError } from "../app.ts";
import { type Failure, standardError } from "./errors.ts";
import { readHistories } from "./history.ts";
import { isOtherKey, primaryIn, readArchived, readKey } from "./objects.ts";
import {
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  type Members,
  objectInPath,
  repeated,
  textsIn,
  toMembers,
  tooMany,
  toText,
} from "./operation.ts";
import {
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
import { batchAnswer, MAX_INPUTS } from "./several.ts";

const PATH = "/crm/v3/objects/{objectType}/batch";
const BATCH_BYTES = 8 * 1024 * 1024;
/** Archived records are found one by one. */
const MAX_ARCHIVED = 100;

/** An input of a batch, with its place in the request. */
interface Input {
  readonly index: number;
  readonly input: unknown;
}

interface Result {
  readonly index: number;
  readonly status: string;
  readonly record: GivenRecord;
}

interface FailedInput extends Failure {
  readonly index: number;
}

interface Outcome {
  readonly results: readonly Result[];
  readonly errors: readonly FailedInput[];
}

type Verb = "create" | "read" | "update" | "upsert" | "delete";

/** Calls a batch operation. Without inputs, the operation says what is missing. */
async function runBatch(
  call: HubspotCall,
  verb: Verb,
  inputs: readonly Input[],
  more: object = {},
): Promise<Outcome> {
  const { data } = await operationsFor(call).objects.batch[verb]({
    ...{ object: objectInPath(call).plural, inputs: inputs.map(({ input }) => input) },
    ...more,
  });
  const placed = <One extends { readonly index: number }>(list: readonly One[]) =>
    list.map((one) => ({ ...one, index: inputs[one.index]?.index ?? one.index }));
  const results = placed(data.results);
  const errors = placed(data.errors);
  const isMerged = (error: FailedInput) => verb === "update" && primaryIn(error) !== undefined;
  const merged = errors.filter(isMerged).map((error) => ({
    index: error.index,
    input: {
      ...toMembers(inputs.find(({ index }) => index === error.index)?.input),
      id: primaryIn(error),
    },
  }));
  if (merged.length === 0) return { results, errors };
  const rest = { results, errors: errors.filter((error) => !isMerged(error)) };
  return joined([rest, await runBatch(call, verb, merged, more)]);
}

function joined(outcomes: readonly Outcome[]): Outcome {
  const inOrder = <One extends { readonly index: number }>(list: readonly One[]) =>
    list.toSorted((a, b) => a.index - b.index);
  return {
    results: inOrder(outcomes.flatMap(({ results }) => results)),
    errors: inOrder(outcomes.flatMap(({ errors }) => errors)),
  };
}

/**
 * Returns the inputs of a request of any shape. Operations refuse it if there are none.
 *
 * @throws CrmError INVALID_INPUT for more than 1,000, since several operations may share them
 */
function listInputs({ body }: HubspotCall): readonly Members[] {
  const { inputs } = toMembers(body);
  if (!Array.isArray(inputs)) return [];
  if (inputs.length > MAX_INPUTS) throw tooMany("inputs", MAX_INPUTS, "inputs");
  return inputs.map(toMembers);
}

function inputAt({ body }: HubspotCall, index: number): Members {
  const { inputs } = toMembers(body);
  return Array.isArray(inputs) ? toMembers(inputs[index]) : {};
}

/** Answers a batch: 207 with what failed, if something did. */
function answered(
  call: HubspotCall,
  status: number,
  { results, errors }: Outcome,
  show: (result: Result) => object = (result) => writtenResult(call, result),
): HubspotAnswer {
  return batchAnswer(call, status, results.map(show), failures(call, errors));
}

/** Returns what failed. Objects that do not exist are one error with their ids. */
function failures(call: HubspotCall, errors: readonly FailedInput[]): readonly object[] {
  const object = objectInPath(call);
  const failedId = ({ index }: FailedInput) => repeated(inputAt(call, index).id);
  const isMissing = (error: FailedInput) =>
    (error.code === "NOT_FOUND" || error.code === "ERASED") && failedId(error) !== "";
  const missing = errors.filter(isMissing);
  const others = errors.filter((error) => !isMissing(error));
  const message = `Could not get some ${object.name.toUpperCase()} objects, they may be deleted or not exist. Check that ids are valid.`;
  const lost = { code: "NOT_FOUND", message, issues: [] } as const;
  return [
    ...(missing.length > 0 ? [standardError(lost, object, { ids: missing.map(failedId) })] : []),
    ...others.map((error) => {
      const { id, objectWriteTraceId: trace } = inputAt(call, error.index);
      return standardError(error, object, {
        index: [repeated(error.index)],
        ...(id !== undefined && { ids: [repeated(id)] }),
        ...(trace !== undefined && { objectWriteTraceId: [repeated(trace)] }),
      });
    }),
  ];
}

const create: HubspotOperation = {
  method: "POST",
  path: `${PATH}/create`,
  bodyBytes: BATCH_BYTES,
  scopes: ["crm.{type}.write"],
  async run(call) {
    const object = objectInPath(call);
    const inputs = listInputs(call);
    const findAssociations = associationsFor(call, object);
    const some: Input[] = [];
    const errors: FailedInput[] = [];
    for (const [index, { properties: given, associations: named }] of inputs.entries()) {
      const path = `inputs.${index}.associations`;
      const { faults: issues, ...associations } = findAssociations(named, path);
      const properties = writtenProperties(object, given);
      if (issues.length === 0) some.push({ index, input: { properties, ...associations } });
      else errors.push({ index, code: "INVALID_INPUT", message: "The input is invalid.", issues });
    }
    const isNothingLeft = some.length === 0 && errors.length > 0;
    const done = isNothingLeft ? [] : [await runBatch(call, "create", some)];
    return answered(call, 201, joined([...done, { results: [], errors }]));
  },
};

/** Returns a record that an input wrote, with the id by which the caller traces it. */
function writtenResult(call: HubspotCall, { index, record }: Result): object {
  const { properties, objectWriteTraceId } = inputAt(call, index);
  return {
    ...writtenRecord(call, objectInPath(call), record, properties),
    ...(typeof objectWriteTraceId === "string" && { objectWriteTraceId }),
  };
}

const read: HubspotOperation = {
  method: "POST",
  path: `${PATH}/read`,
  bodyBytes: BATCH_BYTES,
  scopes: ["crm.{type}.read"],
  async run(call) {
    const object = objectInPath(call);
    const body = toMembers(call.body);
    const histories = propertiesNamed(object, textsIn(body.propertiesWithHistory));
    const shown = shownProperties(object, textsIn(body.properties));
    const names = namesToRead(shown, histories);
    const outcome = await readInputs(call, object, names);
    const records = outcome.results.map(({ record }) => record);
    const withHistory = await readHistories(call, object, records, body.propertiesWithHistory);
    return answered(call, 200, outcome, ({ record }) => ({
      ...shownRecord(call, object, record, shown),
      ...withHistory(record.id),
    }));
  },
};

function readInputs(
  call: HubspotCall,
  object: ObjectSchema,
  properties: readonly string[],
): Promise<Outcome> {
  const key = readKey(toMembers(call.body).idProperty);
  const ids = listInputs(call).map(({ id }, index) => ({ index, id }));
  if (call.query.get("archived") === "true")
    return readArchivedInputs(call, object, ids, properties);
  if (!isOtherKey(object, key)) {
    const inputs = ids.map(({ index, id }) => ({ index, input: { id } }));
    return runBatch(call, "read", inputs, { properties });
  }
  return readByKey(call, object, { key, ids, properties });
}

async function readByKey(
  call: HubspotCall,
  object: ObjectSchema,
  given: {
    key: string;
    ids: readonly { index: number; id: unknown }[];
    properties: readonly string[];
  },
): Promise<Outcome> {
  const { key, ids, properties } = given;
  const inputs = ids.map(({ index, id }) => ({
    index,
    input: { value: ourValue(object, key, id) },
  }));
  return runBatch(call, "read", inputs, { idProperty: ourName(object, key), properties });
}

async function readArchivedInputs(
  call: HubspotCall,
  object: ObjectSchema,
  ids: readonly { readonly index: number; readonly id: unknown }[],
  properties: readonly string[],
): Promise<Outcome> {
  if (ids.length > MAX_ARCHIVED) throw tooMany("inputs", MAX_ARCHIVED, "archived objects");
  const results: Result[] = [];
  const errors: FailedInput[] = [];
  for (const { index, id } of ids) {
    try {
      const record = await readArchived(call, object, id, { properties: properties.join(",") });
      results.push({ index, status: "found", record });
    } catch (thrown) {
      const error = thrownError(thrown);
      if (error.code !== "NOT_FOUND") throw error;
      const { code, message, issues } = error;
      errors.push({ index, code, message, issues });
    }
  }
  return { results, errors };
}

/** Inputs that name records by the same property; by their ids if it is empty. */
function byKey(object: ObjectSchema, inputs: readonly Members[]) {
  const groups = Map.groupBy(inputs.entries(), ([index, { idProperty }]) => {
    const key = readKey(idProperty, `inputs.${index}.idProperty`);
    return isOtherKey(object, key) ? key : "";
  });
  return [...groups].map(([key, entries]) => ({
    key,
    inputs: entries.map(([index, given]) => ({ index, given })),
  }));
}

const update: HubspotOperation = {
  method: "POST",
  path: `${PATH}/update`,
  bodyBytes: BATCH_BYTES,
  scopes: ["crm.{type}.write"],
  async run(call) {
    const object = objectInPath(call);
    const inputs = listInputs(call);
    const ids = new Map(inputs.map(({ id }, index) => [index, id]));
    const lost: Outcome[] = [];
    for (const { key, inputs: some } of byKey(object, inputs)) {
      if (key === "") continue;
      const wanted = some.map(({ index, given: { id } }) => ({ index, id }));
      const found = await readByKey(call, object, { key, ids: wanted, properties: [] });
      lost.push({ results: [], errors: found.errors });
      for (const { index } of some) ids.delete(index);
      for (const { index, record } of found.results) ids.set(index, record.id);
    }
    const written = inputs.flatMap((given, index) => {
      if (!ids.has(index)) return [];
      const properties = writtenProperties(object, given.properties);
      return [{ index, input: { id: ids.get(index), properties } }];
    });
    const isNothingLeft = written.length === 0 && inputs.length > 0;
    const done = isNothingLeft ? [] : [await runBatch(call, "update", written)];
    return answered(call, 200, joined([...done, ...lost]));
  },
};

const upsert: HubspotOperation = {
  method: "POST",
  path: `${PATH}/upsert`,
  bodyBytes: BATCH_BYTES,
  scopes: ["crm.{type}.write"],
  async run(call) {
    const object = objectInPath(call);
    const inputs = listInputs(call);
    if (inputs.length === 0) await runBatch(call, "upsert", [], { idProperty: "email" });
    const outcomes: Outcome[] = [];
    for (const { key, inputs: some } of byKey(object, inputs)) {
      outcomes.push(await upsertBy(call, object, key, some));
    }
    return answered(call, 200, joined(outcomes), (result) => ({
      ...writtenResult(call, result),
      new: result.status === "created",
    }));
  },
};

/** Without a property that finds the records, they are named by their ids, so each must be there. */
async function upsertBy(
  call: HubspotCall,
  object: ObjectSchema,
  key: string,
  inputs: readonly { readonly index: number; readonly given: Members }[],
): Promise<Outcome> {
  const written = inputs.map(({ index, given: { id, properties } }) => ({
    index,
    id,
    properties: writtenProperties(object, properties),
  }));
  if (key === "") {
    const some = written.map(({ index, ...input }) => ({ index, input }));
    return runBatch(call, "update", some);
  }
  const idProperty = ourName(object, key);
  const some: Input[] = [];
  const errors: FailedInput[] = [];
  for (const { index, id, properties } of written) {
    const value = ourValue(object, key, id);
    const given = toMembers(properties);
    if (isOther(given[idProperty], value)) {
      const message = `id and ${JSON.stringify(idProperty)} differ. To change it, update the object by its own id.`;
      const issues = [
        { path: `inputs.${index}.properties.${idProperty}`, code: "key_differs", message },
      ];
      errors.push({ index, code: "INVALID_INPUT", message, issues });
    } else {
      const isObject = typeof properties === "object" && properties !== null;
      some.push({
        index,
        input: { properties: isObject ? { [idProperty]: value, ...given } : properties },
      });
    }
  }
  if (some.length === 0) return { results: [], errors };
  return joined([{ results: [], errors }, await runBatch(call, "upsert", some, { idProperty })]);
}

/** Keys are compared without regard to case. */
function isOther(given: unknown, id: unknown): boolean {
  const [value, key] = [toText(given), toText(id)];
  return value !== undefined && key !== undefined && value.toLowerCase() !== key.toLowerCase();
}

/** Objects that are archived already, or are not there, are no errors, as in HubSpot. */
const archive: HubspotOperation = {
  method: "POST",
  path: `${PATH}/archive`,
  bodyBytes: BATCH_BYTES,
  scopes: ["crm.{type}.delete"],
  async run(call) {
    const inputs = listInputs(call).map(({ id }, index) => ({ index, input: { id } }));
    const { results, errors } = await runBatch(call, "delete", inputs);
    const failed = errors.filter(({ code }) => code !== "NOT_FOUND" && code !== "ERASED");
    return failed.length === 0 ? { status: 204 } : answered(call, 204, { results, errors: failed });
  },
};

export const BATCHES = [create, read, update, upsert, archive];
