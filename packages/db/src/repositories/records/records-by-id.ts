import { type RawBuilder, sql } from "kysely";
import { joinRecord } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { jsonValues, namedMember } from "../../dialect/json.ts";
import { type Light, lightColumns, recordColumns, type ScannedRecord } from "../../record-row.ts";
import { erasedAt, type RecordTexts, recordTexts } from "../../record-texts.ts";
import type { StoredProperties } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Statement, sqlStatement } from "../../statement.ts";

export type { Light, ScannedRecord };

/** Returns those of the given records that are live, by id. */
export async function findMany(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ScannedRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await many.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

const many = selectMany<ScannedRecord>("records_many", () => recordColumns("r"));

/** Returns those of the given records that are live, the large ones without their properties. */
export async function scanMany(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<readonly Light<ScannedRecord>[]> {
  if (ids.length === 0) return [];
  return lightMany.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
}

const lightMany = selectMany<Light<ScannedRecord>>("records_scan_many", (dialect) =>
  lightColumns(dialect, "r"),
);

function selectMany<Row>(
  name: string,
  columns: (dialect: DialectName) => RawBuilder<unknown>,
): Statement<{ project: number; ids: string }, Row> {
  return sqlStatement(
    name,
    (param, dialect) => sql`
      select r.type, ${columns(dialect)}
      from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
      ${joinRecord(dialect, param("project"), sql`wanted.value`)}
      where r.deleted_at is null`,
  );
}

/**
 * Returns those of the given records that are live, by id, with the beginnings of some of their texts if they are large.
 *
 * @param names names of the properties
 */
export async function findTexts(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  names: readonly string[],
): Promise<ReadonlyMap<number, RecordTexts>> {
  if (ids.length === 0) return new Map();
  const rows = await texts.all(db, textArgs(scope, ids, names));
  return new Map(rows.map((row) => [row.id, row]));
}

interface TextArgs {
  readonly project: number;
  readonly ids: string;
  readonly names: string;
}

function textArgs(
  { projectId }: Scope,
  ids: readonly number[],
  names: readonly string[],
): TextArgs {
  return { project: projectId, ids: JSON.stringify(ids), names: JSON.stringify(names) };
}

const texts = sqlStatement<TextArgs, RecordTexts>(
  "records_texts",
  (param, dialect) => sql`
    select r.id, r.type, ${recordTexts(dialect, "r", param("names"))}
    from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
    ${joinRecord(dialect, param("project"), sql`wanted.value`)}
    where r.deleted_at is null`,
);

/** Returns the value of one property of those of the given records that are live and of a type. */
export async function findValues(
  db: Db,
  scope: Scope,
  { type, property }: { readonly type: string; readonly property: string },
  ids: readonly number[],
): Promise<readonly { id: number; value: StoredProperties[string] }[]> {
  const args = { project: scope.projectId, type, ids: JSON.stringify(ids), property };
  const rows = await values.all(db, args);
  return rows.map(({ id, json }) => ({ id, value: json === null ? null : JSON.parse(json) }));
}

const values = sqlStatement<
  { project: number; type: string; ids: string; property: string },
  { id: number; json: string | null }
>(
  "records_values",
  (param, dialect) => sql`
    select r.id, ${namedMember(dialect, sql`r.properties`, param("property"))} as json
    from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
    ${joinRecord(dialect, param("project"), sql`wanted.value`)}
    where r.type = ${param("type")} and r.deleted_at is null`,
);

/** A record that is live, in the bin, or merged into another one. */
export interface KeptRecord extends RecordTexts {
  readonly deleted_at: string | null;
  readonly merged_into: number | null;
}

/**
 * Returns those of the given records that are neither erased, nor merged into an erased one, nor removed for good, by id,
 * with the beginnings of some of their texts if they are large.
 *
 * @param names names of the properties
 */
export async function findKept(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  names: readonly string[],
): Promise<ReadonlyMap<number, KeptRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await kept.all(db, textArgs(scope, ids, names));
  return new Map(rows.map((row) => [row.id, row]));
}

const kept = sqlStatement<TextArgs, KeptRecord>(
  "records_kept",
  (param, dialect) => sql`
    select r.id, r.type, r.deleted_at, r.merged_into, ${recordTexts(dialect, "r", param("names"))}
    from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
    ${joinRecord(dialect, param("project"), sql`wanted.value`)}
    where ${erasedAt(dialect, param("project"))} is null`,
);
