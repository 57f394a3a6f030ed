import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("the cache of project schemas on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("loads a schema once for callers that ask at the same time", async () => {
    const { projectId } = await app.caller();
    const { schemas } = app.deps;
    schemas.clear();
    const [first, second] = await Promise.all([schemas.get(projectId), schemas.get(projectId)]);
    expect(second).toBe(first);
  });

  it("keeps a schema, also for transactions", async () => {
    const { projectId } = await app.caller();
    const { db, schemas } = app.deps;
    // The first poll of a process clears the cache once.
    await vi.waitFor(async () => {
      const schema = await schemas.get(projectId);
      expect(await schemas.get(projectId)).toBe(schema);
      const inside = await db.transaction((tx) => schemas.within(tx).get(projectId));
      expect(inside).toBe(schema);
    });
  });

  it("returns a schema that changes while it is loaded, but does not keep it", async () => {
    const { projectId } = await app.caller();
    const { schemas } = app.deps;
    schemas.clear();
    const loading = schemas.get(projectId);
    schemas.clear();
    const schema = await loading;
    expect(schema.object("contact").properties.has("email")).toBe(true);
    expect(await schemas.get(projectId)).not.toBe(schema);
  });

  it("does not wait for a load inside a transaction", async () => {
    const { projectId } = await app.caller();
    const { db, schemas } = app.deps;
    schemas.clear();
    const { outside, inside } = await db.transaction(async (tx) => {
      const outside = schemas.get(projectId);
      return { outside: { schema: outside }, inside: await schemas.within(tx).get(projectId) };
    });
    const loaded = await outside.schema;
    expect(inside).toEqual(loaded);
    expect(inside).not.toBe(loaded);
  });
});
