import Sqlite from "better-sqlite3";
import pg from "pg";

interface Item {
  readonly internal_name: string;
  readonly value: string;
}
interface CreateBody {
  readonly properties: readonly Item[];
  readonly associations: readonly { to: { id: string } }[];
}

/** Runs only the SQL statements that Rapport runs for these requests. */
export interface Store {
  read(id: number, types: string | null): Promise<object>;
  create(body: CreateBody): Promise<object>;
  update(id: number, item: Item): Promise<void>;
  list(page: { stage: string | null; after: number; limit: number }): Promise<object[]>;
}

const INDEXED = new Set(["email", "phone", "lastname", "lifecyclestage"]);

const SQL = {
  read: "select id, properties, created_at, updated_at from records where project_id = $1 and id = $2 and type = 'contact' and deleted_at is null",
  associated:
    "select a.to_id as id, a.to_type as type from associations a join records r on r.project_id = a.project_id and r.id = a.to_id where a.project_id = $1 and a.from_id = $2 and a.to_type = $3 and r.deleted_at is null union all select a.from_id as id, a.from_type as type from associations a join records r on r.project_id = a.project_id and r.id = a.from_id where a.project_id = $1 and a.to_id = $2 and a.from_type = $3 and r.deleted_at is null order by id",
  live: "select id, type from records where project_id = $1 and id = $2 and deleted_at is null",
  insert:
    "insert into records (project_id, type, properties, version, created_at, updated_at) values ($1, 'contact', $2, 1, $3, $3) returning id",
  index: (rows: number) =>
    `insert into record_index (project_id, type, property, value, record_id) values ${Array.from({ length: rows }, (_, i) => `($${i * 4 + 1}, 'contact', $${i * 4 + 2}, $${i * 4 + 3}, $${i * 4 + 4})`).join(", ")} on conflict do nothing`,
  unindex:
    "delete from record_index where project_id = $1 and type = 'contact' and property = $2 and value = $3 and record_id = $4",
  associate:
    "insert into associations (project_id, from_id, from_type, to_id, to_type, created_at) values ($1, $2, 'contact', $3, 'company', $4) on conflict do nothing",
  history:
    "insert into record_history (project_id, record_id, action, changes, actor, at) values ($1, $2, $3, $4, 'bench', $5)",
  event:
    "insert into events (project_id, message_id, type, payload, created_at, pending) values ($1, 'msg_bench', $2, $3, $4, 1)",
  list: "select id, properties from records where project_id = $1 and type = 'contact' and deleted_at is null and id > $2 order by id limit $3",
  filtered:
    "select r.id, r.properties from record_index i join records r on r.project_id = i.project_id and r.id = i.record_id where i.project_id = $1 and i.type = 'contact' and i.property = 'lifecyclestage' and i.value = $4 and i.record_id > $2 and r.project_id = $1 and r.type = 'contact' and r.deleted_at is null order by i.record_id limit $3",
  update:
    "update records set properties = $1, updated_at = $2, version = version + 1 where project_id = $3 and id = $4",
} as const;

export function openStore(url: string, project: number): Store {
  return url.startsWith("sqlite:")
    ? sqliteStore(url.slice(7), project)
    : postgresStore(url, project);
}

function sqliteStore(file: string, project: number): Store {
  const db = new Sqlite(file, { timeout: 5_000 });
  for (const pragma of [
    "journal_mode = wal",
    "synchronous = full",
    "foreign_keys = on",
    "cache_size = -65536",
  ]) {
    db.pragma(pragma);
  }
  const kept = new Map<string, (values: unknown[]) => Record<string, unknown>[]>();
  const run = (text: string, ...values: unknown[]): Record<string, unknown>[] => {
    let execute = kept.get(text);
    if (execute === undefined) {
      execute = prepare(db, text);
      kept.set(text, execute);
    }
    return execute(values);
  };
  const create = db.transaction((body: CreateBody) => {
    const at = new Date().toISOString();
    const properties = propertiesOf(body);
    const id = run(SQL.insert, project, JSON.stringify(properties), at)[0]?.id as number;
    const rows = indexRows(properties);
    run(SQL.index(rows.length), ...rows.flatMap(([name, value]) => [project, name, value, id]));
    for (const { to } of body.associations) run(SQL.associate, project, id, Number(to.id), at);
    run(SQL.history, project, id, "created", "{}", at);
    run(SQL.event, project, "contact.created", JSON.stringify(view(id, properties, at)), at);
    return view(id, properties, at);
  });
  const update = db.transaction((id: number, { internal_name, value }: Item) => {
    const at = new Date().toISOString();
    const before = JSON.parse(run(SQL.read, project, id)[0]?.properties as string);
    const after = { ...before, [internal_name]: value };
    run(SQL.update, JSON.stringify(after), at, project, id);
    if (INDEXED.has(internal_name)) {
      run(SQL.unindex, project, internal_name, before[internal_name].toLowerCase(), id);
      run(SQL.index(1), project, internal_name, value.toLowerCase(), id);
    }
    const changes = { [internal_name]: [before[internal_name], value] };
    run(SQL.history, project, id, "updated", JSON.stringify(changes), at);
    run(SQL.event, project, "contact.updated", JSON.stringify({ id, ...changes }), at);
  });

  return {
    read: async (id, types) => {
      const row = run(SQL.read, project, id)[0] as { id: number; properties: string };
      const associations = types === null ? null : grouped(run(SQL.associated, project, id, types));
      return { id: row.id, properties: JSON.parse(row.properties), associations };
    },
    create: async (body) => {
      for (const { to } of body.associations) run(SQL.live, project, Number(to.id));
      return create.immediate(body);
    },
    update: async (id, item) => update.immediate(id, item),
    list: async ({ stage, after, limit }) => {
      const rows =
        stage === null
          ? run(SQL.list, project, after, limit)
          : run(SQL.filtered, project, after, limit, stage);
      return rows.map(({ id, properties }) => listed(id, JSON.parse(properties as string)));
    },
  };
}

function postgresStore(url: string, project: number): Store {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: "-c timezone=UTC" });
  const names = new Map<string, string>();
  const run = async (client: pg.Pool | pg.PoolClient, text: string, ...values: unknown[]) => {
    let name = names.get(text);
    if (name === undefined) {
      name = `s${names.size}`;
      names.set(text, name);
    }
    return (await client.query({ name, text, values })).rows as Record<string, unknown>[];
  };
  async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  }

  return {
    read: async (id, types) => {
      const row = (await run(pool, SQL.read, project, id))[0] as { id: string; properties: object };
      const associations =
        types === null ? null : grouped(await run(pool, SQL.associated, project, id, types));
      return { id: Number(row.id), properties: row.properties, associations };
    },
    create: async (body) => {
      for (const { to } of body.associations) await run(pool, SQL.live, project, Number(to.id));
      return transaction(async (client) => {
        const at = new Date().toISOString();
        const properties = propertiesOf(body);
        const [row] = await run(client, SQL.insert, project, JSON.stringify(properties), at);
        const id = Number(row?.id);
        const rows = indexRows(properties);
        await run(
          client,
          SQL.index(rows.length),
          ...rows.flatMap(([name, value]) => [project, name, value, id]),
        );
        for (const { to } of body.associations) {
          await run(client, SQL.associate, project, id, Number(to.id), at);
        }
        await run(client, SQL.history, project, id, "created", "{}", at);
        const event = JSON.stringify(view(id, properties, at));
        await run(client, SQL.event, project, "contact.created", event, at);
        return view(id, properties, at);
      });
    },
    update: (id, { internal_name, value }) =>
      transaction(async (client) => {
        const at = new Date().toISOString();
        const [row] = await run(client, `${SQL.read} for update`, project, id);
        const before = row?.properties as Record<string, string>;
        await run(
          client,
          SQL.update,
          JSON.stringify({ ...before, [internal_name]: value }),
          at,
          project,
          id,
        );
        if (INDEXED.has(internal_name)) {
          await run(
            client,
            SQL.unindex,
            project,
            internal_name,
            before[internal_name]?.toLowerCase(),
            id,
          );
          await run(client, SQL.index(1), project, internal_name, value.toLowerCase(), id);
        }
        const changes = { [internal_name]: [before[internal_name], value] };
        await run(client, SQL.history, project, id, "updated", JSON.stringify(changes), at);
        const event = JSON.stringify({ id, ...changes });
        await run(client, SQL.event, project, "contact.updated", event, at);
      }),
    list: async ({ stage, after, limit }) => {
      const rows =
        stage === null
          ? await run(pool, SQL.list, project, after, limit)
          : await run(pool, SQL.filtered, project, after, limit, stage);
      return rows.map(({ id, properties }) => listed(id, properties as Record<string, string>));
    },
  };
}

/** better-sqlite3 treats `?1` as a named parameter, so this uses `?` and passes a repeated value twice. */
export function prepare(db: Sqlite.Database, text: string) {
  const statement = db.prepare<unknown[], Record<string, unknown>>(text.replaceAll(/\$\d+/g, "?"));
  const order = Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number) - 1);
  return (values: unknown[]) => {
    const given = order.map((index) => values[index]);
    if (statement.reader) return statement.all(...given);
    statement.run(...given);
    return [];
  };
}

function listed(id: unknown, properties: Record<string, string | undefined>) {
  const { email, firstname, lastname, lifecyclestage } = properties;
  return {
    id: String(id),
    email: email ?? null,
    firstName: firstname ?? null,
    lastName: lastname ?? null,
    lifecycleStage: lifecyclestage ?? null,
  };
}

function propertiesOf(body: CreateBody): Record<string, string> {
  return Object.fromEntries(
    body.properties.map(({ internal_name, value }) => [internal_name, value]),
  );
}

function indexRows(properties: Record<string, string>): [string, string][] {
  return Object.entries(properties)
    .filter(([name]) => INDEXED.has(name))
    .map(([name, value]) => [name, value.toLowerCase()]);
}

function view(
  id: number,
  { firstname, lastname, email, phone }: Record<string, string>,
  at: string,
) {
  return { id, createdAt: at, updatedAt: at, firstname, lastname, email, phone: phone ?? null };
}

function grouped(rows: readonly Record<string, unknown>[]) {
  return { company: rows.map((row) => ({ id: String(row.id), type: "contact_to_company" })) };
}
