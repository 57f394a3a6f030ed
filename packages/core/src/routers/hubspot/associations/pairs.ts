import type { Issue } from "../../../errors.ts";
import {
  type AssociationType,
  associationTypeNamed,
  associationTypes,
} from "../../../hubspot/association-types.ts";
import { hubspotTypeId } from "../../../hubspot/names.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import { operationsFor } from "../../app.ts";
import { type Failure, standardError } from "../errors.ts";
import {
  type HubspotCall,
  idInPath,
  MAX_NAMED,
  type Members,
  namedType,
  objectInPath,
  repeated,
  toMembers,
  tooMany,
  tooManyIssue,
  toText,
} from "../operation.ts";
import { MAX_INPUTS } from "../several.ts";

/** The two types that a path names. */
export type Sides = readonly [ObjectSchema, ObjectSchema];

export function sidesInPath(call: HubspotCall, from = "fromObjectType"): Sides {
  return [objectInPath(call, from), objectInPath(call, "toObjectType")];
}

export function isNumbered({ path }: HubspotCall): boolean {
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

export function associationType([object, other]: Sides, { type }: Entry): AssociationType {
  const types = associationTypes(object, other);
  return types.find(({ kind }) => kind.type === type) ?? types[0];
}

/** Returns entries by the record that they lead to, in HubSpot's form. */
export function shownEntries(
  call: HubspotCall,
  sides: Sides,
  entries: readonly Entry[],
): readonly object[] {
  return [...Map.groupBy(entries, ({ id }) => id)].map(([id, own]) => ({
    toObjectId: shownId(call, id),
    associationTypes: own.map((entry) => {
      const { category, typeId, label } = associationType(sides, entry);
      return { category, typeId, label };
    }),
  }));
}

/** Entries that the operation lists at a time. */
const PER_READ = 200;

/** Lists the associations of a record until there are as many as asked for. */
export async function listed(
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
    });
    entries.push(...found.data.results);
    cursor = found.data.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < limit);
  return { entries, next: cursor ?? null };
}

/** Labels for an association, and faults of unknown type numbers. The operation reports the faults. */
export interface Labels {
  /** Undefined if the types have no label. */
  readonly labels: readonly string[] | undefined;
  readonly faults: readonly Issue[];
}

/**
 * @param path that of the list, empty if it is the body
 * @param mostFaults how many unknown numbers to name
 */
export function labelsIn(
  [object, other]: Sides,
  given: unknown,
  { path, mostFaults = MAX_NAMED }: { readonly path: string; readonly mostFaults?: number },
): Labels {
  if (!Array.isArray(given)) return NO_LABELS;
  if (given.length > MAX_NAMED) {
    return { labels: undefined, faults: [tooManyIssue(path, MAX_NAMED, "types")] };
  }
  const faults: Issue[] = [];
  const named = given.flatMap((one, i) => {
    const { associationTypeId: typeId } = toMembers(one);
    const found = associationTypeNamed(object, other, toText(typeId) ?? "");
    const at = path === "" ? `${i}` : `${path}.${i}`;
    if (found === undefined && faults.length < mostFaults)
      faults.push(unknownType([object, other], typeId, at));
    return found ?? [];
  });
  const labels = named.flatMap(({ kind }) => (kind.label === undefined ? [] : kind.type));
  return { labels: labels.length === 0 ? undefined : labels, faults };
}

export function unknownType([object, other]: Sides, given: unknown, path: string): Issue {
  const known = associationTypes(object, other).map(({ typeId, label }) =>
    label === null ? `${typeId}` : `${typeId} (${label})`,
  );
  const pair = `${object.plural} to ${other.plural}`;
  const message = `${namedType(given)} doesn't exist from ${pair}. It is one of ${known.join(", ")}.`;
  return { path, code: "association_type_unknown", message };
}

export function idsIn(call: HubspotCall, from = "objectId"): Ids {
  return { id: idInPath(call, from), toId: idInPath(call, "toObjectId") };
}

export async function associate(
  call: HubspotCall,
  [object, to]: Sides,
  { id, toId }: { readonly id: unknown; readonly toId: unknown },
  { labels: types, faults }: Labels,
): Promise<void> {
  const input = { object: object.plural, toPlural: to.plural, id, toId };
  const operations = operationsFor(call, { faults }).objects;
  await operations.associate({ ...input, ...(types && { types }) });
}

export const NO_LABELS: Labels = { labels: undefined, faults: [] };

/** The ids of two records, as a path or an input names them. */
interface Ids {
  readonly id: unknown;
  readonly toId: unknown;
}

export function shownPair(call: HubspotCall, [object, to]: Sides, ids: Ids, keys: Labels): object {
  const known = associationTypes(object, to);
  const labels = (keys.labels ?? []).map((key) => known.find(({ name }) => name === key)?.label);
  return {
    ...{
      fromObjectTypeId: hubspotTypeId(object),
      fromObjectId: shownId(call, toText(ids.id) ?? ""),
    },
    ...{ toObjectTypeId: hubspotTypeId(to), toObjectId: shownId(call, toText(ids.toId) ?? "") },
    labels,
  };
}

/** Returns a plain association in both directions, as HubSpot answers it. */
export function shownDefault([object, other]: Sides, { id, toId }: Ids): readonly object[] {
  const one = (sides: Sides, from: unknown, to: unknown) => {
    const [{ category, typeId }] = associationTypes(...sides);
    const associationSpec = { associationCategory: category, associationTypeId: typeId };
    return { from: { id: toText(from) }, to: { id: toText(to) }, associationSpec };
  };
  return [one([object, other], id, toId), one([other, object], toId, id)];
}

/** A pair that an input of a batch names. */
export interface Pair extends Ids {
  readonly index: number;
  readonly labels: Labels;
}

/**
 * Returns the pairs that inputs name.
 *
 * @param types returns what an input says that the association is; `path` is that of the input
 */
export function pairsIn(
  inputs: readonly Members[],
  types: (input: Members, path: string) => Labels = () => NO_LABELS,
): readonly Pair[] {
  return inputs.map((input, index) => ({
    ...{ index, id: toMembers(input.from).id, toId: toMembers(input.to).id },
    labels: types(input, `inputs.${index}`),
  }));
}

export function hasFaults({ labels }: Pair): boolean {
  return labels.faults.length > 0;
}

interface Done {
  readonly done: readonly Pair[];
  readonly errors: readonly object[];
}

/**
 * Associates or dissociates pairs in one batch: each of their labels, or the associations themselves. An unknown type number
 * is an error of its pair.
 */
export async function changePairs(
  call: HubspotCall,
  verb: "associate" | "dissociate",
  [object, to]: Sides,
  pairs: readonly Pair[],
): Promise<Done> {
  const faulty = pairs.filter(hasFaults).map((pair) => {
    const { faults: issues } = pair.labels;
    const error = { code: "INVALID_INPUT", message: "The input is invalid.", issues } as const;
    return failure(object, error, pair);
  });
  const sound = pairs.filter((pair) => !hasFaults(pair));
  if (sound.length === 0) return { done: [], errors: faulty };
  const each = sound.flatMap((pair) =>
    (pair.labels.labels ?? [undefined]).map((type) => ({ pair, type })),
  );
  if (each.length > MAX_INPUTS) throw tooMany("inputs", MAX_INPUTS, "pairs and labels");
  const { data } = await operationsFor(call).objects.batch[verb]({
    object: object.plural,
    inputs: each.map(({ pair: { id, toId }, type }) => ({
      ...{ id, to: { object: to.name, id: toId } },
      ...(type !== undefined && { type }),
    })),
  });
  const failed = data.errors.map((error) => ({ error, pair: each[error.index]?.pair }));
  return {
    done: sound.filter((pair) => !failed.some((one) => one.pair === pair)),
    errors: [...faulty, ...failed.map(({ error, pair }) => failure(object, error, pair))],
  };
}

export function failure(object: ObjectSchema, error: Failure, pair: Pair | undefined): object {
  return standardError(error, object, {
    index: [repeated(pair?.index)],
    ...{ fromObjectId: [repeated(pair?.id)], toObjectId: [repeated(pair?.toId)] },
  });
}
