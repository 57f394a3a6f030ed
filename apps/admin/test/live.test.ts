import { createProject, startWorker } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

interface Message {
  readonly id: number;
  readonly data: { subjects: string[]; ids: number[]; isMany: boolean };
}

describe.each(DIALECTS)("the stream of live changes on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: ReturnType<typeof startWorker>;
  const errors: unknown[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("read-only");
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  /** Opens a stream and returns a function that waits for its next message. */
  async function open(projectId: number, lastEventId?: number) {
    const ending = new AbortController();
    const response = await fetch(`${app.url}/live/${projectId}`, {
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
        const found = /id: (\d+)\ndata: (.*)\n\n/.exec(text);
        if (found?.[2] !== undefined) {
          text = text.slice(found.index + found[0].length);
          return { id: Number(found[1]), data: JSON.parse(found[2]) };
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
    return { projectId, create };
  }

  it("names the records that change, and not those of another project", async () => {
    const { projectId, create } = await newProject();
    const other = await newProject();
    const before = await create("before@example.com");
    const stream = await open(projectId);
    const theirs = await open(other.projectId);
    let start = await stream.next();
    while (start.id < 1) start = await stream.next();
    expect(start).toEqual({
      id: 1,
      data: { subjects: ["contact"], ids: [before], isMany: false },
    });
    expect(await theirs.next()).toEqual({
      id: 0,
      data: { subjects: [], ids: [], isMany: false },
    });
    const id = await create("ada@example.com");
    expect(await stream.next()).toEqual({
      id: 2,
      data: { subjects: ["contact"], ids: [id], isMany: false },
    });
    const own = await other.create("own@example.com");
    expect((await theirs.next()).data.ids).toEqual([own]);
    stream.close();
    theirs.close();
  });

  it("tells a page that reconnects what it missed", async () => {
    const { projectId, create } = await newProject();
    const ids = [await create("a@example.com"), await create("b@example.com")];
    const all = await open(projectId, 0);
    let seen = await all.next();
    while (seen.id < 2) seen = await all.next();
    all.close();
    const again = await open(projectId, 1);
    expect(await again.next()).toEqual({
      id: 2,
      data: { subjects: ["contact"], ids: [ids[1]], isMany: false },
    });
    again.close();
  });

  it("says that anything may have changed after more than 200 events, or in a restored database", async () => {
    const { projectId, create } = await newProject();
    const inputs = Array.from({ length: 201 }, (_, i) => create(`c${i}@example.com`));
    await Promise.all(inputs);
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

  it("returns 401 without a session, 404 for an unknown project and for a malformed one", async () => {
    const status = async (path: string, cookie?: string) =>
      (await app.send("GET", path, cookie === undefined ? {} : { cookie })).status;
    expect(await status(`/live/${app.projectId}`)).toBe(401);
    expect(await status("/live/999999", admin.cookie)).toBe(404);
    expect(await status("/live/x", admin.cookie)).toBe(404);
    expect(await status("/live/1e3", admin.cookie)).toBe(404);
  });
});
