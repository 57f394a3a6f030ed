import { randomUUID } from "node:crypto";
import {
  createExport,
  createRecord,
  deleteRecord,
  type Principal,
  restoreRecord,
  startWorker,
  updateRecord,
} from "@rapport/core";
import { openService, type Service } from "@rapport/service/service";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { bulkChanges } from "./support/changes.ts";
import { oldSchemas, type Schema } from "./support/old-schemas.ts";

// An admin changes the schema in one process while another writes records.
describe.each(DIALECTS)("records written by an older schema on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let other: Service;
  let principal: Principal;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    other = await openService(app.config);
    const { tenantId, projectId } = app;
    principal = { kind: "user", id: "1", tenantId, projectId, scopes: new Set() };
  });
  afterAll(async () => {
    await other.close();
    await app[Symbol.asyncDispose]();
  });

  const items = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([internal_name, value]) => ({ internal_name, value }));
  const create = (values: Readonly<Record<string, string>>, type: "contact" | "deal" = "contact") =>
    createRecord({ deps: other.deps, principal }, type, {
      properties: items({ ...(type === "contact" && { email: "ada@example.com" }), ...values }),
    });
  const property = (name: string, more: { indexed?: boolean; unique?: boolean } = {}) =>
    admin.trpc.schema.saveProperty.mutate({
      projectId: app.projectId,
      type: "contact",
      settings: { name, label: name, ...more },
    });
  /** A property that the other process knows. */
  const known = async (name: string) => {
    await property(name);
    other.deps.schemas.clear();
  };
  const found = async (name: string, value: string) => {
    const filters = [{ property: name, operator: "eq" as const, value }];
    const list = {
      projectId: app.projectId,
      type: "contact" as const,
      groups: [filters],
      limit: 100,
    };
    return (await admin.trpc.records.list.query(list)).records.map(({ id }) => id);
  };
  /** Lets the other process read the schema, then changes it. */
  const behind = async (change: () => Promise<unknown>) => {
    other.deps.schemas.clear();
    await other.deps.schemas.get(app.projectId);
    await change();
  };

  it("finds a created record by a newly indexed property", async () => {
    await known("team");
    await behind(() => property("team", { indexed: true }));
    const { id } = await create({ team: "red" });
    expect(await found("team", "red")).toEqual([id]);
  });

  it("finds an updated and a restored record by it, but no deleted one", async () => {
    await known("floor");
    const { id } = await create({ floor: "1" });
    await behind(() => property("floor", { indexed: true }));
    await updateRecord(
      { deps: other.deps, principal },
      { type: "contact", id },
      items({ floor: "2" }),
    );
    expect([await found("floor", "1"), await found("floor", "2")]).toEqual([[], [id]]);

    await property("floor", { indexed: false });
    await behind(() => property("floor", { indexed: true }));
    await deleteRecord({ deps: other.deps, principal }, "contact", id);
    expect(await found("floor", "2")).toEqual([]);

    await property("floor", { indexed: false });
    await behind(() => property("floor", { indexed: true }));
    await restoreRecord({ deps: other.deps, principal }, "contact", id);
    expect(await found("floor", "2")).toEqual([id]);
  });

  it("returns 409 for a duplicate of a newly unique value", async () => {
    await known("badge");
    const { id } = await create({ badge: "7" });
    await behind(() => property("badge", { unique: true }));
    await expect(create({ badge: "7" })).rejects.toMatchObject({
      code: "CONFLICT",
      issues: [{ code: "value_not_unique", conflictingId: String(id) }],
    });
  });

  it("returns 400 for a removed property or stage", async () => {
    const { projectId } = app;
    await known("gone");
    await behind(() =>
      admin.trpc.schema.removeProperty.mutate({ projectId, type: "contact", name: "gone" }),
    );
    await expect(create({ gone: "x" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      issues: [{ code: "property_unknown" }],
    });
    const place = { projectId, type: "deal", pipeline: "default", stage: "new" } as const;
    await behind(() => admin.trpc.schema.removeStage.mutate(place));
    await expect(create({ name: "Lamp", stage: "new" }, "deal")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      issues: [{ code: "unknown_stage" }],
    });
  });

  it("indexes records that are written while a property becomes indexed", async () => {
    for (let round = 0; round < 5; round++) {
      const name = `raced${round}`;
      await known(name);
      let made = 0;
      const one = async () => {
        await create({ [name]: "x" });
        made++;
      };
      const writers = Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 5; n++) await one();
      });
      await Promise.all([property(name, { indexed: true }), ...writers]);
      expect(await found(name, "x")).toHaveLength(made);
    }
  });

  it("returns 409 if the schema keeps changing during an update", async () => {
    const old = await other.deps.schemas.get(app.projectId);
    await property("restless");
    const schemas = oldSchemas(other.deps.schemas, () => old);
    const writing = createRecord({ deps: { ...other.deps, schemas }, principal }, "contact", {
      properties: items({ email: `${randomUUID()}@example.com` }),
    });
    await expect(writing).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The schema changed while the record was being written. Try again.",
    });
  });

  it("exports and bulk-changes what was added right before", async () => {
    const { projectId } = app;
    const { id } = await create({ email: `${randomUUID()}@example.com` });
    const errors: unknown[] = [];
    /** The schema of a process that has not yet seen the changes below. */
    let old: Schema | undefined = await other.deps.schemas.get(projectId);
    const clear = () => {
      old = undefined;
      other.deps.schemas.clear();
    };
    const schemas = oldSchemas(other.deps.schemas, () => old, clear);
    const onError = (error: unknown) => errors.push(error);
    const worker = startWorker({ ...other.deps, schemas }, { onError });
    try {
      await property("brand_new");
      const change = await bulkChanges(app, admin).make({
        type: "contact",
        selection: { ids: [id] },
        action: {
          kind: "edit",
          edits: [{ internal_name: "brand_new", how: "set", value: "x" }],
        },
      });
      expect(change).toMatchObject({ state: "done", changed: 1, refused: 0 });

      old = await app.deps.schemas.get(projectId);
      await property("newer_still");
      const filters = [{ internal_name: "newer_still", operator: "NOT_HAS_PROPERTY" as const }];
      await createExport(
        { deps: app.deps, principal },
        {
          ...{ object: "contact", format: "csv", gzip: false, labels: true },
          filterGroups: [{ filters }],
        },
        { isCounted: true },
      );
      await expect
        .poll(async () => (await admin.trpc.exports.list.query({ projectId })).exports, {
          timeout: 10_000,
        })
        .toMatchObject([{ state: "done", failure: null }]);
    } finally {
      await worker.stop();
    }
    expect(errors).toEqual([]);
  });
});
