import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect, createServer } from "node:net";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase } from "@rapport/db";
import { ConfigError, readConfig } from "@rapport/service/settings/config";
import { DIALECTS, freePort, migratedDatabase } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runToEnd, type ServerProcess, startProcess } from "../support/process.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "rapport-start-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe("a start", () => {
  test("ends with one line that names a wrong setting, without secrets", async () => {
    const DATABASE_URL = "mysql://u:hunter2@h/x";
    const { code, output } = await runToEnd({ DATA_DIR: dataDir, DATABASE_URL });
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toContain("DATABASE_URL");
    expect(output).not.toContain("hunter2");
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["RATE_LIMIT", "-1"],
    ["LOG_LEVEL", "loud"],
    ["DEMO", "yes"],
    ["PUBLIC_URL", "crm.example.com"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["SECRET_KEY", "short"],
  ])("refuses a wrong %s (%s) with one line that names it", (name, value) => {
    const read = () => readConfig({ DATA_DIR: dataDir, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} [^\n]+$`));
  });

  test("ends with one line if the demo cannot be set up", async () => {
    const db = openDatabase(`sqlite:${join(dataDir, "rapport.db")}`);
    await migrate(db);
    const refuse = "begin select raise(abort, 'no tenants today'); end";
    const trigger = `create trigger refused before insert on tenants ${refuse}`;
    await db.transaction((tx) => tx.execute({ name: "refuse_tenants", sql: trigger }, []));
    await db.close();
    const { code, output } = await runToEnd({ DATA_DIR: dataDir, DEMO: "1" });
    expect(code).toBe(1);
    expect(output).toContain("rapport: cannot start: no tenants today");
  });

  test("makes no demo if the file of its credentials cannot be written", async () => {
    mkdirSync(join(dataDir, "first-credentials.txt"));
    const { code, output } = await runToEnd({ DATA_DIR: dataDir, DEMO: "1" });
    expect(code).toBe(1);
    expect(output).toContain(`rapport: DATA_DIR ${dataDir} cannot hold first-credentials.txt`);
    rmSync(join(dataDir, "first-credentials.txt"), { recursive: true });
    const again = await startProcess({ DATA_DIR: dataDir, DEMO: "1" });
    expect((await again.credentials()).apiKey).toMatch(/^rpk_/);
    await again.end("SIGTERM");
  });

  test("makes a demo by default if NODE_ENV is not production", async () => {
    const server = await startProcess({ DATA_DIR: dataDir, DEMO: "", NODE_ENV: "" });
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain("Ctrl-C");
    expect(existsSync(join(dataDir, "first-credentials.txt"))).toBe(true);
    await server.end("SIGTERM");
  });

  test("waits for a PostgreSQL that starts later", async () => {
    const database = await migratedDatabase("postgres");
    const url = new URL(database.url);
    const port = await freePort();
    const late = new URL(url);
    late.host = `127.0.0.1:${port}`;
    const env = { DATA_DIR: dataDir, DATABASE_URL: late.href };
    const starting = startProcess({ ...env, DATABASE_WAIT: "60s" });
    const refused = await runToEnd({ ...env, DATABASE_WAIT: "0" });
    expect(refused.output).toMatch(/^rapport: DATABASE_URL: the database cannot be reached: /);
    const proxy = createServer((near) => {
      const far = connect(Number(url.port), url.hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on("error", () => socket.destroy());
    });
    proxy.listen(port, "127.0.0.1");
    const server = await starting;
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.end("SIGTERM")).toBe(0);
    proxy.close();
    await database.drop();
  });

  test("ends with one line if the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, output } = await runToEnd({ DATA_DIR: dataDir, PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toContain("in use");
  });

  test.each(DIALECTS)("ends with one line after an unfinished copy on %s", async (dialect) => {
    const database = await migratedDatabase(dialect);
    const db = openDatabase(database.url);
    await db.kysely.schema.createTable("rapport_copy").addColumn("x", "text").execute();
    await db.close();
    const { code, output } = await runToEnd({ DATA_DIR: dataDir, DATABASE_URL: database.url });
    await database.drop();
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toContain('run the same "rapport copy" again');
  });

  test("keeps the demo's credentials and commands in a private file without a terminal, and they work", async () => {
    const first = await startProcess({ DATA_DIR: dataDir, DEMO: "1" });
    const { clientId: id, clientSecret: secret, apiKey } = await first.credentials();
    const file = join(dataDir, "first-credentials.txt");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.output()).toContain(file);
    for (const text of [id, secret, apiKey]) {
      expect(text).not.toBe("");
      expect(first.output()).not.toContain(text);
    }
    const answer = await fetch(`${first.url}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "crm.contacts.read" }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const path = /(\/api\/crm\/objects\/contacts\/\d+\?associations=company)/.exec(
      readFileSync(file, "utf8"),
    )?.[1];
    rmSync(file);
    const read = await fetch(`${first.url}${path}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { data } = (await read.json()) as { data: { associations: { company: unknown[] } } };
    expect(data.associations.company).toHaveLength(1);
    // The bundler leaves out calls that it takes for needless, such as one that only checks.
    const wrong = await fetch(`${first.url}/v1/contacts?email=m%FCller@example.com`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(wrong.status).toBe(400);
    expect(await first.end("SIGTERM")).toBe(0);

    const second = await startProcess({ DATA_DIR: dataDir, DEMO: "1" });
    await expect.poll(() => second.output(), { timeout: 60_000 }).toContain("Ctrl-C");
    expect(second.output()).not.toContain("credentials");
    expect(existsSync(file)).toBe(false);
    const again = await fetch(`${second.url}${path}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(again.status).toBe(200);
    expect(await second.end("SIGINT")).toBe(0);
  });
});

describe("a start without settings", () => {
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "rapport-start-"));
    server = await startProcess({ DATA_DIR: folder, PUBLIC_URL: "", DEMO: "" });
  });
  afterAll(async () => {
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until it has printed all that it says at a start. */
  const hasStarted = () =>
    expect.poll(() => server.output(), { timeout: 60_000 }).toContain("Ctrl-C");

  test("makes no demo if NODE_ENV is production", async () => {
    await hasStarted();
    expect(existsSync(join(folder, "first-credentials.txt"))).toBe(false);
  });

  test("prints the port that the system chose for PORT=0, and uses it in the issuer", async () => {
    await hasStarted();
    expect(server.output()).toContain(`API              ${server.url}\n`);
    const answer = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({ issuer: server.url });
  });

  test("creates a secret key that only its owner can read", () => {
    const file = join(folder, "secret-key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(file, "utf8").trim(), "base64")).toHaveLength(32);
  });

  test.runIf(existsSync("/proc/self/task"))(
    "lets requests go before the threads of V8",
    async () => {
      await hasStarted();
      const tasks = `/proc/${server.child.pid}/task`;
      const niceness = (isEngine: boolean) =>
        readdirSync(tasks)
          .filter((id) => /V8Worker/.test(readFileSync(`${tasks}/${id}/comm`, "utf8")) === isEngine)
          .map((id) => getPriority(Number(id)));
      const own = getPriority();
      expect(new Set(niceness(true))).toEqual(new Set([own + 10]));
      expect(new Set(niceness(false))).toEqual(new Set([own]));
    },
  );
});

describe("a stop", () => {
  test("is clean as soon as the log says that the server listens", async () => {
    // The demo is set up after that line.
    const server = await startProcess({ DATA_DIR: dataDir, DEMO: "1" });
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.output()).toContain('"msg":"stopped"');
  });

  test("answers a request in progress before the process ends", async () => {
    const server = await startProcess({ DATA_DIR: dataDir });
    const sending = request(`${server.url}/oauth2/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa("nobody:nothing")}`,
        "content-type": "application/x-www-form-urlencoded",
        expect: "100-continue",
      },
    });
    const answered = once(sending, "response");
    sending.flushHeaders();
    await once(sending, "continue");
    const ending = server.end("SIGTERM");
    const state = () =>
      fetch(`${server.url}/healthz`).then(
        () => "up",
        () => "down",
      );
    await expect.poll(state).toBe("down");
    sending.end("grant_type=client_credentials");
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    response.resume();
    expect(await ending).toBe(0);
  });
});
