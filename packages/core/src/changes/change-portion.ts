import type { Db } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { examine } from "../query/matching.ts";
import { writeBatch } from "../records/batch/batch.ts";
import type { InputItem } from "../records/batch/input.ts";
import { MAX_BATCH_BYTES } from "../records/batch/room.ts";
import type { ChangedRecord } from "../records/undo/change-list.ts";
import { restorableSince } from "../retention.ts";
import { operationOf } from "./action.ts";
import { readSome } from "./read-some.ts";
import { reasonOf } from "./refused.ts";
import { selectionContext } from "./search.ts";
import type { ChangeDefinition } from "./settings.ts";

/** How often a record is tried that others change meanwhile. */
const MAX_ATTEMPTS = 3;

/** What became of some records. */
export interface Portion {
  /** The records that are done: the first ones, as far as their values fit into memory. At least one. */
  readonly ids: readonly number[];
  readonly changes: readonly ChangedRecord[];
  readonly unchanged: number;
  /** Why records were refused. */
  readonly reasons: ReadonlyMap<number, string>;
}

/**
 * Changes some records of a bulk change, in its transaction.
 *
 * @param wanted ids in ascending order
 */
export async function changePortion(
  deps: Deps,
  tx: Db,
  writer: Principal,
  type: string,
  definition: Pick<ChangeDefinition, "action" | "search">,
  wanted: readonly number[],
): Promise<Portion> {
  const changes: ChangedRecord[] = [];
  const reasons = new Map<number, string>();
  let unchanged = 0;
  let ids = wanted;
  let pending = wanted;
  for (let attempt = 1; pending.length > 0; attempt++) {
    const tried = await tryOnce(deps, tx, writer, type, definition, pending);
    const { left } = tried;
    // The first attempt decides how many records fit into this transaction.
    if (attempt === 1) ids = wanted.filter((id) => id < (left[0] ?? Number.POSITIVE_INFINITY));
    changes.push(...tried.changes);
    unchanged += tried.unchanged;
    const isLast = attempt === MAX_ATTEMPTS;
    for (const [id, reason] of tried.reasons) reasons.set(id, reason);
    for (const id of isLast ? tried.late : []) reasons.set(id, CHANGED_MEANWHILE);
    const again = [...(isLast ? [] : tried.late), ...(attempt === 1 ? [] : left)];
    pending = again.toSorted((a, b) => a - b);
  }
  return { ids, changes, unchanged, reasons };
}

const NOT_MATCHING = "It no longer met the filter when its turn came.";
const CHANGED_MEANWHILE = "Others kept changing it. Try again.";

interface Tried extends Omit<Portion, "ids"> {
  /** Records that others changed after they were examined. */
  readonly late: readonly number[];
  /** The last of the records, which did not fit into memory. */
  readonly left: readonly number[];
}

async function tryOnce(
  deps: Deps,
  tx: Db,
  writer: Principal,
  type: string,
  { action, search }: Pick<ChangeDefinition, "action" | "search">,
  wanted: readonly number[],
): Promise<Tried> {
  const object = await deps.schemas.object(writer.projectId, type);
  const { item, apply } = operationOf(action);
  const deletedSince = action.kind === "restore" ? restorableSince(new Date()) : undefined;
  const { items, lost, end } =
    search === null
      ? { items: wanted.map((id) => ({ id })), lost: [], end: wanted.length }
      : await stillMatching(
          selectionContext({ db: tx, scan: null }, writer, object, search),
          wanted,
        );
  const inputs = items.map((one) => ({ item: { ...item, ...one } }));
  const batch = { inputs, atomic: false, deletedSince, maxBytes: MAX_BATCH_BYTES };
  const { results, errors } =
    inputs.length === 0
      ? { results: [], errors: [] }
      : await writeBatch(deps, writer, type, batch, apply);
  const idOf = (index: number) => items[index]?.id as number;
  // All inputs after the first one that does not fit fail in the same way.
  const full = errors.find(({ code }) => code === "PAYLOAD_TOO_LARGE");
  const firstLeft =
    full === undefined ? (wanted[end] ?? Number.POSITIVE_INFINITY) : idOf(full.index);
  const reasons = new Map<number, string>();
  const late: number[] = [];
  for (const id of lost) if (id < firstLeft) reasons.set(id, NOT_MATCHING);
  for (const error of errors) {
    const id = idOf(error.index);
    if (error.code === "VERSION_MISMATCH") late.push(id);
    else if (id < firstLeft) reasons.set(id, reasonOf(error, object));
  }
  const changed = results.filter(({ status }) => status !== "unchanged");
  return {
    changes: changed.map(({ record: { id, version } }) => ({ id, version })),
    unchanged: results.length - changed.length,
    ...{ reasons, late, left: wanted.filter((id) => id >= firstLeft) },
  };
}

/** The first of some records, as a batch takes them. */
interface Matching {
  readonly items: readonly (InputItem & { readonly id: number })[];
  /** Those that do not meet the search any more. */
  readonly lost: readonly number[];
  /** How many were examined. */
  readonly end: number;
}

/** Examines whether records still meet a search. Those that do may be changed in the version that was examined. */
async function stillMatching(
  context: ReturnType<typeof selectionContext>,
  wanted: readonly number[],
): Promise<Matching> {
  const { db, scope, search } = context;
  const { ids, rows } = await readSome(db, scope, wanted);
  const { matching } = await examine(context, search.groups, ids, [...rows.values()]);
  const versions = new Map(matching.map(({ id, version }) => [id, version]));
  const lost = ids.filter((id) => rows.has(id) && !versions.has(id));
  const isLost = new Set(lost);
  // A batch says why a record is not live.
  const items = ids
    .filter((id) => !isLost.has(id))
    .map((id) => ({ id, ifVersion: versions.get(id) }));
  return { items, lost, end: ids.length };
}
