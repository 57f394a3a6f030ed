import { type RawBuilder, sql } from "kysely";
import { isAmong, isInGroup } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { jsonValues, memberText } from "../../dialect/json.ts";
import type { PropertyChanges } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Param, sqlStatement } from "../../statement.ts";

/** A bounded number of the rows of a record, by id. */
export interface Portion {
  readonly record: number;
  /** Id of the last row of the previous portion. */
  readonly after: number;
  readonly limit: number;
}

interface PortionArgs extends Portion {
  readonly project: number;
}

interface Ids {
  readonly project: number;
  /** JSON array. */
  readonly ids: string;
}

/**
 * Removes the values from a portion of a record's history. The entries stay, and those of associations keep the
 * other record's id.
 *
 * @returns the ids of the portion
 */
export async function eraseHistory(tx: Db, scope: Scope, portion: Portion) {
  const project = scope.projectId;
  const rows = await historyPortion.all(tx, { project, ...portion });
  const ids = rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last !== undefined) await emptyHistory.all(tx, { project, ...portion, below: last + 1 });
  return ids;
}

/** Lists the values of a portion of a record's history. */
export async function listChanges(
  tx: Db,
  { projectId: project }: Scope,
  portion: Portion,
): Promise<readonly { readonly id: number; readonly changes: PropertyChanges }[]> {
  return historyPortion.all(tx, { project, ...portion });
}

const historyPortion = sqlStatement<PortionArgs, { id: number; changes: PropertyChanges }>(
  "erase_history_portion",
  (param, dialect) => sql`
    select h.id, h.changes from record_history h
    where h.project_id = ${param("project")} and ${isInGroup(
      dialect,
      { column: sql`h.record_id`, value: param("record") },
      sql`h.id`,
      { above: param("after") },
    )}
    order by h.record_id, h.id limit ${param("limit")}`,
);

const emptyHistory = sqlStatement<PortionArgs & { below: number }, never>(
  "erase_history",
  (param, dialect) => sql`
    update record_history set changes = '{}'
    where project_id = ${param("project")} and action not in ('associated', 'dissociated')
      and ${isInGroup(dialect, { column: sql`record_id`, value: param("record") }, sql`id`, {
        above: param("after"),
        below: param("below"),
      })}`,
);

/**
 * Removes the values from a portion of the events about a record, and what receivers answered to their deliveries.
 * Their waiting deliveries send the id alone. An attempt that is under way is not recorded, because its answer may
 * have values; the delivery is sent again.
 *
 * @param side `record_id` for events of the record and associations whose first record it is, `other_id` for the
 *   other associations
 * @returns the ids of the portion
 */
export async function eraseEvents(
  tx: Db,
  scope: Scope,
  side: "record_id" | "other_id",
  portion: Portion,
) {
  const project = scope.projectId;
  const rows = await EVENTS_PORTION[side].all(tx, { project, ...portion });
  const args = { project, ids: JSON.stringify(rows.map(({ id }) => id)) };
  if (rows.length > 0) {
    if (side === "record_id") await emptyEvents.all(tx, args);
    await emptyResponses(tx, args);
  }
  return rows.map(({ id }) => id);
}

/** Removes what receivers answered to deliveries of events. Attempts that are under way are not recorded. */
export async function eraseResponses(
  tx: Db,
  { projectId: project }: Scope,
  events: readonly number[],
): Promise<void> {
  if (events.length > 0) await emptyResponses(tx, { project, ids: JSON.stringify(events) });
}

async function emptyResponses(tx: Db, args: Ids): Promise<void> {
  // Locks the deliveries, so that the next statement sees the attempts of those that were being recorded.
  await endAttempts.all(tx, args);
  await emptyAttempts.all(tx, args);
}

const EVENTS_PORTION = {
  record_id: eventsPortion("record_id"),
  other_id: eventsPortion("other_id"),
};

function eventsPortion(side: "record_id" | "other_id") {
  return sqlStatement<PortionArgs, { id: number }>(
    `erase_events_portion_${side}`,
    (param, dialect) => sql`
      select e.id from events e
      where e.project_id = ${param("project")} and ${sql.ref(`e.${side}`)} is not null and ${isInGroup(
        dialect,
        { column: sql.ref(`e.${side}`), value: param("record") },
        sql`e.id`,
        { above: param("after") },
      )}
      order by ${sql.ref(`e.${side}`)}, e.id limit ${param("limit")}`,
  );
}

const emptyEvents = sqlStatement<Ids, never>(
  "erase_events",
  (param, dialect) => sql`
    update events set payload =
      case when subject is null then ${oldBody(dialect)} else ${idAlone(dialect)} end
    where project_id = ${param("project")} and type not like 'association.%'
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/**
 * The `data` of an event of an erased record. It is joined from text, because Citus takes only immutable functions here.
 * Names of types need no quoting.
 */
function idAlone(dialect: DialectName): RawBuilder<unknown> {
  const version = memberText(dialect, sql`payload`, "version");
  return sql`'{"object":"' || subject || '","id":' || coalesce(cast(record_id as text), 'null')
    || ',"version":' || coalesce(${version}, 'null') || '}'`;
}

/** An event that is older than the feed has the body of its deliveries. */
function oldBody(dialect: DialectName): RawBuilder<unknown> {
  const timestamp = memberText(dialect, sql`payload`, "timestamp");
  return sql`'{"type":"' || type || '","timestamp":' || coalesce(${timestamp}, 'null')
    || ',"data":{"id":"' || coalesce(cast(record_id as text), '') || '"}}'`;
}

const endAttempts = sqlStatement<Ids, never>(
  "erase_attempts_under_way",
  (param, dialect) => sql`
    update deliveries set lease = null
    where finished_at is null and ${isOfEvents(dialect, param)}`,
);

const emptyAttempts = sqlStatement<Ids, never>(
  "erase_attempts",
  (param, dialect) => sql`
    update attempts set response = null where project_id = ${param("project")} and ${isAmong(
      dialect,
      sql`delivery_id`,
      sql`select id from deliveries where ${isOfEvents(dialect, param)}`,
    )}`,
);

function isOfEvents(dialect: DialectName, param: Param<Ids>): RawBuilder<boolean> {
  const isOfOne = isAmong(dialect, sql`event_id`, jsonValues(dialect, param("ids"), "bigint"));
  return sql`project_id = ${param("project")} and event_id > 0 and ${isOfOne}`;
}

/** Lists a portion of the associations of a record in which its type comes first, or second. */
export const listEnds = sqlStatement<
  { project: number; record: number; limit: number },
  { id: number; type: string }
>(
  "erase_associations_portion",
  (param) => sql`
    select id, type from (
      select to_id as id, to_type as type from associations
      where project_id = ${param("project")} and from_id = ${param("record")}
      order by from_id, to_type, to_id limit ${param("limit")}) as later
    union all
    select id, type from (
      select from_id as id, from_type as type from associations
      where project_id = ${param("project")} and to_id = ${param("record")}
      order by to_id, from_type, from_id limit ${param("limit")}) as earlier`,
);
