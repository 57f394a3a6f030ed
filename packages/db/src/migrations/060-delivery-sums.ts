import type { ColumnTypes } from "./column-types.ts";

/**
 * Counts of deliveries by day, hour and quarter of an hour of their creation, status and endpoint, in `record_sums`. Triggers
 * keep them, whatever changes deliveries. SQLite has one writer, so its triggers count at once. On PostgreSQL they would
 * wait for each other, so they note in `sum_changes` what each statement changed, and a worker adds the notes up.
 */
export const statements = (t: ColumnTypes): readonly string[] =>
  t.dialect === "sqlite" ? [...SQLITE_TRIGGERS, ...SQLITE_EXISTING] : [ON_ONE_POSTGRES];

/** Characters of the kinds in a quarter of an hour, such as `2026-11-22T21:45`. */
const KINDS = [
  ["day", 10],
  ["hour", 13],
  ["quarter", 16],
] as const;

const SQLITE_QUARTER = (row: string) =>
  `substr(${row}created_at, 1, 14) || substr('00153045', cast(substr(${row}created_at, 15, 2) as integer) / 15 * 2 + 1, 2)`;

const sqliteKey = (row: string, length: number, status = `${row}status`) =>
  `substr(${SQLITE_QUARTER(row)}, 1, ${length}) || '|' || ${status} || '|' || ${row}endpoint_id`;

const countOnSqlite = (...changes: readonly (readonly [row: string, delta: number])[]) => `
  insert into record_sums (project_id, type, kind, key, count, valued) values ${changes
    .flatMap(([row, delta]) =>
      KINDS.map(
        ([kind, length]) =>
          `(${row}project_id, 'delivery', '${kind}', ${sqliteKey(row, length)}, ${delta}, 0)`,
      ),
    )
    .join(", ")}
  on conflict (project_id, type, kind, key) do update set count = count + excluded.count;`;

/** Counts of 0 are kept until deliveries expire, because a count is soon needed again. */
const DROP_EMPTY = KINDS.map(
  ([kind, length]) => `
  delete from record_sums
  where project_id = old.project_id and type = 'delivery' and kind = '${kind}' and count = 0
    and key in (${["pending", "delivered", "failed"].map((status) => sqliteKey("old.", length, `'${status}'`)).join(", ")});`,
).join("");

const SQLITE_TRIGGERS: readonly string[] = [
  `create trigger sum_delivery_added after insert on deliveries begin
    ${countOnSqlite(["new.", 1])}
  end`,
  `create trigger sum_delivery_changed after update of status on deliveries
  when old.status <> new.status begin
    ${countOnSqlite(["old.", -1], ["new.", 1])}
  end`,
  `create trigger sum_delivery_removed after delete on deliveries begin
    ${countOnSqlite(["old.", -1])} ${DROP_EMPTY}
  end`,
];

const SQLITE_EXISTING: readonly string[] = KINDS.map(
  ([kind, length]) => `
  insert into record_sums (project_id, type, kind, key, count, valued)
  select project_id, 'delivery', '${kind}', ${sqliteKey("", length)}, count(*), 0 from deliveries
  group by project_id, ${sqliteKey("", length)}`,
);

/** @param rows SQL that selects rows with their delta */
const noteOnPostgres = (rows: string) => `
  insert into sum_changes (project_id, type, place, delta)
  select project_id, 'delivery',
    to_char(quarter at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') || '|' || status || '|' || endpoint_id, delta
  from (
    select project_id, status, endpoint_id, sum(delta) as delta,
      date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z') as quarter
    from (${rows}) changed group by project_id, status, endpoint_id, quarter having sum(delta) <> 0) summed`;

const rowsOf = (name: string, delta: number) =>
  `select project_id, status, endpoint_id, created_at, ${delta} as delta from ${name}`;

const [ADDED, REMOVED] = [rowsOf("added", 1), rowsOf("removed", -1)];

/** Name, event, the tables of the changed rows, and what is noted. */
const POSTGRES_TRIGGERS = [
  ["sum_delivery_added", "insert", "new table as added", ADDED],
  [
    "sum_delivery_changed",
    "update",
    "old table as removed new table as added",
    `${ADDED} union all ${REMOVED}`,
  ],
  ["sum_delivery_removed", "delete", "old table as removed", REMOVED],
] as const;

const POSTGRES: readonly string[] = [
  ...POSTGRES_TRIGGERS.flatMap(([name, event, tables, rows]) => [
    `create function ${name}() returns trigger language plpgsql as $body$ begin
      ${noteOnPostgres(rows)};
      return null;
    end $body$`,
    `create trigger ${name} after ${event} on deliveries referencing ${tables}
      for each statement execute function ${name}()`,
  ]),
  noteOnPostgres(rowsOf("deliveries", 1)),
];

/** Citus has no triggers on distributed tables. Elsewhere creating them keeps writers out until all are noted. */
const ON_ONE_POSTGRES = `do $$ begin
  if not exists (select from sum_locks where project_id = 0) then
    ${POSTGRES.map((text) => `${text};`).join("\n    ")}
  end if;
end $$`;
