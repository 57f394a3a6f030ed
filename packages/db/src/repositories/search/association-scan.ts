import { type RawBuilder, sql } from "kysely";
import { isAmong, isFound, joinRecord } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { Scope } from "../../scope.ts";
import { type Param, type Statement, sqlStatement } from "../../statement.ts";

type Direction = "asc" | "desc";

/** One side of the associations between records of a type and another type. Types are as stored. */
export interface Side {
  /** The records' own type. */
  readonly own: string;
  /** The other type. */
  readonly other: string;
  /** Whether the records are on the first side of the rows. */
  readonly isFrom: boolean;
}

/**
 * Lists the records of a type that are associated with one record of another type, by id. Some of them may be
 * deleted.
 *
 * @param range ids to list; both ends are exclusive
 */
export async function listAssociatedIds(
  db: Db,
  scope: Scope,
  { isFrom, own: type }: Pick<Side, "isFrom" | "own">,
  {
    other,
    page,
  }: {
    readonly other: number;
    readonly page: { above: number; below: number; direction: Direction; limit: number };
  },
): Promise<readonly number[]> {
  const { direction, ...range } = page;
  const statement = ASSOCIATED_IDS[isFrom ? "from" : "to"][direction];
  const rows = await statement.all(db, { project: scope.projectId, type, other, ...range });
  return rows.map(({ id }) => id);
}

interface AssociatedIdArgs {
  project: number;
  type: string;
  other: number;
  above: number;
  below: number;
  limit: number;
}

const ASSOCIATED_IDS = {
  from: { asc: associatedIds("from", "to", "asc"), desc: associatedIds("from", "to", "desc") },
  to: { asc: associatedIds("to", "from", "asc"), desc: associatedIds("to", "from", "desc") },
};

function associatedIds(
  ours: "from" | "to",
  theirs: "from" | "to",
  direction: Direction,
): Statement<AssociatedIdArgs, { id: number }> {
  const id = sql.ref(`${ours}_id`);
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  return sqlStatement(
    `associated_ids_${ours}_${direction}`,
    (param) => sql`
      select ${id} as id from associations
      where project_id = ${param("project")} and ${sql.ref(`${theirs}_id`)} = ${param("other")}
        and ${sql.ref(`${ours}_type`)} = ${param("type")}
        and ${id} > ${param("above")} and ${id} < ${param("below")}
      order by ${id} ${order} limit ${param("limit")}`,
  );
}

/** Returns which records are associated with at least one of the given live records. */
export async function findAssociatedWith(
  db: Db,
  scope: Scope,
  { other, isFrom }: Side,
  { ids, targets }: { readonly ids: readonly number[]; readonly targets: readonly number[] },
): Promise<ReadonlySet<number>> {
  const args = {
    project: scope.projectId,
    other,
    ids: JSON.stringify(ids),
    targets: JSON.stringify(targets),
    least: Math.min(...targets),
    greatest: Math.max(...targets),
  };
  const rows = await ASSOCIATED_WITH[isFrom ? "from" : "to"].all(db, args);
  return new Set(rows.map(({ id }) => id));
}

/** Returns which records are associated with any live record of the other type. */
export async function findAssociatedWithAny(
  db: Db,
  scope: Scope,
  { other, isFrom }: Side,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const args = { project: scope.projectId, other, ids: JSON.stringify(ids) };
  const rows = await ASSOCIATED_ANY[isFrom ? "from" : "to"].all(db, args);
  return new Set(rows.map(({ id }) => id));
}

interface AnyArgs {
  project: number;
  other: string;
  ids: string;
}

interface WithArgs extends AnyArgs {
  targets: string;
  least: number;
  greatest: number;
}

const ASSOCIATED_WITH = {
  from: associatedCheck<WithArgs>("with", "from", "to", isTarget),
  to: associatedCheck<WithArgs>("with", "to", "from", isTarget),
};
const ASSOCIATED_ANY = {
  from: associatedCheck<AnyArgs>("any", "from", "to", () => sql``),
  to: associatedCheck<AnyArgs>("any", "to", "from", () => sql``),
};

/** The sum hides the ids from the index of the other side, which could have to read all of a target's rows. */
function isTarget(
  dialect: DialectName,
  param: Param<WithArgs>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const targets = jsonValues(dialect, param("targets"), "bigint");
  return sql`and ${id} >= ${param("least")} and ${id} <= ${param("greatest")}
    and ${isAmong(dialect, sql`${id} + 0`, targets)}`;
}

function associatedCheck<Args extends AnyArgs>(
  kind: "with" | "any",
  ours: "from" | "to",
  theirs: "from" | "to",
  isWanted: (
    dialect: DialectName,
    param: Param<Args>,
    id: RawBuilder<unknown>,
  ) => RawBuilder<unknown>,
): Statement<Args, { id: number }> {
  const theirId = sql.ref(`a.${theirs}_id`);
  return sqlStatement(`associated_${kind}_${ours}`, (param, dialect) => {
    const found = isFound(sql`
      select ${theirId} from associations a ${joinRecord(dialect, param("project"), theirId)}
      where a.project_id = ${param("project")} and ${sql.ref(`a.${ours}_id`)} = wanted.value
        and ${sql.ref(`a.${theirs}_type`)} = ${param("other")} ${isWanted(dialect, param, theirId)}
        and r.deleted_at is null`);
    return sql`
      select wanted.value as id from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
      where ${found}`;
  });
}
