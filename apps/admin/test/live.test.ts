import { once } from "node:events";
import { connect } from "node:net";
import { createProject } from "@rapport/core";
import { liveRevisions } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn } from "./support/admin-app.ts";
import { makeMany } from "./support/records.ts";
import { receiverOfTest, startDeliveringApp } from "./support/webhooks.ts";

/** Every stream ends after this time. */
const LIFETIME_MS = 60_000;

interface Message {
  /** The whole id, from which a page goes on. */
  readonly at: string;
  /** The number of the last event. */
  readonly id: number;
  readonly data: { subjects: string[]; ids: number[]; isMany: boolean };
}

describe.each(DIALECTS)("the stream of live changes on %s", (dialect) => {
  // What opens and ends a stream is in the memory of the server.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let admin: SignedIn;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ app, stop } = await startDeliveringApp(dialect));
    admin = await app.admin("read-only");
  });
  afterAll(() => stop());

  /** Opens a stream and returns a function that waits for its next message. */
  async function open(projectId: number, lastEventId?: number | string, query = "?usage=1") {
    const ending = new AbortController();
    const response = await fetch(`${app.url}/live/${projectId}${query}`, {
      headers: {
        cookie: admin.cookie,
        ...(lastEventId === undefined ? {} : { "last-event-id": String(lastEventId) }),
      },
      signal: ending.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    async function next(): Promise<Message> {
      for (;;) {
        const found = /id: ((\d+)\S*)\ndata: (.*)\n\n/.exec(text);
        if (found?.[3] !== undefined) {
          text = text.slice(found.index + found[0].length);
          return { at: String(found[1]), id: Number(found[2]), data: JSON.parse(found[3]) };
        }
        const part = await reader?.read();
        if (part === undefined || part.done) throw new Error("the stream has ended");
        text += part.value;
      }
    }
    return { response, next, close: () => ending.abort() };
  }

  async function newProject() {
    const projectId = await createProject(app.deps, app.tenantId, "Live");
    const { trpc } = await app.admin("admin");
    const create = async (email: string) => {
      const properties = [{ internal_name: "email", value: email }];
      const input = { projectId, type: "contact" as const, properties };
      return (await trpc.records.create.mutate(input)).id;
    };
    return { projectId, create, trpc };
  }

  it("names the records that change, and not those of another project", async () => {
    const { projectId, create } = await newProject();
    const other = await newProject();
    const before = await create("before@example.com");
    const stream = await open(projectId);
    const theirs = await open(other.projectId);
    let start = await stream.next();
    while (start.id < 1) start = await stream.next();
    expect(start).toMatchObject({
      id: 1,
      data: { subjects: ["contact"], ids: [before], isMany: false },
    });
    expect(await theirs.next()).toMatchObject({
      id: 0,
      data: { subjects: [], ids: [], isMany: false },
    });
    const id = await create("ada@example.com");
    expect(await stream.next()).toMatchObject({
      id: 2,
      data: { subjects: ["contact"], ids: [id], isMany: false },
    });
    const own = await other.create("own@example.com");
    expect((await theirs.next()).data.ids).toEqual([own]);
    stream.close();
    theirs.close();
  });

  it("sends a page that reconnects what it missed", async () => {
    const { projectId, create } = await newProject();
    const ids = [await create("a@example.com"), await create("b@example.com")];
    const all = await open(projectId, 0);
    let seen = await all.next();
    while (seen.id < 2) seen = await all.next();
    all.close();
    const again = await open(projectId, 1);
    expect(await again.next()).toMatchObject({
      id: 2,
      data: { subjects: ["contact"], ids: [ids[1]], isMany: false },
    });
    again.close();
  });

  it("names jobs and deliveries that change, also to a page that reconnects", async () => {
    const { projectId, create, trpc } = await newProject();
    const stream = await open(projectId);
    async function until(subject: string): Promise<Message> {
      for (;;) {
        const message = await stream.next();
        if (message.data.subjects.includes(subject)) return message;
      }
    }
    const receiver = await receiverOfTest();
    const endpoint = { projectId, url: receiver.url, events: ["company.created"] };
    const { id: endpointId } = await trpc.webhooks.endpoints.create.mutate(endpoint);
    await until("deliveries");
    const sent = await trpc.webhooks.endpoints.sendTest.mutate({ projectId, endpointId });
    const read = () => trpc.webhooks.deliveries.read.query({ projectId, id: sent.deliveryId });
    while ((await read()).status !== "delivered") await until("deliveries");
    const startJob = async (email: string) => {
      const ids = [await create(email)];
      const change = { selection: { ids }, action: { kind: "delete" } } as const;
      await trpc.changes.start.mutate({ projectId, type: "contact", ...change });
    };
    await startJob("one@example.com");
    const { at } = await until("jobs");
    stream.close();
    await startJob("two@example.com");
    const again = await open(projectId, at);
    const { subjects } = (await again.next()).data;
    expect(subjects).toContain("jobs");
    expect(subjects).not.toContain("deliveries");
    again.close();
  });

  it("names views that are saved, changed and deleted, also to a page that reconnects", async () => {
    const { projectId, trpc } = await newProject();
    const board = { pipeline: null, collapsed: [], cards: null };
    const content = { layout: "table" as const, groups: [], sort: null, columns: null, board };
    const settings = { name: "Mine", isShared: false, content };
    const { id, version } = await trpc.views.create.mutate({
      projectId,
      type: "deal",
      ...settings,
    });
    const stream = await open(projectId);
    const first = await stream.next();
    expect(first).toMatchObject({ at: "0.0.0.0.1.0.0", data: { subjects: ["views"], ids: [] } });
    await trpc.views.change.mutate({ projectId, id, version, changes: { name: "Ours" } });
    expect(await stream.next()).toMatchObject({
      at: "0.0.0.0.2.0.0",
      data: { subjects: ["views"] },
    });
    stream.close();
    await trpc.views.delete.mutate({ projectId, id });
    const again = await open(projectId, first.at);
    expect(await again.next()).toMatchObject({
      at: "0.0.0.0.3.0.0",
      data: { subjects: ["views"] },
    });
    again.close();
    // The id of a page that was open before the server was updated.
    const older = await open(projectId, "0.0.0.0");
    expect(await older.next()).toMatchObject({
      at: "0.0.0.0.3.0.0",
      data: { subjects: ["views"] },
    });
    older.close();
  });

  onSqlite(
    "names usage only to pages that ask for it, because those of version 0.2 do not know it",
    async () => {
      const { projectId, create } = await newProject();
      const noteUsage = () =>
        app.deps.db.transaction((tx) => liveRevisions.noteRevision(tx, { projectId }, "usage"));
      await noteUsage();
      const [asks, older] = [await open(projectId), await open(projectId, undefined, "")];
      const first = await asks.next();
      expect(first).toMatchObject({ at: "0.0.0.1.0.0.0", data: { subjects: ["usage"] } });
      expect(await older.next()).toMatchObject({ at: "0.0.0..0.0.0", data: { subjects: [] } });
      await noteUsage();
      expect((await asks.next()).at).toBe("0.0.0.2.0.0.0");
      const id = await create("after-usage@example.com");
      let next = await older.next();
      while (next.id < 1) next = await older.next();
      expect(next).toMatchObject({
        at: "1.0.0..0.0.0",
        data: { subjects: ["contact"], ids: [id] },
      });
      asks.close();
      older.close();
      const again = await open(projectId, first.at);
      const missed = await again.next();
      expect(missed.data.subjects).toEqual(["contact", "usage"]);
      again.close();
      const last = await open(projectId, missed.at);
      await create("later@example.com");
      let later = await last.next();
      while (later.id < 2) later = await last.next();
      expect(later).toMatchObject({ at: "2.0.0.2.0.0.0", data: { subjects: ["contact"] } });
      last.close();
    },
  );

  it("says that anything may have changed after more than 200 events, or in a restored database", async () => {
    const { projectId } = await newProject();
    const contacts = Array.from({ length: 201 }, (_, i) => ({ email: `c${i}@example.com` }));
    await makeMany(app, projectId, "contact", contacts);
    const follower = await open(projectId, 200);
    let seen = await follower.next();
    while (seen.id < 201) seen = await follower.next();
    follower.close();
    for (const lastEventId of [0, 100_000]) {
      const stream = await open(projectId, lastEventId);
      const { data } = await stream.next();
      expect(data).toEqual({ subjects: [], ids: [], isMany: true });
      stream.close();
    }
  });

  onSqlite("keeps no place for pages that leave before it opens", async () => {
    const { projectId } = await newProject();
    const { port } = new URL(app.url);
    const head = ["Host: 127.0.0.1", `Cookie: ${admin.cookie}`, "", ""];
    const request = [`GET /live/${projectId} HTTP/1.1`, ...head].join("\r\n");
    const leaveEarly = async () => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(request, () => setImmediate(() => socket.destroy()));
      await once(socket, "close");
    };
    // More than there are places.
    for (let i = 0; i < 26; i++) await Promise.all(Array.from({ length: 20 }, leaveEarly));
    await expect
      .poll(async () => {
        const stream = await open(projectId);
        stream.close();
        return stream.response.status;
      })
      .toBe(200);
  });

  const ends: readonly [string, (admin: SignedIn, cookie: string) => Promise<unknown>][] = [
    ["a sign-out", (_, cookie) => app.send("DELETE", "/session", { cookie })],
    [
      "its end in the list of sessions",
      async ({ trpc }) => {
        const own = (await trpc.me.query()).sessionId;
        const ids = (await trpc.access.sessions.mine.query()).map(({ id }) => id);
        const sessionId = ids.find((id) => id !== own) ?? "";
        await trpc.access.sessions.endOneOfMine.mutate({ sessionId });
      },
    ],
    ["the end of all sessions", ({ trpc }) => trpc.access.sessions.endMine.mutate()],
    [
      "a new password",
      ({ trpc, password: current }) =>
        trpc.access.admins.setMyPassword.mutate({ current, next: "another password" }),
    ],
  ];
  // The stream hears of the end of a session, however it ended.
  it.each(dialect === "sqlite" ? ends : ends.slice(0, 1))(
    "ends with its session, by %s",
    { timeout: LIFETIME_MS - 1_000 },
    async (_, end) => {
      const own = await app.admin("admin");
      const { email, password } = own;
      const cookie = cookieOf(await app.send("POST", "/session", { json: { email, password } }));
      const stream = await fetch(`${app.url}/live/${app.projectId}`, { headers: { cookie } });
      expect(stream.status).toBe(200);
      await end(own, cookie);
      await stream.text();
    },
  );

  onSqlite(
    "returns 401 without a session, 404 for an unknown project and for a malformed one",
    async () => {
      const status = async (path: string, cookie?: string) =>
        (await app.send("GET", path, cookie === undefined ? {} : { cookie })).status;
      expect(await status(`/live/${app.projectId}`)).toBe(401);
      expect(await status("/live/999999", admin.cookie)).toBe(404);
      expect(await status("/live/x", admin.cookie)).toBe(404);
      expect(await status("/live/1e3", admin.cookie)).toBe(404);
    },
  );
});
