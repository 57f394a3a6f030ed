import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { freePort, PROGRAM_ENV } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServerProcess, startProcess } from "../support/process.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples/", import.meta.url));

describe("the examples, on the demo of a first start", () => {
  const folder = mkdtempSync(join(tmpdir(), "rapport-examples-"));
  let server: ServerProcess;
  let credentials: Awaited<ReturnType<ServerProcess["credentials"]>>;
  let receiverPort = 0;
  beforeAll(async () => {
    // The receiver creates its certificate at its first start, and Rapport must trust it at its start.
    const { certificate } = await import(join(EXAMPLES, "webhook-receiver/certificate.ts"));
    await certificate();
    server = await startProcess({
      DATA_DIR: join(folder, "data"),
      DEMO: "1",
      PORT: String(await freePort()),
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      NODE_EXTRA_CA_CERTS: join(EXAMPLES, "webhook-receiver/certificate.pem"),
    });
    credentials = await server.credentials();
    receiverPort = await freePort();
  });
  afterAll(async () => {
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  const workspace = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/v1${path}`, {
      headers: {
        authorization: `Bearer ${credentials.apiKey}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    return (await response.json()) as { data: { id: string; [name: string]: unknown } };
  };
  /** Returns a function that sends requests of the Public Object API with a token of every scope it needs. */
  const authorized = async () => {
    const { clientId, clientSecret } = credentials;
    const answer = await fetch(`${server.url}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        scope: "crm.contacts.write crm.contacts.delete crm.deals.write crm.deals.delete",
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return async (method: string, path: string, body?: object) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([200, 201]).toContain(response.status);
      return (await response.json()) as { data: { id: number } };
    };
  };
  const start = (name: string, ...given: readonly string[]) => {
    const child = spawn(process.execPath, [join(EXAMPLES, name, "main.ts"), ...given], {
      env: {
        ...PROGRAM_ENV,
        RAPPORT_URL: server.url,
        CLIENT_ID: credentials.clientId,
        CLIENT_SECRET: credentials.clientSecret,
        API_KEY: credentials.apiKey,
        PORT: String(receiverPort),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { all: "" };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output.all += text;
      });
    }
    return { child, output };
  };
  const run = async (name: string, ...given: readonly string[]) => {
    const { child, output } = start(name, ...given);
    return { code: await ended(child), output: output.all };
  };

  it("nightly-sync creates records, then sends only changes, and reports refused rows", async () => {
    const file = join(folder, "contacts.csv");
    copyFileSync(join(EXAMPLES, "nightly-sync/contacts.csv"), file);
    const first = await run("nightly-sync", file);
    expect(JSON.parse(first.output)).toEqual({ created: 3, updated: 0, unchanged: 0, refused: 0 });

    writeFileSync(file, readFileSync(file, "utf8").replace("Rear admiral", "Admiral"));
    const second = await run("nightly-sync", file);
    expect(JSON.parse(second.output)).toEqual({ created: 0, updated: 1, unchanged: 2, refused: 0 });

    writeFileSync(file, "email,firstname\nnot an email,Charles\n");
    const third = await run("nightly-sync", file);
    expect([third.code, third.output]).toEqual([1, expect.stringContaining("email")]);
    expect(third.output).toContain('"refused":1');
  });

  it("webhook-receiver verifies and stores each event, and deletes its endpoint when it stops", async () => {
    const file = join(folder, "events.db");
    // A receiver that was killed has left it.
    const url = `https://127.0.0.1:${receiverPort}/`;
    await workspace("/webhooks/endpoints", { url, events: ["*"] });
    const { child, output } = start("webhook-receiver", file);
    await expect.poll(() => output.all).toContain("Ctrl-C stops it");
    const { data } = await workspace("/contacts", { email: "hedy@example.com" });
    await expect.poll(() => output.all).toContain("contact.created");
    expect((await workspace("/webhooks/endpoints")).data).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
    const stored = new DatabaseSync(file).prepare("select type, data from events").all();
    expect(stored).toHaveLength(1);
    expect(JSON.parse(String(stored[0]?.data))).toMatchObject({
      id: data.id,
      email: "hedy@example.com",
    });
    expect((await workspace("/webhooks/endpoints")).data).toEqual([]);
  });

  it("mirror has every record as Rapport has it after it was killed and started again", async () => {
    const file = join(folder, "mirror.db");
    const add = async (when: string) => {
      for (let i = 0; i < 5; i++) {
        await workspace("/contacts", { email: `${when}-${i}@mirror.example` });
      }
    };
    const stored = () => {
      const db = new DatabaseSync(join(folder, "data/rapport.db"), { readOnly: true });
      const ids = (from: string) => db.prepare(`select id from ${from} order by id`).all();
      const state = {
        pending: ids("events where pending = 1"),
        live: ids("records where deleted_at is null"),
      };
      db.close();
      return state;
    };
    await add("before");
    const listing = start("mirror", file);
    await expect.poll(() => listing.output.all).toContain("contact records");
    listing.child.kill("SIGKILL");
    await ended(listing.child);
    await add("between");
    const following = start("mirror", file);
    await expect.poll(() => following.output.all).toContain("events");
    await add("meanwhile");
    following.child.kill("SIGKILL");
    await ended(following.child);
    await add("after");
    await expect.poll(() => stored().pending).toEqual([]);

    const { code, output } = await run("mirror", file, "check");
    const { live } = stored();
    expect([code, JSON.parse(output.trim().split("\n").at(-1) ?? "")]).toEqual([
      0,
      { records: live.length, associations: expect.any(Number), isEqual: true },
    ]);
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare("select id from records order by id").all()).toEqual(live);
    copy.close();
    const changed = new DatabaseSync(file);
    changed.exec("update records set record = '' where id = (select max(id) from records)");
    changed.close();
    const again = await run("mirror", file, "check");
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('"isEqual":false')]);
  });

  it("mirror has the associations that a merge, an unmerge or a restore moved", async () => {
    const file = join(folder, "moved.db");
    const send = await authorized();
    const add = async (plural: string, property: object, associations: object[] = []) => {
      const { data } = await send("POST", `/api/objects/${plural}`, {
        properties: [property],
        ...(associations.length > 0 && { associations }),
      });
      return data.id;
    };
    const pairs: (readonly [contact: number, deal: number])[] = [];
    for (let i = 0; i < 3; i++) {
      const deal = await add("deals", { internal_name: "name", value: `Moved ${i}` });
      const email = { internal_name: "email", value: `moved-${i}@mirror.example` };
      const to = { object: "deal", id: String(deal) };
      pairs.push([await add("contacts", email, [{ to }]), deal]);
    }
    const pending = () => {
      const db = new DatabaseSync(join(folder, "data/rapport.db"), { readOnly: true });
      const row = db.prepare("select count(*) n from events where pending = 1").get();
      db.close();
      return row?.n;
    };
    const check = async () => {
      await expect.poll(pending).toBe(0);
      const { output } = await run("mirror", file, "check");
      return JSON.parse(output.trim().split("\n").at(-1) ?? "").isEqual;
    };
    expect(await check()).toBe(true);
    const [[primary], [second, deal], [third]] = pairs as [[number], [number, number], [number]];
    const objects = "/api/crm/objects";
    await send("DELETE", `${objects}/deals/${deal}`);
    const mergeIds = [second, third];
    await send("POST", `${objects}/contacts/merge`, { primaryId: primary, mergeIds });
    expect(await check()).toBe(true);
    await send("POST", `${objects}/deals/${deal}/restore`);
    expect(await check()).toBe(true);
    await send("POST", `${objects}/contacts/${primary}/unmerge`, { mergeId: third });
    expect(await check()).toBe(true);
  });

  it("pipeline-report sums all deals", async () => {
    const { data } = (await workspace("/deals?limit=200")) as unknown as { data: object[] };
    const { code, output } = await run("pipeline-report");
    expect(code).toBe(0);
    const deals = [...output.matchAll(/│ (\d+) +│ '\d+\.\d\d' +│$/gm)].map(([, count]) =>
      Number(count),
    );
    expect(deals.reduce((sum, count) => sum + count, 0)).toBe(data.length);
  });

  it("print one line if Rapport refuses a request", async () => {
    const child = spawn(process.execPath, [join(EXAMPLES, "pipeline-report/main.ts")], {
      env: { ...PROGRAM_ENV, RAPPORT_URL: server.url, API_KEY: "wrong" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (text) => {
      errors += text;
    });
    expect(await ended(child)).toBe(1);
    expect(errors).toMatch(/^The access token is invalid[^\n]+\n$/);
  });

  it("name a missing setting", async () => {
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [join(EXAMPLES, "pipeline-report/main.ts")], {
      env: { PATH },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (text) => {
      errors += text;
    });
    expect(await ended(child)).toBe(2);
    expect(errors).toContain("Set API_KEY");
  });
});

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}
