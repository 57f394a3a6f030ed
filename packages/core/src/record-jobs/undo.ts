import { type Db, jobs as jobRows, recordBatches, recordUndo } from "@rapport/db";
import { raiseManyEvents } from "../events/events.ts";
import { FileGone, fileLength, readAll } from "../files/files.ts";
import { type Job, toJob } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { type Principal, storedActor } from "../principal.ts";
import {
  type AssociationKind,
  associationPairs,
  flipKind,
  listKinds,
} from "../records/associations/kinds.ts";
import { associationChanges } from "../records/history.ts";
import { associationEvents } from "../records/record-events.ts";
import { endUndo, needsHistory, requireHistory, type UndoSettings } from "./begin-undo.ts";
import {
  addCounts,
  type ChangedRecord,
  decodeChanges,
  ENTRY_BYTES,
  inPortions,
} from "./portions.ts";
import {
  type AnyRecordJobKind,
  jobActors,
  type Undoing,
  type UndoProgress,
} from "./record-jobs.ts";
import { noteRefused } from "./refused.ts";
import {
  CHANGED_SINCE,
  GONE_SINCE,
  NOTHING_UNDONE,
  type UndoContext,
  type Undone,
  undoRecords,
} from "./undo-records.ts";

/** Entries that one transaction undoes at most. */
const PORTION = 200;

/** Returns what the jobs do that undo those of a kind. */
export function undoJobs(kind: AnyRecordJobKind): JobKind {
  return {
    isUrgent: kind.isUrgent,
    run: (run) => undo(kind, run),
    ended: (_, tx, job) => endUndo(tx, kind, job),
  };
}

interface Progress extends UndoProgress {
  /** Bytes of the list of changes that are still to do; it is undone from its end. */
  readonly remaining: number;
}

async function undo(kind: AnyRecordJobKind, run: JobRun): Promise<void> {
  const { deps, job } = run;
  const settings = job.settings as UndoSettings;
  const { changesFile, leftFile, action = "edit", target = null } = settings;
  if (changesFile === null) return;
  const undone = await undoneJob(deps.db, job, Number(settings[kind.name]));
  const actors = jobActors(kind, undone);
  const writer = { ...run.principal, kind: "system", id: actors.undo } as const;
  const file = { projectId: job.projectId, id: changesFile };
  const length = await fileLength(deps.db, file);
  if (length === undefined) throw new FileGone();
  const start: Progress = { ...NOTHING_UNDONE, remaining: length, ...job.progress };
  await inPortions<ChangedRecord, Progress>(run, start, {
    take: async (most, { remaining: to }) => {
      const from = Math.max(0, to - Math.min(most, PORTION) * ENTRY_BYTES);
      return decodeChanges(await readAll(deps, file, { from, to })).toReversed();
    },
    write: async (joined, tx, newestFirst, before) => {
      const object = await joined.schemas.object(job.projectId, job.type);
      const context = { deps: joined, tx, writer, object, actors };
      const changes = newestFirst.toReversed();
      const { reasons, ...done } = await (target === null
        ? undoRecords(context, action, changes)
        : undoAssociations(context, target, changes));
      // After its entries were read, because they may be removed at any moment.
      if (needsHistory({ action })) await requireHistory(tx, undone, kind.noun);
      if (leftFile !== undefined) {
        const left = { projectId: job.projectId, id: leftFile };
        await noteRefused({ ...context, file: left }, reasons, before.left);
      }
      const remaining = -changes.length * ENTRY_BYTES;
      return addCounts(before, { ...done, left: reasons.size, remaining });
    },
  });
}

type Target = NonNullable<Undoing["target"]>;

/** Removes the associations that a job made with one record, unless they were removed or made again since. */
async function undoAssociations(
  { tx, writer, object, actors }: UndoContext,
  target: Target,
  changes: readonly ChangedRecord[],
): Promise<Undone> {
  const { name: type } = object;
  const ids = changes.map(({ id }) => id);
  const reasons = new Map<number, string>();
  const live = await lockBoth(tx, writer, { type, target }, ids);
  const other = live.get(target.id);
  const actor = `system:${actors.job}`;
  const actions = ["associated", "associated"] as const;
  const made = await recordUndo.listChanges(tx, writer, { ids, actor, actions });
  const times = new Map(made.map(({ record_id, at }) => [record_id, at]));
  const [plain, ...labels] = listKinds(object, object.schema.object(target.object));
  const pairs: recordUndo.MadePair[] = [];
  for (const id of ids) {
    const at = times.get(id);
    if (other === undefined || !live.has(id)) reasons.set(id, GONE_SINCE);
    else if (at === undefined) reasons.set(id, CHANGED_SINCE);
    else {
      for (const { from, to } of associationPairs({ id }, target, plain)) {
        pairs.push({ from_id: from.id, to_id: to.id, to_type: to.type, created_at: at });
      }
    }
  }
  const removed = await recordUndo.removePairs(tx, writer, pairs);
  const ended = new Map(
    removed.map(({ from_id, to_id }) => [from_id === target.id ? to_id : from_id, [plain]]),
  );
  for (const kind of labels) {
    for (const [id, kinds] of ended) {
      const rows = await recordBatches.deletePairs(
        tx,
        writer,
        associationPairs({ id }, target, kind),
      );
      if (rows.length > 0) kinds.push(kind);
    }
  }
  for (const id of ids) if (!ended.has(id) && !reasons.has(id)) reasons.set(id, CHANGED_SINCE);
  if (other !== undefined) await recordEnded(tx, writer, { type, other }, { ended, live });
  return { deleted: 0, restored: 0, undone: ended.size, reasons };
}

/**
 * Locks the records and the target in the order of their ids, so that two changes of one pair never wait for each
 * other.
 */
async function lockBoth(
  tx: Db,
  scope: Principal,
  { type, target }: { readonly type: string; readonly target: Target },
  ids: readonly number[],
): Promise<ReadonlyMap<number, recordBatches.HeldRecord>> {
  const before = ids.filter((id) => id < target.id);
  const after = ids.filter((id) => id > target.id);
  const rows = [
    ...(await recordBatches.lockRecords(tx, scope, type, before)),
    ...(await recordBatches.lockRecords(tx, scope, target.object, [target.id])),
    ...(await recordBatches.lockRecords(tx, scope, type, after)),
  ];
  return new Map(rows.map(({ id, version }) => [id, { id, type, version }]));
}

async function recordEnded(
  tx: Db,
  writer: Principal,
  { type, other }: { readonly type: string; readonly other: recordBatches.HeldRecord },
  {
    ended,
    live,
  }: {
    readonly ended: ReadonlyMap<number, readonly AssociationKind[]>;
    readonly live: ReadonlyMap<number, recordBatches.HeldRecord>;
  },
): Promise<void> {
  const at = new Date().toISOString();
  const entries = [...ended].flatMap(([id, kinds]) => {
    const record = { type, id, version: live.get(id)?.version ?? 0 };
    return kinds.flatMap((kind) => [
      undoEntry(record, other, kind),
      undoEntry(other, record, flipKind(kind)),
    ]);
  });
  const events = [...ended].flatMap(([id, kinds]) =>
    associationEvents("association.deleted", { type, id }, { ...other, kinds }),
  );
  await recordBatches.insertChanges(tx, writer, entries, { actor: storedActor(writer), at });
  await raiseManyEvents(tx, writer, events, at);
}

function undoEntry(
  record: recordBatches.HeldRecord,
  other: recordBatches.HeldRecord,
  kind: AssociationKind,
): recordBatches.ChangeRow {
  return {
    record: record.id,
    action: "dissociated",
    changes: JSON.stringify(associationChanges(other, kind)),
    version: record.version,
  };
}

async function undoneJob(db: Db, scope: Job, id: number): Promise<Job> {
  const row = await jobRows.findJob.first(db, scope, { id });
  if (row === undefined) throw new Error(`job ${scope.id} undoes a job that does not exist`);
  return toJob(row);
}
