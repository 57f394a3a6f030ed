import type { Issue } from "../../errors.ts";
import {
  type AssociationType,
  associationTypeNamed,
  associationTypes,
} from "../../hubspot/association-types.ts";
import { hubspotTypeId } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { operationsFor } from "../app.ts";
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
import { type GivenRecord, writtenRecord } from "./records.ts";
import { batchAnswer, inputsIn, ofOneInput } from "./several.ts";

const RECORD = "/crm/v4/objects/{objectType}/{objectId}/associations" as const;
const PAIR = `${RECORD}/{toObjectType}/{toObjectId}` as const;
const BATCH = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch" as const;
const BATCH_BYTES = 8 * 1024 * 1024;

/** The two types that a path names. */
type Sides = readonly [ObjectSchema, ObjectSchema];

export function sidesOf(call: HubspotCall, from = "fromObjectType"): Sides {
  return [objectOf(call, from), objectOf(call, "toObjectType")];
}

function isNumbered({ path }: HubspotCall): boolean {
  return /^\/crm\/v\d\//.test(path);
}

/** The dated paths have ids of records as texts, the numbered ones as numbers. */
function shownId(call: HubspotCall, id: string): string | number {
  return isNumbered(call) ? Number(id) : id;
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

/** Labels that an association gets, and the faults of what names them, which the operation reports. */
interface Labels {
  /** Undefined if the types name none. */
  readonly labels: readonly string[] | undefined;
  readonly faults: readonly Issue[];
}

function labelsIn([object, other]: Sides, given: unknown, path: string): Labels {
  const faults: Issue[] = [];
  const named = (Array.isArray(given) ? given : []).flatMap((one, i) => {
    const { associationTypeId: typeId } = membersOf(one);
    const found = associationTypeNamed(object, other, String(typeId));
    if (found === undefined) faults.push(unknownType([object, other], typeId, `${path}${i}`));
    return found ?? [];
  });
  const labels = named.flatMap(({ kind }) => (kind.label === undefined ? [] : kind.type));
  return { labels: labels.length === 0 ? undefined : labels, faults };
}

function unknownType([object, other]: Sides, given: unknown, path: string): Issue {
  const known = associationTypes(object, other).map(({ typeId, label }) =>
    label === null ? String(typeId) : `${typeId} (${label})`,
  );
  const pair = `${object.plural} to ${other.plural}`;
  const message = `Association type ${String(given).slice(0, 40)} doesn't exist from ${pair}. It is one of ${known.join(", ")}.`;
  return { path, code: "association_type_unknown", message };
}

function idsIn(call: HubspotCall, from = "objectId"): Ids {
  return { id: idOf(call, from), toId: idOf(call, "toObjectId") };
}

async function associate(
  call: HubspotCall,
  [object, to]: Sides,
  { id, toId }: { readonly id: unknown; readonly toId: unknown },
  { labels: types, faults }: Labels,
): Promise<void> {
  const input = { object: object.plural, toPlural: to.plural, id, toId };
  const operations = operationsFor(call, { faults }).objects;
  await operations.associate({ ...input, ...(types && { types }) } as never);
}

const NO_LABELS: Labels = { labels: undefined, faults: [] };

/** The ids of two records, as a path or an input names them. */
interface Ids {
  readonly id: unknown;
  readonly toId: unknown;
}

function shownPair(call: HubspotCall, [object, to]: Sides, ids: Ids, keys: Labels): object {
  const known = associationTypes(object, to);
  const labels = (keys.labels ?? []).map((key) => known.find(({ name }) => name === key)?.label);
  return {
    ...{ fromObjectTypeId: hubspotTypeId(object), fromObjectId: shownId(call, String(ids.id)) },
    ...{ toObjectTypeId: hubspotTypeId(to), toObjectId: shownId(call, String(ids.toId)) },
    labels,
  };
}

const setLabels: HubspotOperation = {
  method: "PUT",
  path: PAIR,
  async run(call) {
    const sides = sidesOf(call, "objectType");
    const ids = idsIn(call);
    const labels = labelsIn(sides, call.body, "");
    await associate(call, sides, ids, labels);
    return { status: 201, body: shownPair(call, sides, ids, labels) };
  },
};

/** Returns a plain association in both directions, as HubSpot answers it. */
function shownDefault([object, other]: Sides, { id, toId }: Ids): readonly object[] {
  const one = (sides: Sides, from: unknown, to: unknown) => {
    const [{ category, typeId }] = associationTypes(...sides);
    const associationSpec = { associationCategory: category, associationTypeId: typeId };
    return { from: { id: String(from) }, to: { id: String(to) }, associationSpec };
  };
  return [one([object, other], id, toId), one([other, object], toId, id)];
}

const associateDefault: HubspotOperation = {
  method: "PUT",
  path: "/crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/default/{toObjectType}/{toObjectId}",
  async run(call) {
    const startedAt = new Date().toISOString();
    const sides = sidesOf(call);
    const ids = idsIn(call, "fromObjectId");
    await associate(call, sides, ids, NO_LABELS);
    return batchAnswer({ startedAt }, 200, shownDefault(sides, ids), []);
  },
};

const dissociate: HubspotOperation = {
  method: "DELETE",
  path: PAIR,
  async run(call) {
    const [object, to] = sidesOf(call, "objectType");
    const input = { object: object.plural, toPlural: to.plural, ...idsIn(call) };
    await operationsFor(call).objects.dissociate(input as never);
    return { status: 204 };
  },
};

/** A pair that an input of a batch names. */
interface Pair extends Ids {
  readonly index: number;
  readonly labels: Labels;
}

/** @param types returns what an input says that the association is */
function pairsIn(
  inputs: readonly Members[],
  types: (input: Members, path: string) => Labels = () => NO_LABELS,
): readonly Pair[] {
  return inputs.map((input, index) => ({
    ...{ index, id: membersOf(input.from).id, toId: membersOf(input.to).id },
    labels: types(input, `inputs.${index}.`),
  }));
}

interface Done {
  readonly done: readonly Pair[];
  readonly errors: readonly object[];
}

/** Associates or dissociates pairs in one batch: each of their labels, or the associations themselves. */
async function changePairs(
  call: HubspotCall,
  verb: "associate" | "dissociate",
  [object, to]: Sides,
  pairs: readonly Pair[],
): Promise<Done> {
  if (pairs.length === 0) return { done: [], errors: [] };
  const each = pairs.flatMap((pair) =>
    (pair.labels.labels ?? [undefined]).map((type) => ({ pair, type })),
  );
  const faults = pairs.flatMap(({ labels }) => labels.faults);
  const { data } = await operationsFor(call, { faults }).objects.batch[verb]({
    object: object.plural,
    inputs: each.map(({ pair: { id, toId }, type }) => ({
      ...{ id, to: { object: to.name, id: toId } },
      ...(type !== undefined && { type }),
    })),
  } as never);
  const failed = data.errors.map((error) => ({ error, pair: each[error.index]?.pair }));
  return {
    done: pairs.filter((pair) => !failed.some((one) => one.pair === pair)),
    errors: failed.map(({ error, pair }) => failure(object, error as never, pair)),
  };
}

function failure(
  object: ObjectSchema,
  error: Parameters<typeof standardError>[0],
  pair: Pair | undefined,
): object {
  return standardError(error, object, {
    index: [String(pair?.index)],
    ...{ fromObjectId: [String(pair?.id)], toObjectId: [String(pair?.toId)] },
  });
}

type Batch = (
  call: HubspotCall,
  sides: Sides,
  inputs: readonly Members[],
) => Promise<HubspotAnswer>;

function batch(path: `/${string}`, run: Batch): HubspotOperation {
  const isOnlyNumbered = path.startsWith("/crm/v3");
  return {
    ...{ method: "POST", path, bodyBytes: BATCH_BYTES, isOnlyNumbered },
    run: (call) => run(call, sidesOf(call), inputsIn(call)),
  };
}

function typesIn(sides: Sides) {
  return (input: Members, path: string) => labelsIn(sides, input.types, `${path}types.`);
}

/**
 * Associates pairs. Plain ones are one batch. Those with labels get these and no others, as in HubSpot, so each is a change of
 * its own.
 */
const createMany: Batch = async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const pairs = pairsIn(inputs, typesIn(sides));
  const isPlain = ({ labels }: Pair) => labels.labels === undefined;
  const hasFaults = pairs.some(({ labels }) => labels.faults.length > 0);
  const plain = hasFaults ? pairs : pairs.filter(isPlain);
  const { done: first, errors: faults } = await changePairs(call, "associate", sides, plain);
  const [done, errors] = [[...first], [...faults]];
  for (const pair of pairs) {
    if (isPlain(pair)) continue;
    try {
      await associate(call, sides, pair, pair.labels);
      done.push(pair);
    } catch (thrown) {
      errors.push(failure(sides[0], ofOneInput(thrown), pair));
    }
  }
  const inOrder = done.toSorted((a, b) => a.index - b.index);
  const results = inOrder.map((pair) => shownPair(call, sides, pair, pair.labels));
  return batchAnswer({ startedAt }, 201, results, errors);
};

const associateMany: Batch = async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const { done, errors } = await changePairs(call, "associate", sides, pairsIn(inputs));
  const results = done.flatMap((pair) => shownDefault(sides, pair));
  return batchAnswer({ startedAt }, 200, results, errors);
};

/** Ends associations. The numbered paths answer nothing, the dated ones a batch. */
async function end(
  call: HubspotCall,
  sides: Sides,
  pairs: readonly Pair[],
): Promise<HubspotAnswer> {
  const startedAt = new Date().toISOString();
  const { errors } = await changePairs(call, "dissociate", sides, pairs);
  const isSilent = isNumbered(call) && errors.length === 0;
  return isSilent ? { status: 204 } : batchAnswer({ startedAt }, 200, [], errors);
}

const archiveMany: Batch = (call, sides, inputs) => {
  const pairs = inputs.flatMap(({ from, to }, index) =>
    [to].flat().map((one) => ({ ...pairsIn([{ from, to: one }])[0], index }) as Pair),
  );
  return end(call, sides, pairs);
};

/** Reads the associations of the records that a batch names. One without any is an error, as in HubSpot. */
function readMany(show: typeof shownEntries): Batch {
  return async (call, sides, inputs) => {
    const startedAt = new Date().toISOString();
    const [object, to] = sides;
    const { data } = await operationsFor(call).objects.batch.read({
      ...{ object: object.plural, properties: [], associations: [to.plural] },
      inputs: inputs.map(({ id }) => ({ id })),
    } as never);
    const contextOf = (index: number) => ({ fromObjectId: [String(inputs[index]?.id)] });
    const errors: object[] = data.errors.map((error) =>
      standardError(error as never, object, contextOf(error.index)),
    );
    const results: object[] = [];
    for (const { index, record } of data.results) {
      const { after } = inputs[index] ?? {};
      const { associations, associationsTruncated = [] } = record as unknown as WithAssociations;
      const isLong = after !== undefined || associationsTruncated.length > 0;
      const page = { id: String(record.id), after: afterOf(after), limit: MOST_READ };
      const whole = { entries: associations?.[to.name] ?? [], next: null };
      const { entries, next } = isLong ? await listed(call, sides, page) : whole;
      if (entries.length > 0) {
        const paging = next === null ? {} : { paging: { next: { after: next } } };
        const from = { id: String(inputs[index]?.id) };
        results.push({ from, to: show(call, sides, entries), ...paging });
      } else {
        const message = `No ${to.name} is associated with ${object.name} ${page.id}.`;
        const none = { code: "NOT_FOUND", message, issues: [] } as const;
        const error = standardError(none, object, contextOf(index));
        errors.push({ ...error, subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND" });
      }
    }
    return batchAnswer({ startedAt }, 200, results, errors);
  };
}

const MOST_READ = 1_000;

interface WithAssociations {
  readonly associations?: Readonly<Record<string, readonly Entry[]>> | null;
  readonly associationsTruncated?: readonly string[];
}

/** The older paths, which name what an association says by a text. */
const OLD = "/crm/v3/associations/{fromObjectType}/{toObjectType}" as const;

const shownOld: typeof shownEntries = (_, sides, entries) =>
  entries.map((entry) => ({ id: entry.id, type: typeOf(sides, entry).name }));

function oldTypeIn(sides: Sides) {
  return ({ type }: Members, path: string): Labels => {
    const found = associationTypeNamed(...sides, String(type));
    if (found === undefined) {
      return { labels: undefined, faults: [unknownType(sides, type, `${path}type`)] };
    }
    return found.kind.label === undefined ? NO_LABELS : { labels: [found.name], faults: [] };
  };
}

const createOld: Batch = async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const pairs = pairsIn(inputs, oldTypeIn(sides));
  const { done, errors } = await changePairs(call, "associate", sides, pairs);
  const results = done.map(({ index, id, toId }) => ({
    ...{ from: { id: String(id) }, to: { id: String(toId) } },
    type: inputs[index]?.type,
  }));
  return batchAnswer({ startedAt }, 201, results, errors);
};

const OLD_PAIR =
  "/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}";

function oldPairIn(call: HubspotCall) {
  const sides = sidesOf(call, "objectType");
  const labels = oldTypeIn(sides)({ type: call.params.associationType }, "");
  return { sides, ids: idsIn(call), labels };
}

/** Its answer is the record, so it is read first: then a token that may not read it associates nothing. */
const associateOld: HubspotOperation = {
  ...{ method: "PUT", path: OLD_PAIR, isOnlyNumbered: true },
  async run(call) {
    const { sides, ids, labels } = oldPairIn(call);
    const one = { object: sides[0].plural, id: ids.id };
    const { data } = await operationsFor(call).objects.read(one as never);
    await associate(call, sides, ids, labels);
    return { status: 200, body: writtenRecord(call, sides[0], data as unknown as GivenRecord, {}) };
  },
};

const dissociateOld: HubspotOperation = {
  ...{ method: "DELETE", path: OLD_PAIR, isOnlyNumbered: true },
  async run(call) {
    const { sides, ids, labels } = oldPairIn(call);
    const [type] = labels.labels ?? [];
    const pair = { object: sides[0].plural, toPlural: sides[1].plural, ...ids };
    const operations = operationsFor(call, { faults: labels.faults }).objects;
    await operations.dissociate({ ...pair, ...(type !== undefined && { type }) } as never);
    return { status: 204 };
  },
};

const listTypes: HubspotOperation = {
  method: "GET",
  path: `${OLD}/types`,
  isOnlyNumbered: true,
  async run(call) {
    const sides = sidesOf(call);
    const pair = { plural: sides[0].plural, toPlural: sides[1].plural };
    await operationsFor(call).associationLabels.list(pair);
    const known = associationTypes(...sides);
    const results = known.map(({ typeId, name }) => ({ id: String(typeId), name }));
    return { status: 200, body: { results } };
  },
};

export const ASSOCIATIONS: readonly HubspotOperation[] = [
  list(`${RECORD}/{toObjectType}`, shownEntries),
  ...[associateDefault, setLabels, dissociate],
  batch(`${BATCH}/create`, createMany),
  batch(`${BATCH}/associate/default`, associateMany),
  batch(`${BATCH}/archive`, archiveMany),
  batch(`${BATCH}/labels/archive`, (call, sides, inputs) =>
    end(call, sides, pairsIn(inputs, typesIn(sides))),
  ),
  batch(`${BATCH}/read`, readMany(shownEntries)),
  list("/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}", shownOld),
  batch(`${OLD}/batch/create`, createOld),
  batch(`${OLD}/batch/read`, readMany(shownOld)),
  batch(`${OLD}/batch/archive`, (call, sides, inputs) =>
    end(call, sides, pairsIn(inputs, oldTypeIn(sides))),
  ),
  ...[listTypes, associateOld, dissociateOld],
];
