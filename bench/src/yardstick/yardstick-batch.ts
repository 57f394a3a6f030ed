import type { Driver, Run } from "./yardstick-driver.ts";

interface Item {
  readonly internal_name: string;
  readonly value: string;
}

interface BatchItem {
  readonly id?: string | number;
  readonly properties?: readonly Item[];
}

/**
 * Writes and reads the rows of a batch with prepared statements, one record after another, in one transaction: the
 * record, its index rows, a history entry and an event. Writes no words and checks nothing.
 */
type BatchStore = (operation: string, inputs: readonly BatchItem[]) => Promise<object[]>;

const INDEXED = new Set(["firstname", "lastname", "email", "phone", "lifecyclestage"]);

const SQL = {
  insert:
    "insert into records (project_id, type, properties, version, created_at, updated_at) values ($1, 'contact', $2, 1, $3, $3) returning id",
  read: "select id, properties, version, created_at, updated_at from records where project_id = $1 and id = $2 and deleted_at is null",
  byEmail:
    "select r.id, r.properties from record_index i join records r on r.project_id = i.project_id and r.id = i.record_id where i.project_id = $1 and i.type = 'contact' and i.property = 'email' and i.value = $2 and r.deleted_at is null limit 2",
  update:
    "update records set properties = $1, updated_at = $2, version = version + 1 where project_id = $3 and id = $4",
  remove:
    "update records set deleted_at = $1, updated_at = $1, version = version + 1 where project_id = $2 and id = $3",
  unindex:
    "delete from record_index where project_id = $1 and type = 'contact' and property = $2 and value = $3 and record_id = $4",
  history:
    "insert into record_history (project_id, record_id, action, changes, actor, at, version) values ($1, $2, $3, $4, 'bench', $5, 1)",
  event:
    "insert into events (project_id, message_id, type, subject, payload, created_at, pending) values ($1, 'msg_bench', $2, 'contact', $3, $4, 1)",
} as const;

export function openBatchStore({ transaction }: Driver, project: number): BatchStore {
  return (operation, inputs) => {
    const at = new Date().toISOString();
    const act = ACTS[operation];
    if (act === undefined) throw new Error(`there is no batch ${operation}`);
    return transaction(async (run) => {
      const results: object[] = [];
      for (const input of inputs) results.push(await act(run, project, input, at));
      return results;
    });
  };
}

type Act = (run: Run, project: number, input: BatchItem, at: string) => Promise<object>;

const ACTS: Readonly<Record<string, Act>> = {
  create: (run, project, { properties }, at) => create(run, project, toValues(properties), at),
  read: async (run, project, { id }) => {
    const [row] = await run(SQL.read, project, Number(id));
    return { ...row, properties: toObject(row?.properties) };
  },
  update: async (run, project, { id, properties }, at) => {
    const [row] = await run(SQL.read, project, Number(id));
    const before = toObject(row?.properties);
    return change(run, project, Number(id), { before, values: toValues(properties), at });
  },
  upsert: async (run, project, { properties }, at) => {
    const values = toValues(properties);
    const [row] = await run(SQL.byEmail, project, values.email?.toLowerCase());
    if (row === undefined) return create(run, project, values, at);
    return change(run, project, Number(row.id), { before: toObject(row.properties), values, at });
  },
  delete: async (run, project, { id }, at) => {
    const [row] = await run(SQL.read, project, Number(id));
    const before = toObject(row?.properties);
    await run(SQL.remove, at, project, Number(id));
    for (const [name, value] of indexed(before)) await run(SQL.unindex, project, name, value, id);
    await log(run, project, Number(id), { action: "deleted", changes: {}, properties: before, at });
    return { id };
  },
};

async function create(
  run: Run,
  project: number,
  values: Record<string, string>,
  at: string,
): Promise<object> {
  const [row] = await run(SQL.insert, project, JSON.stringify(values), at);
  const id = Number(row?.id);
  await index(run, project, id, indexed(values));
  await log(run, project, id, { action: "created", changes: {}, properties: values, at });
  return { id, properties: values };
}

async function change(
  run: Run,
  project: number,
  id: number,
  {
    before,
    values,
    at,
  }: {
    readonly before: Record<string, string>;
    readonly values: Record<string, string>;
    readonly at: string;
  },
): Promise<object> {
  const changed = Object.entries(values).filter(([name, value]) => before[name] !== value);
  const after = { ...before, ...values };
  if (changed.length > 0) {
    const changes = Object.fromEntries(
      changed.map(([name, value]) => [name, [before[name] ?? null, value]]),
    );
    await run(SQL.update, JSON.stringify(after), at, project, id);
    for (const [name] of changed) {
      const old = before[name];
      if (INDEXED.has(name) && old !== undefined) {
        await run(SQL.unindex, project, name, old.toLowerCase(), id);
      }
    }
    await index(run, project, id, indexed(Object.fromEntries(changed)));
    await log(run, project, id, { action: "updated", changes, properties: after, at });
  }
  return { id, properties: after };
}

async function index(run: Run, project: number, id: number, rows: readonly [string, string][]) {
  if (rows.length === 0) return;
  const values = rows.map(
    (_, i) => `($${4 * i + 1}, 'contact', $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4})`,
  );
  await run(
    `insert into record_index (project_id, type, property, value, record_id) values ${values.join(", ")} on conflict do nothing`,
    ...rows.flatMap(([name, value]) => [project, name, value, id]),
  );
}

async function log(
  run: Run,
  project: number,
  id: number,
  {
    action,
    changes,
    properties,
    at,
  }: {
    readonly action: string;
    readonly changes: object;
    readonly properties: object;
    readonly at: string;
  },
) {
  await run(SQL.history, project, id, action, JSON.stringify(changes), at);
  const data = { object: "contact", id, version: 1, properties, changes };
  await run(SQL.event, project, `contact.${action}`, JSON.stringify(data), at);
}

function indexed(values: Record<string, string>): [string, string][] {
  return Object.entries(values)
    .filter(([name]) => INDEXED.has(name))
    .map(([name, value]) => [name, value.toLowerCase()]);
}

function toValues(items: readonly Item[] = []): Record<string, string> {
  return Object.fromEntries(items.map(({ internal_name, value }) => [internal_name, value]));
}

/** SQLite returns JSON as text. */
function toObject(properties: unknown): Record<string, string> {
  const value: unknown = typeof properties === "string" ? JSON.parse(properties) : properties;
  return value as Record<string, string>;
}
