import {
  associationLabels,
  currencyRates,
  type Db,
  duplicatePairs,
  erasures,
  merges,
  objectTypes,
  pipelines,
  projectImports,
  projectSchema,
  recordBatches,
  recordIndex,
  stateVersions,
  views,
} from "@rapport/db";
import { importActor } from "../audit/actors.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ProjectSchema } from "../object-schema.ts";
import { indexRows, uniqueRows } from "../record-index/reindex.ts";
import { storedType } from "../records/associations/kinds.ts";
import { mergedRows } from "../records/merge/merged-keys.ts";
import { loadPipelines } from "../schema/project-schema.ts";
import { EVERYONE } from "../views/views.ts";
import type { Kind, Line, LineOf } from "./format.ts";
import { mapIds } from "./ids.ts";

/** The project that lines are written into. */
export interface Target {
  readonly projectId: number;
  /** What is added to the ids of the file. */
  readonly idShift: number;
}

type Write<K extends Kind> = (
  deps: Pick<Deps, "schemas">,
  tx: Db,
  projectId: number,
  lines: readonly LineOf<K>[],
) => Promise<unknown>;

/**
 * Writes lines of a file, in their order, in a transaction.
 *
 * @throws CrmError CONFLICT if two live records of the file have the same unique value
 */
export async function writeLines(
  deps: Pick<Deps, "schemas">,
  tx: Db,
  { projectId, idShift }: Target,
  lines: readonly Line[],
): Promise<void> {
  for (let start = 0; start < lines.length; ) {
    const kind = (lines[start] as Line).kind;
    let end = start;
    while (lines[end]?.kind === kind) end++;
    const some = lines.slice(start, end).map((line) => mapIds(line, (id) => id + idShift));
    await (WRITE[kind] as Write<Kind>)(deps, tx, projectId, some);
    start = end;
  }
}

const WRITE: { readonly [K in Kind]: Write<K> } = {
  type: async (deps, tx, project, lines) => {
    for (const { name, plural, rank, hasPipeline, definition, ...line } of lines) {
      await objectTypes.saveType.all(tx, {
        ...{ project, name, plural, rank, hasPipeline: hasPipeline ? 1 : 0 },
        ...{ definition: JSON.stringify(definition), at: line.createdAt },
      });
      if (line.removedAt === null) continue;
      await objectTypes.removeType.all(tx, { project, name, at: line.removedAt });
    }
    await renewSchema(deps, tx, project);
  },
  property: async (deps, tx, project, lines) => {
    for (const { type, name, definition, createdAt: at } of lines) {
      const row = { project, type, name, definition: JSON.stringify(definition), at };
      await projectSchema.saveDefinition.all(tx, row);
    }
    await renewSchema(deps, tx, project);
  },
  pipeline: async (deps, tx, project, lines) => {
    for (const [index, { type, key, label, isDefault, stages }] of lines.entries()) {
      const row = { project, type, key, label, position: index, default: isDefault ? 1 : 0 };
      const added = await pipelines.insertPipeline.first(tx, row);
      if (added === undefined) throw new Error("insert into pipelines returned no id");
      const rows = stages.map((stage, position) => [
        ...[project, added.id, stage.key, stage.label, position],
        ...[stage.probability, stage.closed ? 1 : 0, stage.color ?? null],
      ]);
      await pipelines.insertStages(tx, rows);
    }
    await renewSchema(deps, tx, project);
  },
  associationLabel: async (deps, tx, project, lines) => {
    for (const { kind: _kind, type, toType, key, createdAt: at, ...definition } of lines) {
      const row = { project, type, toType, key, definition: JSON.stringify(definition), at };
      await associationLabels.saveLabel.all(tx, row);
    }
    await renewSchema(deps, tx, project);
  },
  view: async (_, tx, project, lines) => {
    for (const { kind: _kind, content, createdAt, updatedAt, maker, ...line } of lines) {
      await views.insertView(
        tx,
        { projectId: project },
        {
          ...{ ...line, audience: EVERYONE, content: JSON.stringify(content) },
          ...{ maker: importActor(maker), created_at: createdAt, updated_at: updatedAt },
        },
      );
    }
  },
  reportingCurrency: async (_, tx, project, lines) => {
    for (const { currency } of lines)
      await currencyRates.saveReporting.all(tx, { project, currency });
  },
  rate: async (_, tx, project, lines) => {
    for (const [base, rates] of Map.groupBy(lines, (line) => line.base)) {
      const rows = rates.map(({ currency, from, rate }) => ({ currency, starts_on: from, rate }));
      await currencyRates.putRates(tx, { projectId: project }, base, rows);
    }
  },
  association: (_, tx, project, lines) =>
    recordBatches.insertAssociations(
      tx,
      lines.map((line) => [
        ...[project, line.from, storedType(line.fromType, line.inverseKey)],
        ...[line.to, storedType(line.toType, line.key), line.createdAt],
      ]),
    ),
  history: (_, tx, project, lines) =>
    recordBatches.insertHistory(
      tx,
      lines.map((line) => [
        ...[project, line.record, line.action, JSON.stringify(line.changes)],
        ...[importActor(line.actor), line.at, line.version],
      ]),
    ),
  merge: (_, tx, project, lines) =>
    merges.insertMerges(
      tx,
      lines.map((line) => [
        ...[project, line.merged, line.primary, line.number, line.height],
        ...[JSON.stringify(line.changes), line.at, line.isKept ? 1 : 0],
      ]),
    ),
  mergeAssociation: (_, tx, project, lines) =>
    projectImports.insertMergeAssociations(
      tx,
      lines.map((line) => [project, line.merged, line.other, line.createdAt]),
    ),
  mergeLabel: (_, tx, project, lines) =>
    projectImports.insertMergeLabels(
      tx,
      lines.map((line) => [
        ...[project, line.merged, storedType(line.type, line.key), line.other, line.createdAt],
      ]),
    ),
  erasure: (_, tx, project, lines) =>
    erasures.insertErasures(
      tx,
      lines.map((line) => [
        ...[project, line.record, line.type, line.recordCreatedAt, line.version],
        ...[importActor(line.actor), line.at, null, 0],
      ]),
    ),
  difference: (_, tx, project, lines) =>
    duplicatePairs.insertDismissed(
      tx,
      { projectId: project },
      lines.map(({ type, record: low, other: high, at }) => ({ type, low, high, at })),
    ),
  record: writeRecords,
};

/** Removes the pipelines of a new project, because the file has its own. */
export async function removePipelines(tx: Db, projectId: number, type: string): Promise<void> {
  for (const pipeline of await loadPipelines(tx, projectId, type)) {
    for (const { id } of pipeline.stages) await pipelines.deleteStage.all(tx, { id });
    await pipelines.deletePipeline.all(tx, { id: pipeline.id });
  }
}

/** Makes every process read the schema of a project again. */
export async function renewSchema({ schemas }: Pick<Deps, "schemas">, tx: Db, project: number) {
  await projectSchema.bumpSchema.all(tx, { project });
  await stateVersions.bumpVersion.all(tx, { name: "catalogue" });
  schemas.clear();
}

async function writeRecords(
  deps: Pick<Deps, "schemas">,
  tx: Db,
  projectId: number,
  lines: readonly LineOf<"record">[],
): Promise<void> {
  await projectImports.insertRecords(
    tx,
    lines.map((line) => [
      ...[line.id, projectId, line.type, JSON.stringify(line.properties), line.version],
      ...[line.createdAt, line.updatedAt, line.deletedAt, line.erasedAt, line.mergedInto],
    ]),
  );
  const schema = await currentSchema(deps, tx, projectId);
  const live = lines.filter((line) => line.deletedAt === null);
  const rowsBy = (rows: typeof indexRows) =>
    live.flatMap(({ id, type, properties, createdAt }) =>
      rows({ projectId, type, id, createdAt }, schema.object(type).properties, properties),
    );
  const merged = lines
    .filter(({ mergedInto, erasedAt }) => mergedInto !== null && erasedAt === null)
    .filter(({ type }) => schema.objects.has(type))
    .flatMap(({ id, type, properties }) =>
      mergedRows({ projectId, object: schema.object(type), id }, properties),
    );
  await recordIndex.insertManyIndexRows(tx, [...rowsBy(indexRows), ...merged]);
  const taken = rowsBy(uniqueRows).toSorted(([, , , a], [, , , b]) => (a < b ? -1 : 1));
  const free = await recordIndex.reserveMany(tx, taken);
  if (free.length === taken.length) return;
  throw new CrmError(
    "CONFLICT",
    "Records have the same value of a unique property, or something else has written into the project. Import the file again with --restart.",
  );
}

/** Returns the schema of a project, and keeps it from changing until the transaction ends. */
export async function currentSchema(
  { schemas }: Pick<Deps, "schemas">,
  tx: Db,
  projectId: number,
): Promise<ProjectSchema> {
  await recordBatches.lockSchemaShared.all(tx, { project: projectId });
  const version = await projectSchema.schemaVersion(tx, projectId);
  const known = await schemas.within(tx).get(projectId);
  if (known.version === version) return known;
  schemas.clear();
  return schemas.within(tx).get(projectId);
}
