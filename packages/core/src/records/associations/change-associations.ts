import {
  associationScan,
  associations,
  type Db,
  endWith,
  recordBatches,
  records,
  runWrites,
} from "@rapport/db";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import type { CrmError, Issue } from "../../errors.ts";
import { raiseEvents } from "../../events/events.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { cutPage, openPosition, sealCursor } from "../../paging.ts";
import type { Principal } from "../../principal.ts";
import { findCurrent } from "../current.ts";
import { invalid, notLive } from "../errors.ts";
import { recordAssociations } from "../history.ts";
import { type MissingRecord, missingRecord, missingRecords } from "../missing-records.ts";
import { type NamedRecord, namedRecord, namingProperties } from "../names.ts";
import type { RecordDeps } from "../record.ts";
import { associationEvents } from "../record-events.ts";
import { holdSchemaVersion, writeRecord } from "../write-record.ts";
import {
  associate,
  type LiveTarget,
  plainLabelIssue,
  unknownLabelIssue,
  withItselfIssue,
} from "./associations.ts";
import {
  type AssociationKind,
  areOursSecond,
  associationPairs,
  hasLabels,
  kindNamed,
  kindsOfRows,
  listKinds,
  plainKind,
  type Target,
} from "./kinds.ts";
import { requirePlaces } from "./limits.ts";

export interface AssociatedPage {
  /** Number of records on all pages, counted up to 1,000. */
  readonly total: number;
  /** True if the count stopped at 1,000. */
  readonly isMore: boolean;
  readonly records: readonly AssociatedRecord[];
  readonly nextCursor: string | null;
}

export interface AssociatedRecord extends NamedRecord {
  /** Keys of the labels, as entries of the record have them. */
  readonly labels: readonly string[];
}

const MAX_COUNTED = 1_000;

/**
 * Associates two live records. Does nothing if they are associated already.
 *
 * @param types keys of the labels that the association then has, and no others; it keeps its labels if undefined
 * @throws CrmError NOT_FOUND or MERGED if either is not a live record of its type; INVALID_INPUT for a record with itself
 *   or an unknown label; ASSOCIATION_LIMIT with the record that is there
 */
export async function addAssociation(
  { deps, principal }: Call<RecordDeps>,
  one: Target,
  other: Target,
  types?: readonly string[],
): Promise<void> {
  await change({ deps, principal }, one, other, async (tx, pair, at) => {
    const { objects, from, to } = pair;
    const known = types === undefined ? [plainKind(...objects)] : listKinds(...objects);
    const wanted = types === undefined ? known : wantedKinds(objects, known, types);
    const present = await findPresent(tx, principal, { one: from, other: to }, known);
    const added = wanted.filter((kind) => !present.includes(kind));
    const ended = present.filter((kind) => !wanted.includes(kind));
    await requirePlaces(tx, principal, from, [{ ...to, kinds: added, path: "types" }]);
    await runWrites(tx, associate(principal, from, { targets: [{ ...to, kinds: added }], at }));
    await recordBatches.deletePairs(
      tx,
      principal,
      ended.flatMap((kind) => associationPairs(from, to, kind)),
    );
    return { added, ended };
  });
}

/**
 * Removes the association of two records with all its labels.
 *
 * @param type key of the label to end alone
 * @throws CrmError NOT_FOUND or MERGED if either is not a live record of its type; INVALID_INPUT for a record with itself
 *   or an unknown label
 */
export async function removeAssociation(
  { deps, principal }: Call<RecordDeps>,
  one: Target,
  other: Target,
  type?: string,
): Promise<void> {
  await change({ deps, principal }, one, other, async (tx, { objects, from, to }) => {
    if (type === undefined) {
      const rows = await associations.deleteAssociation.all(tx, principal, {
        one: from.id,
        other: to.id,
      });
      return { added: [], ended: kindsOfRows(objects, from.id, rows) };
    }
    const kind = labelNamed(objects, type, "type");
    const removed = await recordBatches.deletePairs(
      tx,
      principal,
      associationPairs(from, to, kind),
    );
    return { added: [], ended: removed.length > 0 ? [kind] : [] };
  });
}

/** @throws CrmError INVALID_INPUT for an unknown label, and for the plain one, which ends with the association */
function labelNamed(
  objects: readonly [ObjectSchema, ObjectSchema],
  type: string,
  path: string,
): AssociationKind {
  const issue = endedLabelIssue(objects, type, path);
  if (issue !== undefined) throw invalid([issue]);
  return kindNamed(...objects, type) as AssociationKind;
}

/** Returns the issue of a `type` that cannot be ended alone. */
export function endedLabelIssue(
  [object, other]: readonly [ObjectSchema, ObjectSchema],
  type: string,
  path: string,
): Issue | undefined {
  const kind = kindNamed(object, other, type);
  if (kind === undefined) return unknownLabelIssue(object, other, type, path);
  return kind.label === undefined ? plainLabelIssue(path) : undefined;
}

/** Returns the plain kind and those of labels, each once. @throws CrmError INVALID_INPUT for unknown ones */
function wantedKinds(
  [object, other]: readonly [ObjectSchema, ObjectSchema],
  known: readonly AssociationKind[],
  types: readonly string[],
): readonly AssociationKind[] {
  const issues = types.flatMap((type, i) =>
    known.some((kind) => kind.type === type)
      ? []
      : [unknownLabelIssue(object, other, type, `types.${i}`)],
  );
  if (issues.length > 0) throw invalid(issues);
  return known.filter((kind) => kind.label === undefined || types.includes(kind.type));
}

/** Returns which of the kinds the association of two records has. */
async function findPresent(
  tx: Db,
  scope: Principal,
  { one, other }: { readonly one: Target; readonly other: Target },
  kinds: readonly AssociationKind[],
): Promise<readonly AssociationKind[]> {
  const pairs = kinds.map((kind) => ({ kind, pair: associationPairs(one, other, kind)[0] }));
  const [first] = pairs;
  if (first?.pair === undefined) return [];
  const { from, to } = first.pair;
  const types = pairs.flatMap(({ pair }) => pair?.to.type ?? []);
  const stored = await associations.findTypes(tx, scope, { from: from.id, to: to.id }, types);
  return pairs.filter(({ pair }) => pair && stored.has(pair.to.type)).map(({ kind }) => kind);
}

/**
 * Lists a record's live associated records of one type, newest first, one page at a time.
 *
 * @param query.other type of the associated records
 * @throws CrmError NOT_FOUND if the record is not live; INVALID_INPUT for a cursor of another list
 */
export async function listAssociated(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  { type, id }: Target,
  query: { other: string; cursor?: string | undefined; limit: number },
): Promise<AssociatedPage> {
  const { other, cursor, limit } = query;
  const schema = await deps.schemas.get(principal.projectId);
  const object = schema.object(other);
  const [plain, ...labels] = listKinds(schema.object(type), object);
  const identity = { list: "associated", filter: { type, id, other } };
  const before =
    openPosition<number>({ deps, principal }, identity, cursor) ?? Number.MAX_SAFE_INTEGER;
  const row = await findCurrent(deps.db, principal, type, id);
  if (row === undefined) throw await notLive(deps.db, principal, type, id);
  const side = { id: row.id, type: plain.theirs, isFrom: areOursSecond(plain) };
  const page = { before, limit: limit + 1 };
  const names = namingProperties(object.schema);
  const rows = await associations.listAssociated(deps.db, principal, side, { page, names });
  const total = await associations.countAssociated(deps.db, principal, side, MAX_COUNTED);
  const { shown, next } = cutPage(rows, limit);
  const ids = shown.map((one) => one.id);
  const labelled = await Promise.all(
    labels.map(async (kind) => {
      const own = { own: kind.theirs, other: kind.ours, isFrom: areOursSecond(kind) };
      const found = await associationScan.findAssociatedWith(deps.db, principal, own, {
        ids,
        targets: [row.id],
      });
      return [kind.type, found] as const;
    }),
  );
  const labelsWith = (id: number) =>
    labelled.flatMap(([key, found]) => (found.has(id) ? [key] : []));
  return {
    total,
    isMore: total === MAX_COUNTED,
    records: shown.map((one) => ({ ...namedRecord(object, one), labels: labelsWith(one.id) })),
    nextCursor: sealCursor({ deps, principal }, identity, next),
  };
}

/** Two locked records and their types. */
interface Pair {
  readonly objects: readonly [ObjectSchema, ObjectSchema];
  readonly from: LiveTarget;
  readonly to: LiveTarget;
}

interface Changed {
  readonly added: readonly AssociationKind[];
  readonly ended: readonly AssociationKind[];
}

function change(
  { deps, principal }: Call<RecordDeps>,
  one: Target,
  other: Target,
  write: (tx: Db, pair: Pair, at: string) => Promise<Changed>,
): Promise<void> {
  if (one.type === other.type && one.id === other.id) throw invalid([withItselfIssue("toId")]);
  return writeRecord({ deps, principal }, one.type, (object) => async (tx) => {
    const { schema } = object;
    // A label may be removed, or get a limit, only while nobody writes it.
    if (hasLabels(object)) await holdSchemaVersion(tx, principal, object);
    // In the order of ids, so that two changes of one pair never wait for each other.
    const first = await lock(tx, principal, one.id < other.id ? one : other);
    const second = await lock(tx, principal, one.id < other.id ? other : one);
    const [from, to] = one.id < other.id ? [first, second] : [second, first];
    if (from === undefined || to === undefined) {
      throw await notBothLive(tx, principal, [
        ...(from === undefined ? [{ ...one, path: object.idParam }] : []),
        ...(to === undefined ? [{ ...other, path: "toId" }] : []),
      ]);
    }
    const at = new Date().toISOString();
    const objects = [object, schema.object(other.type)] as const;
    const { added, ended } = await write(tx, { objects, from, to }, at);
    const made = { ...to, kinds: added };
    const gone = { ...to, kinds: ended };
    const events = [
      ...associationEvents("association.created", from, made),
      ...associationEvents("association.deleted", from, gone),
    ];
    const entries = (other: typeof made, action: "associated" | "dissociated") =>
      recordAssociations(principal, { one: from, others: [other] }, { action, at });
    await endWith(tx, [
      ...entries(made, "associated"),
      ...entries(gone, "dissociated"),
      ...raiseEvents(principal, events, at),
    ]);
  });
}

async function lock(
  tx: Db,
  principal: Principal,
  { type, id }: Target,
): Promise<LiveTarget | undefined> {
  const row = await records.lockRecord(tx, principal, type, id);
  return row && { type, id, version: row.version };
}

async function notBothLive(
  tx: Db,
  principal: Principal,
  lost: readonly (Target & { readonly path: string })[],
): Promise<CrmError> {
  const missing: MissingRecord[] = [];
  for (const { type, id, path } of lost) {
    missing.push(await missingRecord(tx, principal, { type, id }, path));
  }
  return missingRecords(missing);
}
