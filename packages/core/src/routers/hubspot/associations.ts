import type { Issue } from "../../errors.ts";
import {
  type AssociationType,
  associationTypeNamed,
  associationTypes,
} from "../../hubspot/association-types.ts";
import { hubspotTypeId } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { invalid } from "../../records/errors.ts";
import { errorOf, operationsFor } from "../app.ts";
import { standardError } from "./errors.ts";
import {
  afterOf,
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  idOf,
  limitOf,
  type Members,
  membersOf,
  objectOf,
  pagingOf,
} from "./operation.ts";
import { batchAnswer, inputsIn } from "./several.ts";

const RECORD = "/crm/v4/objects/{objectType}/{objectId}/associations" as const;
const PAIR = `${RECORD}/{toObjectType}/{toObjectId}` as const;
const BATCH = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch" as const;
const BATCH_BYTES = 8 * 1024 * 1024;

/** The two types that a path names. */
type Sides = readonly [ObjectSchema, ObjectSchema];

export function sidesOf(call: HubspotCall, from = "fromObjectType"): Sides {
  return [objectOf(call, from), objectOf(call, "toObjectType")];
}

/** The dated paths have ids of records as texts, the numbered ones as numbers. */
function shownId({ path }: HubspotCall, id: string | number): string | number {
  return /^\/crm\/v\d\//.test(path) ? Number(id) : String(id);
}

interface Entry {
  readonly id: string;
  readonly type: string;
}

function typeOf([object, other]: Sides, { type }: Entry): AssociationType {
  const types = associationTypes(object, other);
  return types.find(({ kind }) => kind.type === type) ?? types[0];
}

/** Returns entries by the record that they lead to, in HubSpot's form. */
function shownEntries(
  call: HubspotCall,
  sides: Sides,
  entries: readonly Entry[],
): readonly object[] {
  return [...Map.groupBy(entries, ({ id }) => id)].map(([id, own]) => ({
    toObjectId: shownId(call, id),
    associationTypes: own.map((entry) => {
      const { category, typeId, label } = typeOf(sides, entry);
      return { category, typeId, label };
    }),
  }));
}

const MOST_PER_PAGE = 500;
/** Entries that the operation lists at a time. */
const PER_READ = 200;

/** Lists the associations of a record until there are as many as asked for. */
async function listed(
  call: HubspotCall,
  [object, to]: Sides,
  {
    id,
    after,
    limit,
  }: { readonly id: string; readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly entries: readonly Entry[]; readonly next: string | null }> {
  const entries: Entry[] = [];
  let cursor = after;
  do {
    const found = await operationsFor(call).objects.associations({
      ...{ object: object.plural, id, toPlural: to.plural, cursor },
      limit: Math.min(PER_READ, limit - entries.length),
    } as never);
    entries.push(...found.data.results);
    cursor = found.data.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < limit);
  return { entries, next: cursor ?? null };
}

function list(path: `/${string}`, show: typeof shownEntries): HubspotOperation {
  return {
    method: "GET",
    path,
    isOnlyNumbered: path.startsWith("/crm/v3"),
    async run(call) {
      const sides = sidesOf(call, "objectType");
      const { query } = call;
      const page = { id: idOf(call), after: afterOf(query.get("after")) };
      const limit = limitOf(query.get("limit"), MOST_PER_PAGE, MOST_PER_PAGE);
      const { entries, next } = await listed(call, sides, { ...page, limit });
      return {
        status: 200,
        body: { results: show(call, sides, entries), ...pagingOf(call, next) },
      };
    },
  };
}

/** Returns the labels that an association gets; undefined if its types name none. */
function labelsIn(
  [object, other]: Sides,
  given: unknown,
  path: string,
): readonly string[] | undefined {
  const issues: Issue[] = [];
  const named = (Array.isArray(given) ? given : []).flatMap((one, i) => {
    const { associationTypeId, typeId = associationTypeId } = membersOf(one);
    const found = associationTypeNamed(object, other, String(typeId));
    if (found === undefined) issues.push(unknownType([object, other], typeId, `${path}${i}`));
    return found ?? [];
  });
  if (issues.length > 0) throw invalid(issues);
  const labels = named.flatMap(({ kind }) => (kind.label === undefined ? [] : kind.type));
  return labels.length === 0 ? undefined : labels;
}

function unknownType([object, other]: Sides, given: unknown, path: string): Issue {
  const known = associationTypes(object, other).map(({ typeId, label }) =>
    label === null ? String(typeId) : `${typeId} (${label})`,
  );
  const pair = `${object.plural} to ${other.plural}`;
  const message = `Association type ${String(given).slice(0, 40)} doesn't exist from ${pair}. It is one of ${known.join(", ")}.`;
  return { path, code: "association_type_unknown", message };
}

function pairIn(call: HubspotCall, from = "objectId") {
  return { id: idOf(call, from), toId: idOf(call, "toObjectId") };
}

async function associate(
  call: HubspotCall,
  [object, to]: Sides,
  { id, toId }: { readonly id: unknown; readonly toId: unknown },
  types: readonly string[] | undefined,
): Promise<void> {
  const input = { object: object.plural, toPlural: to.plural, id, toId };
  await operationsFor(call).objects.associate({ ...input, ...(types && { types }) } as never);
}

function shownPair(
  call: HubspotCall,
  [object, to]: Sides,
  ids: { id: unknown; toId: unknown },
  labels: readonly string[],
) {
  const texts = associationTypes(object, to);
  return {
    fromObjectTypeId: hubspotTypeId(object),
    fromObjectId: shownId(call, String(ids.id)),
    toObjectTypeId: hubspotTypeId(to),
    toObjectId: shownId(call, String(ids.toId)),
    labels: labels.map((key) => texts.find(({ kind }) => kind.type === key)?.label ?? key),
  };
}

const setLabels: HubspotOperation = {
  method: "PUT",
  path: PAIR,
  async run(call) {
    const sides = sidesOf(call, "objectType");
    const ids = pairIn(call);
    const labels = labelsIn(sides, call.body, "");
    await associate(call, sides, ids, labels);
    return { status: 201, body: shownPair(call, sides, ids, labels ?? []) };
  },
};

/** A default association in both directions, as HubSpot answers it. */
function shownDefault(
  sides: Sides,
  { id, toId }: { id: unknown; toId: unknown },
): readonly object[] {
  const one = ([object, other]: Sides, from: unknown, to: unknown) => {
    const [{ category, typeId }] = associationTypes(object, other);
    return {
      from: { id: String(from) },
      to: { id: String(to) },
      associationSpec: { associationCategory: category, associationTypeId: typeId },
    };
  };
  return [one(sides, id, toId), one([sides[1], sides[0]], toId, id)];
}

const associateDefault: HubspotOperation = {
  method: "PUT",
  path: "/crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/default/{toObjectType}/{toObjectId}",
  async run(call) {
    const startedAt = new Date().toISOString();
    const sides = sidesOf(call);
    const ids = pairIn(call, "fromObjectId");
    await associate(call, sides, ids, undefined);
    return batchAnswer({ startedAt }, 200, shownDefault(sides, ids), []);
  },
};

const dissociate: HubspotOperation = {
  method: "DELETE",
  path: PAIR,
  async run(call) {
    const [object, to] = sidesOf(call, "objectType");
    const input = { object: object.plural, toPlural: to.plural, ...pairIn(call) };
    await operationsFor(call).objects.dissociate(input as never);
    return { status: 204 };
  },
};

/** A pair that a batch names, with the position of its input. */
interface Pair {
  readonly index: number;
  readonly id: unknown;
  readonly toId: unknown;
  /** Key of a label; undefined for the association itself. */
  readonly type?: string | undefined;
}

function idIn(given: unknown): unknown {
  return membersOf(given).id;
}

interface Done {
  readonly done: readonly Pair[];
  readonly errors: readonly object[];
}

/** Associates or dissociates pairs in one batch. */
async function changePairs(
  call: HubspotCall,
  verb: "associate" | "dissociate",
  [object, to]: Sides,
  pairs: readonly Pair[],
): Promise<Done> {
  if (pairs.length === 0) return { done: [], errors: [] };
  const inputs = pairs.map(({ id, toId, type }) => ({
    ...{ id, to: { object: to.name, id: toId } },
    ...(type !== undefined && { type }),
  }));
  const { data } = await operationsFor(call).objects.batch[verb]({
    ...{ object: object.plural, inputs },
  } as never);
  const failed = new Set(data.errors.map(({ index }) => index));
  const errors = data.errors.map((error) => {
    const { index = error.index, id, toId } = pairs[error.index] ?? {};
    return failure(object, error as never, { index, id, toId });
  });
  return { done: pairs.filter((_, i) => !failed.has(i)), errors };
}

function failure(
  object: ObjectSchema,
  error: Parameters<typeof standardError>[0],
  { index, id, toId }: Partial<Pair>,
): object {
  const ids = { fromObjectId: [String(id)], toObjectId: [String(toId)] };
  return standardError(error, object, { index: [String(index)], ...ids });
}

function batch(
  path: `/${string}`,
  run: (call: HubspotCall, sides: Sides, inputs: readonly Members[]) => Promise<HubspotAnswer>,
): HubspotOperation {
  return {
    ...{ method: "POST", path, bodyBytes: BATCH_BYTES, isOnlyNumbered: path.startsWith("/crm/v3") },
    run: (call) => run(call, sidesOf(call), inputsIn(call)),
  };
}

function pairsIn(inputs: readonly Members[]): readonly Pair[] {
  return inputs.map(({ from, to }, index) => ({ index, id: idIn(from), toId: idIn(to) }));
}

/**
 * Associates pairs. Plain ones are one batch. Those with labels get these and no others, as in HubSpot, so each is a change of
 * its own.
 */
const createMany = batch(`${BATCH}/create`, async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const wanted = pairsIn(inputs).map((pair, i) => ({
    ...pair,
    labels: labelsIn(sides, inputs[i]?.types, `inputs.${i}.types.`),
  }));
  const plain = await changePairs(
    call,
    "associate",
    sides,
    wanted.filter(({ labels }) => !labels),
  );
  const errors = [...plain.errors];
  const done = [...plain.done];
  for (const pair of wanted) {
    if (pair.labels === undefined) continue;
    try {
      await associate(call, sides, pair, pair.labels);
      done.push(pair);
    } catch (thrown) {
      const error = errorOf(thrown);
      if (error.code === "INSUFFICIENT_SCOPE") throw error;
      errors.push(failure(sides[0], error, pair));
    }
  }
  const results = done
    .toSorted((a, b) => a.index - b.index)
    .map((pair) => shownPair(call, sides, pair, wanted[pair.index]?.labels ?? []));
  return batchAnswer({ startedAt }, 201, results, errors);
});

const associateMany = batch(`${BATCH}/associate/default`, async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const { done, errors } = await changePairs(call, "associate", sides, pairsIn(inputs));
  const results = done.flatMap((pair) => shownDefault(sides, pair));
  return batchAnswer({ startedAt }, 200, results, errors);
});

/** Ends associations. The numbered path answers nothing, the dated one a batch. */
async function ended(
  call: HubspotCall,
  sides: Sides,
  pairs: readonly Pair[],
): Promise<HubspotAnswer> {
  const startedAt = new Date().toISOString();
  const { errors } = await changePairs(call, "dissociate", sides, pairs);
  const isNumbered = /^\/crm\/v\d\//.test(call.path);
  return isNumbered && errors.length === 0
    ? { status: 204 }
    : batchAnswer({ startedAt }, 200, [], errors);
}

const archiveMany = batch(`${BATCH}/archive`, (call, sides, inputs) =>
  ended(
    call,
    sides,
    inputs.flatMap(({ from, to }, index) =>
      (Array.isArray(to) ? to : [to]).map((one) => ({ index, id: idIn(from), toId: idIn(one) })),
    ),
  ),
);

const archiveLabels = batch(`${BATCH}/labels/archive`, (call, sides, inputs) =>
  ended(
    call,
    sides,
    pairsIn(inputs).flatMap((pair, i): readonly Pair[] => {
      const labels = labelsIn(sides, inputs[i]?.types, `inputs.${i}.types.`);
      return labels?.map((type) => ({ ...pair, type })) ?? [pair];
    }),
  ),
);

interface FromOne {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}

/** Reads the associations of the records that a batch names. One without any is an error, as in HubSpot. */
async function readMany(
  call: HubspotCall,
  sides: Sides,
  inputs: readonly Members[],
  show: typeof shownEntries,
): Promise<HubspotAnswer> {
  const startedAt = new Date().toISOString();
  const [object, to] = sides;
  const { data } = await operationsFor(call).objects.batch.read({
    ...{ object: object.plural, properties: [], associations: [to.plural] },
    inputs: inputs.map(({ id }) => ({ id })),
  } as never);
  const errors: object[] = data.errors.map((error) =>
    standardError(error as never, object, { fromObjectId: [String(inputs[error.index]?.id)] }),
  );
  const results: object[] = [];
  for (const { index, record } of data.results) {
    const { id: given, after } = inputs[index] ?? {};
    const { associations, associationsTruncated = [] } = record as unknown as WithAssociations;
    const isLong = after !== undefined || associationsTruncated.length > 0;
    const page = { id: String(given), after: afterOf(after), limit: MOST_READ };
    const whole = { entries: associations?.[to.name] ?? [], next: null };
    const found: FromOne = isLong ? await listed(call, sides, page) : whole;
    if (found.entries.length === 0) {
      const message = `No ${to.name} is associated with ${object.name} ${String(given)}.`;
      const none = { code: "NOT_FOUND", message, issues: [] } as const;
      const context = { fromObjectId: [String(given)] };
      errors.push({ ...standardError(none, object, context), subCategory: NONE_FOUND });
      continue;
    }
    const paging = found.next === null ? {} : { paging: { next: { after: found.next } } };
    results.push({ from: { id: String(given) }, to: show(call, sides, found.entries), ...paging });
  }
  return batchAnswer({ startedAt }, 200, results, errors);
}

const NONE_FOUND = "crm.associations.NO_ASSOCIATIONS_FOUND";
const MOST_READ = 1_000;

interface WithAssociations {
  readonly associations?: Readonly<Record<string, readonly Entry[]>> | null;
  readonly associationsTruncated?: readonly string[];
}

/** The older paths, which name what an association says by a text. */
const OLD = "/crm/v3/associations/{fromObjectType}/{toObjectType}" as const;

function shownOld(_: HubspotCall, sides: Sides, entries: readonly Entry[]): readonly object[] {
  return entries.map((entry) => ({ id: entry.id, type: typeOf(sides, entry).name }));
}

function typedPairs(sides: Sides, inputs: readonly Members[]): readonly Pair[] {
  const issues: Issue[] = [];
  const pairs = pairsIn(inputs).map((pair, i) => {
    const { type } = inputs[i] ?? {};
    const found = associationTypeNamed(...sides, String(type));
    if (found === undefined) issues.push(unknownType(sides, type, `inputs.${i}.type`));
    return { ...pair, type: found?.kind.label && found.kind.type };
  });
  if (issues.length > 0) throw invalid(issues);
  return pairs;
}

const createOld = batch(`${OLD}/batch/create`, async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const pairs = typedPairs(sides, inputs);
  const { done, errors } = await changePairs(call, "associate", sides, pairs);
  const results = done.map(({ index, id, toId }) => ({
    ...{ from: { id: String(id) }, to: { id: String(toId) } },
    type: inputs[index]?.type,
  }));
  return batchAnswer({ startedAt }, 201, results, errors);
});

const listTypes: HubspotOperation = {
  method: "GET",
  path: `${OLD}/types`,
  isOnlyNumbered: true,
  async run(call) {
    const sides = sidesOf(call);
    await operationsFor(call).associationLabels.list({
      ...{ plural: sides[0].plural, toPlural: sides[1].plural },
    });
    const results = associationTypes(...sides).map(({ typeId, name }) => ({
      ...{ id: String(typeId), name },
    }));
    return { status: 200, body: { results } };
  },
};

export const ASSOCIATIONS: readonly HubspotOperation[] = [
  list(`${RECORD}/{toObjectType}`, shownEntries),
  ...[associateDefault, setLabels, dissociate],
  ...[createMany, associateMany, archiveMany, archiveLabels],
  batch(`${BATCH}/read`, (...given) => readMany(...given, shownEntries)),
  list("/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}", shownOld),
  batch(`${OLD}/batch/read`, (...given) => readMany(...given, shownOld)),
  batch(`${OLD}/batch/archive`, (call, sides, inputs) =>
    ended(call, sides, typedPairs(sides, inputs)),
  ),
  ...[createOld, listTypes],
];
