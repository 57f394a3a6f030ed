import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { DIALECTS, freePort } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fleet, openFleet } from "../support/fleet.ts";
import { QUICK_PROCESSES, runToEnd, type ServerProcess } from "../support/process.ts";

const CLIENTS = 8;
/** A pause of each client, in milliseconds, because a load without pauses slows the start of processes. */
const PAUSE = 50;
const WAIT = { timeout: 60_000, interval: 50 };
const SCOPES = ["contacts:write", "contacts:read"];
const TWO_PROCESSES = { PROCESSES: "2", METRICS_PORT: "0", STOP_GRACE: "1s" };

describe.each(DIALECTS)("several processes on %s", (dialect) => {
  let fleet: Fleet;
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    fleet = await openFleet(dialect);
    server = await fleet.start(TWO_PROCESSES, QUICK_PROCESSES);
    key = await fleet.apiKey(SCOPES);
  });
  afterAll(() => fleet[Symbol.asyncDispose]());

  test("a killed process is replaced, and no acknowledged write is lost", async () => {
    const load = startLoad(server, key, "killed");
    const [victim] = serving(server);
    await load.more(40);
    process.kill(victim as number, "SIGKILL");
    await expect.poll(() => serving(server), WAIT).toSatisfy(areTwoWithout(victim));
    const { created, statuses } = await load.end();
    expect([...statuses]).toEqual([201]);
    expect(await stored(fleet, "killed")).toEqual(expect.arrayContaining(created));
    expect(server.output()).toContain('"signal":"SIGKILL","replacedInMs":0,"msg":"API process');
  });

  test("a stream shows within a second what another process wrote", async () => {
    const token = await fleet.token(server, ["crm.events.read", "crm.contacts.read"]);
    const streams = [0, 1].map(() => openStream(server, token));
    await Promise.all(streams.map(({ opened }) => opened));
    await create(server, key, "streamed@example.com");
    for (const { text } of streams) {
      await expect.poll(text, WAIT).toContain("streamed@example.com");
    }
    for (const { end } of streams) end();
  });

  // Which database they share makes no difference to these.
  if (dialect === "sqlite") {
    test("SIGHUP replaces all processes without refusing a request", async () => {
      const before = serving(server);
      const load = startLoad(server, key, "restarted");
      await load.more(20);
      server.child.kill("SIGHUP");
      await expect
        .poll(() => server.output(), WAIT)
        .toContain('"processes":2,"msg":"restarted API processes"');
      await load.more(20);
      const { created, statuses, errors } = await load.end();
      expect({ statuses: [...statuses], errors }).toEqual({ statuses: [201], errors: [] });
      expect(serving(server)).toSatisfy((now: number[]) =>
        now.every((one) => !before.includes(one)),
      );
      expect(await stored(fleet, "restarted")).toEqual([...created].sort());
    });

    test("a process that hangs is replaced, and a request that it was given is answered", async () => {
      const [victim] = serving(server);
      process.kill(victim as number, "SIGSTOP");
      // Node gives one of these to the process that hangs.
      const answers = await Promise.all(Array.from({ length: 4 }, () => get(server, "/healthz")));
      expect(answers).toEqual([200, 200, 200, 200]);
      await expect.poll(() => serving(server), WAIT).toSatisfy(areTwoWithout(victim));
      expect(server.output()).toContain(`"process":${victim},"silentMs":`);
      expect(await operatorSays(server, "/readyz")).toContain('"ready"');
    });

    test("the metrics are those of all processes, and of those that have ended", async () => {
      const requests = async () => {
        const text = await operatorSays(server, "/metrics");
        expect(text).toContain('rapport_processes{state="ready"} 2');
        const labels = 'method="GET",route="/docs/errors.md",status="200"';
        const name = `rapport_http_request_duration_seconds_count{${labels}}`;
        return Number(text.split(name)[1]?.split("\n")[0] ?? 0);
      };
      const before = await requests();
      await Promise.all(Array.from({ length: 6 }, () => get(server, "/docs/errors.md")));
      await expect.poll(requests, WAIT).toBe(before + 6);
      const [victim] = serving(server);
      process.kill(victim as number, "SIGTERM");
      await expect.poll(() => serving(server), WAIT).toSatisfy(areTwoWithout(victim));
      expect(await requests()).toBe(before + 6);
    });
  }

  test("SIGTERM answers every running request and stops all processes", async () => {
    const load = startLoad(server, key, "stopped");
    await load.more(20);
    const code = await server.end("SIGTERM");
    const { created, statuses, errors } = await load.end();
    expect({ code, statuses: [...statuses] }).toEqual({ code: 0, statuses: [201] });
    // A connection that no process has taken when the port is closed is reset. Nothing of it is stored.
    expect(["ECONNREFUSED", "ECONNRESET"]).toEqual(expect.arrayContaining(errors));
    expect(await stored(fleet, "stopped")).toEqual([...created].sort());
  });
});

test("the limits of a credential hold across processes", async () => {
  await using fleet = await openFleet("sqlite");
  const server = await fleet.start({ PROCESSES: "2", RATE_LIMIT: "30" });
  const key = await fleet.apiKey(SCOPES);
  const authorization = `Bearer ${key}`;
  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => get(server, "/v1/contacts?limit=1", { authorization })),
  );
  // Lines of requests are written up to a second later.
  await expect.poll(() => new Set(answeredBy(server)).size, WAIT).toBe(2);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);

  const token = await fleet.token(server, ["crm.events.read", "crm.contacts.read"]);
  const streams = Array.from({ length: 12 }, () => openStream(server, token));
  const opened = await Promise.all(streams.map((stream) => stream.opened));
  expect(opened.filter((status) => status === 200)).toHaveLength(10);
  expect(opened.filter((status) => status === 429)).toHaveLength(2);
  for (const { end } of streams) end();
});

test("a start that cannot succeed ends with one line", async () => {
  const port = await freePort();
  const taken = createServer().listen(port, "127.0.0.1");
  await once(taken, "listening");
  await using fleet = await openFleet("sqlite");
  const env = { DATABASE_URL: fleet.databaseUrl, DATA_DIR: fleet.dataDir, PROCESSES: "2" };
  const { code, output } = await runToEnd({ ...env, PORT: String(port) });
  taken.close();
  expect(code).toBe(1);
  expect(output).toBe(
    `rapport: PORT ${port} is in use by another program; set PORT to another port.\n`,
  );
});

/** Returns the ids of the processes that serve, in the order of their start. */
function serving(server: ServerProcess): number[] {
  const pids = (message: string, name: string) =>
    [...server.output().matchAll(/^\{.*\}$/gm)]
      .map(([line]) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === message)
      .map((line) => line[name] as number);
  const gone = [
    ...pids("process leaves", "pid"),
    ...pids("stopping", "pid"),
    ...pids("API process ended", "process"),
  ];
  return pids("process serves", "pid").filter((pid) => !gone.includes(pid));
}

function areTwoWithout(victim: number | undefined) {
  return (pids: number[]) => pids.length === 2 && !pids.includes(victim as number);
}

/** Returns the process of each request in the log. */
function answeredBy(server: ServerProcess): string[] {
  return [...server.output().matchAll(/"pid":(\d+),[^\n]*"requestId"/g)].map(
    ([, pid]) => pid ?? "",
  );
}

async function operatorSays(server: ServerProcess, path: string): Promise<string> {
  const port = /"metricsPort":(\d+)/.exec(server.output())?.[1];
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return response.text();
}

/** Sends a request on a connection of its own. */
function get(server: ServerProcess, path: string, headers = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { agent: false, headers }, (res) => {
      res.resume();
      res.once("end", () => resolve(res.statusCode ?? 0));
    });
    sent.once("error", reject).end();
  });
}

function create(
  server: ServerProcess,
  key: string,
  email: string,
  agent?: Agent,
): Promise<{ status: number } | { error: string }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? "" });
    const options = { method: "POST", headers, agent };
    const sent = request(`${server.url}/v1/contacts`, options, (res: IncomingMessage) => {
      res.once("error", failed).resume();
      res.once("end", () => resolve({ status: res.statusCode ?? 0 }));
    });
    sent.once("error", failed).end(JSON.stringify({ email }));
  });
}

/** Creates contacts with keep-alive connections until it is ended. */
function startLoad(server: ServerProcess, key: string, name: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const created: string[] = [];
  const statuses = new Set<number>();
  const errors: string[] = [];
  let isEnding = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 0; !isEnding; n++) {
      const email = `${client}-${n}@${name}.example.com`;
      const outcome = await create(server, key, email, agent);
      if ("status" in outcome) {
        statuses.add(outcome.status);
        if (outcome.status === 201) created.push(email);
      } else errors.push(outcome.error);
      if (errors.at(-1) === "ECONNREFUSED") return;
      await delay(PAUSE + client);
    }
  });
  return {
    /** Waits until some more contacts are created. */
    async more(count: number): Promise<void> {
      const goal = created.length + count;
      await expect.poll(() => created.length, WAIT).toBeGreaterThanOrEqual(goal);
    },
    async end() {
      isEnding = true;
      await Promise.all(clients);
      agent.destroy();
      return { created, statuses, errors };
    },
  };
}

/** Returns the stored emails of a load. */
async function stored(fleet: Fleet, name: string): Promise<string[]> {
  const rows = await fleet.db.kysely.selectFrom("record_index").selectAll().execute();
  return rows
    .filter(({ property, value }) => property === "email" && value.endsWith(`@${name}.example.com`))
    .map(({ value }) => value)
    .sort();
}

function openStream(server: ServerProcess, token: string) {
  let text = "";
  const headers = { authorization: `Bearer ${token}` };
  const sent = request(`${server.url}/api/crm/events/stream`, { agent: false, headers });
  sent.on("error", () => undefined).end();
  const opened = new Promise<number>((resolve) => {
    sent.once("response", (res) => {
      res.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      res.on("error", () => undefined);
      resolve(res.statusCode ?? 0);
    });
  });
  return { opened, text: () => text, end: () => void sent.destroy() };
}
