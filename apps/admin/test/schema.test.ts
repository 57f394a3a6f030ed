import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { oldSchemas } from "./support/old-schemas.ts";

describe.each(DIALECTS)("the schema procedures on %s", (dialect) => {
  let app: AdminApp;
  let trpc: SignedIn["trpc"];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("admin"));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const of = <T extends object>(input: T) => ({ projectId: app.projectId, ...input });
  const deals = <T extends object>(input: T) => of({ type: "deal" as const, ...input });
  const make = (type: "deal" | "contact" | "ticket", properties: Record<string, string>) =>
    trpc.records.create.mutate(
      of({
        type,
        properties: Object.entries(properties).map(([internal_name, value]) => ({
          internal_name,
          value,
        })),
      }),
    );
  const pipelinesOf = async (type: "deal" | "ticket" | "lead" | "appointment") =>
    (await trpc.schema.read.query(of({ type }))).pipelines;
  const refusal = (httpStatus: number, ...codes: readonly string[]) => ({
    data: {
      httpStatus,
      ...(codes.length > 0 ? { issues: codes.map((code) => ({ code })) } : {}),
    },
  });
  const newPipeline = async (label: string, stages: readonly string[]) => {
    const after = await trpc.schema.savePipeline.mutate(
      deals({
        pipeline: { label, stages: stages.map((one) => ({ label: one, probability: 0.5 })) },
      }),
    );
    return after.at(-1)?.key ?? "";
  };

  describe("properties", () => {
    const contacts = <T extends object>(input: T) => of({ type: "contact" as const, ...input });
    const add = (name: string, more: { indexed?: boolean; unique?: boolean } = {}) =>
      trpc.schema.saveProperty.mutate(contacts({ settings: { name, label: name, ...more } }));

    it("removes an unused property, which can be added again with another type", async () => {
      await add("shoe");
      await trpc.schema.removeProperty.mutate(contacts({ name: "shoe" }));
      const { properties } = await trpc.schema.read.query(contacts({}));
      expect(properties.map(({ name }) => name)).not.toContain("shoe");
      await expect(make("contact", { email: "s@example.com", shoe: "42" })).rejects.toMatchObject(
        refusal(400),
      );
      const settings = { name: "shoe", label: "Shoe", type: "number" as const };
      await trpc.schema.saveProperty.mutate(contacts({ settings }));
    });

    it("returns 409 for a property that live or deleted records use", async () => {
      await add("badge", { indexed: true, unique: true });
      const one = await make("contact", { email: "a@example.com", badge: "1" });
      const other = await make("contact", { email: "b@example.com", badge: "2" });
      await trpc.records.delete.mutate(contacts({ id: other.id }));
      const usage = { records: 1, deleted: 1, merged: 0, isMore: false };
      const badge = contacts({ name: "badge" });
      expect(await trpc.schema.propertyUsage.query(badge)).toEqual(usage);
      await expect(trpc.schema.removeProperty.mutate(badge)).rejects.toMatchObject({
        data: { httpStatus: 409, issues: [{ code: "in_use", ...usage }] },
      });
      const item = { internal_name: "badge", value: null };
      await trpc.records.set.mutate(contacts({ id: one.id, item }));
      await expect(trpc.schema.removeProperty.mutate(badge)).rejects.toMatchObject(refusal(409));
      await trpc.records.restore.mutate(contacts({ id: other.id }));
      await trpc.records.set.mutate(contacts({ id: other.id, item }));
      await trpc.schema.removeProperty.mutate(badge);
      await expect(trpc.schema.propertyUsage.query(badge)).rejects.toMatchObject(refusal(404));
    });

    it("returns 400 for a built-in property, and 404 for an unknown one or another project's", async () => {
      const remove = (name: string) => trpc.schema.removeProperty.mutate(contacts({ name }));
      await expect(remove("email")).rejects.toMatchObject(refusal(400, "property_built_in"));
      await expect(remove("nothing")).rejects.toMatchObject(refusal(404));
      await add("mine");
      const owner = await app.admin("owner");
      const projectId = await owner.trpc.projects.create.mutate({
        tenantId: app.tenantId,
        name: "Other",
      });
      const theirs = { projectId, type: "contact" as const, name: "mine" };
      await expect(trpc.schema.removeProperty.mutate(theirs)).rejects.toMatchObject(refusal(404));
    });

    it("keeps or refuses a record that is written while its property is removed", async () => {
      for (let round = 0; round < 10; round++) {
        const name = `raced${round}`;
        await add(name);
        const [written, gone] = await Promise.allSettled([
          make("contact", { email: `r${round}@example.com`, [name]: "x" }),
          trpc.schema.removeProperty.mutate(contacts({ name })),
        ]);
        expect([written.status, gone.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      }
    });
  });

  describe("properties that two admins save at once", () => {
    const contacts = <T extends object>(input: T) => of({ type: "contact" as const, ...input });
    const save = (settings: { name: string } & Record<string, unknown>, isNew?: boolean) =>
      trpc.schema.saveProperty.mutate(contacts({ settings, isNew }));
    const find = async (wanted: string) =>
      (await trpc.schema.read.query(contacts({}))).properties.find(({ name }) => name === wanted);

    it("keep the changes of both", async () => {
      await save({ name: "both", label: "Both" });
      for (let round = 0; round < 10; round++) {
        const [label, description] = [`Label ${round}`, `Description ${round}`];
        await Promise.all([
          save({ name: "both", label }),
          save({ name: "both", description }),
          save({ name: "both", indexed: round % 2 === 0 }),
        ]);
        const indexed = round % 2 === 0;
        expect(await find("both")).toMatchObject({ label, description, indexed });
      }
    });

    it("create only one of two with the same name, and keep its type", async () => {
      for (let round = 0; round < 10; round++) {
        const name = `twice${round}`;
        const isNew = round % 2 === 0 ? true : undefined;
        const outcomes = await Promise.allSettled([
          save({ name, label: "One", type: "string" }, isNew),
          save({ name, label: "Other", type: "number" }, isNew),
        ]);
        const made = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
        expect(made).toHaveLength(1);
        expect(await find(name)).toEqual(made[0]);
      }
    });

    it("do not return if they are changed while they are removed", async () => {
      for (let round = 0; round < 10; round++) {
        const name = `fleeting${round}`;
        await save({ name, label: "Before" });
        const [, removed] = await Promise.allSettled([
          save({ name, label: "After" }, false),
          trpc.schema.removeProperty.mutate(contacts({ name })),
        ]);
        expect(removed.status).toBe("fulfilled");
        expect(await find(name)).toBeUndefined();
      }
    });

    it("change only the given settings, even in a process with a stale cache", async () => {
      await save({ name: "known", label: "Known", indexed: false });
      const old = await app.deps.schemas.get(app.projectId);
      const behind = { ...app.deps, schemas: oldSchemas(app.deps.schemas, () => old) };
      await save({ name: "known", label: "Renamed", indexed: true });
      const change = (description: string) =>
        saveProperty(behind, app.projectId, "contact", {
          name: "known",
          description,
          isNew: false,
        });
      expect((await change("New")).result).toMatchObject({ label: "Renamed", indexed: true });
      await trpc.schema.removeProperty.mutate(contacts({ name: "known" }));
      await expect(change("Newer")).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("return 409 for a taken name and 404 for an unknown property", async () => {
      const taken = save({ name: "email", label: "Mail" }, true);
      await expect(taken).rejects.toMatchObject(refusal(409, "name_taken"));
      await expect(save({ name: "unheard", label: "X" }, false)).rejects.toMatchObject(
        refusal(404),
      );
      expect(await find("email")).toMatchObject({ label: "Email" });
    });
  });

  describe("pipelines", () => {
    it("creates a pipeline with stages and makes keys from the labels", async () => {
      const before = await pipelinesOf("deal");
      const after = await trpc.schema.savePipeline.mutate(
        deals({
          pipeline: {
            label: "Für Partner",
            stages: [
              { label: "1st call", probability: "0.20" },
              { label: "Done", probability: 1, closed: true },
            ],
          },
        }),
      );
      expect(after).toHaveLength(before.length + 1);
      expect(after.at(-1)).toMatchObject({
        key: "fur_partner",
        label: "Für Partner",
        isDefault: false,
        stages: [
          { key: "stage_1st_call", label: "1st call", probability: "0.20", closed: false },
          { key: "done", label: "Done", probability: "1", closed: true },
        ],
      });
      expect(await pipelinesOf("deal")).toEqual(after);
      const made = await make("deal", { name: "A", pipeline: "für partner" });
      const { properties } = await trpc.records.read.query(deals({ id: made.id }));
      expect(properties).toMatchObject({ stage: "stage_1st_call", probability: "0.20" });
    });

    it("creates pipelines of tickets, leads and appointments without probabilities", async () => {
      for (const type of ["ticket", "lead", "appointment"] as const) {
        const after = await trpc.schema.savePipeline.mutate(of({ type, pipeline: { label: "B" } }));
        expect(after.at(-1)).toMatchObject({
          key: "b",
          stages: [{ key: "new", probability: null, closed: false }],
        });
        const stage = { label: "Odd", probability: 0.5 };
        const place = { type, pipeline: "b" };
        await expect(trpc.schema.saveStage.mutate(of({ ...place, stage }))).rejects.toMatchObject(
          refusal(400, "probability_not_allowed"),
        );
      }
    });

    it.each(["contact", "company"] as const)("returns 400 for a %s", async (type) => {
      const input = of({ type, pipeline: { label: "X" } });
      const none = refusal(400, "no_pipelines");
      await expect(trpc.schema.savePipeline.mutate(input)).rejects.toMatchObject(none);
      const usage = trpc.schema.stageUsage.query(of({ type, pipeline: "default" }));
      await expect(usage).rejects.toMatchObject(none);
    });

    it("renames a pipeline and makes it the only default", async () => {
      const key = await newPipeline("Renewals", ["Open"]);
      const renamed = { key, label: "Renewals 2", isDefault: true };
      const after = await trpc.schema.savePipeline.mutate(deals({ pipeline: renamed }));
      expect(after.filter(({ isDefault }) => isDefault)).toMatchObject([
        { key, label: "Renewals 2" },
      ]);
      const made = await make("deal", { name: "Default" });
      const { properties } = await trpc.records.read.query(deals({ id: made.id }));
      expect(properties).toMatchObject({ pipeline: key, stage: "open" });
      const unset = deals({ pipeline: { key, isDefault: false } });
      await expect(trpc.schema.savePipeline.mutate(unset)).rejects.toMatchObject(
        refusal(400, "default_needed"),
      );
      await expect(
        trpc.schema.removePipeline.mutate(deals({ pipeline: key })),
      ).rejects.toMatchObject(refusal(409, "default_pipeline"));
      await trpc.schema.savePipeline.mutate(
        deals({ pipeline: { key: "default", isDefault: true } }),
      );
    });

    it("reorders all pipelines", async () => {
      const keys = (await pipelinesOf("deal")).map(({ key }) => key).reverse();
      const after = await trpc.schema.orderPipelines.mutate(deals({ pipelines: keys }));
      expect(after.map(({ key }) => key)).toEqual(keys);
      await expect(
        trpc.schema.orderPipelines.mutate(deals({ pipelines: keys.slice(1) })),
      ).rejects.toMatchObject(refusal(400, "order_incomplete"));
    });

    it("returns 409 for a pipeline with records, and removes an empty one with its stages", async () => {
      const pipeline = await newPipeline("Short-lived", ["Open"]);
      const made = await make("deal", { name: "In it", pipeline });
      const remove = () => trpc.schema.removePipeline.mutate(deals({ pipeline }));
      expect(await trpc.schema.stageUsage.query(deals({ pipeline }))).toMatchObject({ records: 1 });
      await expect(remove()).rejects.toMatchObject({
        data: { httpStatus: 409, issues: [{ code: "in_use", records: 1, deleted: 0 }] },
      });
      const item = { internal_name: "pipeline", value: "default" };
      await trpc.records.set.mutate(deals({ id: made.id, item }));
      expect((await remove()).map(({ key }) => key)).not.toContain(pipeline);
      await expect(remove()).rejects.toMatchObject(refusal(404));
    });

    it("returns 400 for an empty label or one of another pipeline", async () => {
      const save = (label: string) =>
        trpc.schema.savePipeline.mutate(deals({ pipeline: { label } }));
      await expect(save("  ")).rejects.toMatchObject(refusal(400, "label_invalid"));
      await expect(save("SALES pipeline")).rejects.toMatchObject(refusal(400, "label_taken"));
      await expect(save("Default")).rejects.toMatchObject(refusal(400, "label_taken"));
    });

    it("returns 409 for more than 50 pipelines", async () => {
      const tickets = (label: string) =>
        trpc.schema.savePipeline.mutate(of({ type: "ticket", pipeline: { label } }));
      for (let n = (await pipelinesOf("ticket")).length; n < 50; n++) await tickets(`More ${n}`);
      await expect(tickets("One too many")).rejects.toMatchObject(refusal(409));
    });
  });

  describe("stages", () => {
    let pipeline = "";
    let made = 0;
    beforeAll(async () => {
      pipeline = await newPipeline(`Stages ${++made}`, ["A", "B", "C"]);
    });
    const save = (stage: object) => trpc.schema.saveStage.mutate(deals({ pipeline, stage }));
    const keysIn = (all: Awaited<ReturnType<typeof pipelinesOf>>) =>
      all.find(({ key }) => key === pipeline)?.stages.map(({ key }) => key);

    it("adds a stage last, reorders and changes it, and sets the probability of its deals", async () => {
      expect(keysIn(await save({ label: "D", probability: "0.7" }))).toEqual(["a", "b", "c", "d"]);
      const order = ["d", "a", "b", "c"];
      const ordered = await trpc.schema.orderStages.mutate(deals({ pipeline, stages: order }));
      expect(keysIn(ordered)).toEqual(order);
      const deal = await make("deal", { name: "X", pipeline });
      await save({ key: "d", label: "Dee", probability: 0.75, closed: true });
      const { properties } = await trpc.records.read.query(deals({ id: deal.id }));
      expect(properties).toMatchObject({ stage: "d", probability: "0.75" });
      await expect(
        trpc.schema.orderStages.mutate(deals({ pipeline, stages: ["d", "d", "b", "c"] })),
      ).rejects.toMatchObject(refusal(400, "order_incomplete"));
    });

    it.each([
      [{ label: "E" }, "probability_invalid"],
      [{ label: "E", probability: 1.01 }, "probability_invalid"],
      [{ label: "E", probability: "-0.1" }, "probability_invalid"],
      [{ label: "E", probability: "half" }, "probability_invalid"],
      [{ label: "b", probability: 0 }, "label_taken"],
      [{ probability: 0 }, "label_invalid"],
    ])("returns 400 for %j with the code %s", async (stage, code) => {
      await expect(save(stage)).rejects.toMatchObject(refusal(400, code));
    });

    it("returns 404 for an unknown stage or pipeline", async () => {
      await expect(save({ key: "nope", label: "N" })).rejects.toMatchObject(refusal(404));
      const elsewhere = deals({ pipeline: "nope", stage: "a" });
      await expect(trpc.schema.removeStage.mutate(elsewhere)).rejects.toMatchObject(refusal(404));
    });

    it("returns 409 for a stage with live or deleted records", async () => {
      const deal = await make("deal", { name: "Y", pipeline, stage: "b" });
      const b = deals({ pipeline, stage: "b" });
      const remove = () => trpc.schema.removeStage.mutate(b);
      await expect(remove()).rejects.toMatchObject({
        data: { httpStatus: 409, issues: [{ code: "in_use", records: 1, deleted: 0 }] },
      });
      await trpc.records.delete.mutate(deals({ id: deal.id }));
      expect(await trpc.schema.stageUsage.query(b)).toEqual({
        records: 0,
        deleted: 1,
        merged: 0,
        isMore: false,
      });
      await expect(remove()).rejects.toMatchObject(refusal(409, "in_use"));
      await trpc.records.restore.mutate(deals({ id: deal.id }));
      const item = { internal_name: "stage", value: "c" };
      await trpc.records.set.mutate(deals({ id: deal.id, item }));
      expect(keysIn(await remove())).not.toContain("b");
      await expect(make("deal", { name: "Z", pipeline, stage: "b" })).rejects.toMatchObject(
        refusal(400),
      );
    });

    it("returns 409 for the last stage", async () => {
      const alone = await newPipeline("Alone", ["Only"]);
      await expect(
        trpc.schema.removeStage.mutate(deals({ pipeline: alone, stage: "only" })),
      ).rejects.toMatchObject(refusal(409, "last_stage"));
    });

    it("keeps or refuses a deal that is created or moved while its stage is removed", async () => {
      const raced = await newPipeline("Raced", ["Start", "End"]);
      const moving = await make("deal", { name: "M", pipeline: raced });
      for (let round = 0; round < 20; round++) {
        const stages = await trpc.schema.saveStage.mutate(
          deals({ pipeline: raced, stage: { label: `R${round}`, probability: 0.5 } }),
        );
        expect(stages.length).toBeGreaterThan(0);
        const stage = `r${round}`;
        const write =
          round % 2 === 0
            ? make("deal", { name: "N", pipeline: raced, stage })
            : trpc.records.set.mutate(
                deals({ id: moving.id, item: { internal_name: "stage", value: stage } }),
              );
        const outcomes = await Promise.allSettled([
          write,
          trpc.schema.removeStage.mutate(deals({ pipeline: raced, stage })),
        ]);
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      }
    });
  });

  it("records each change in the audit log and notifies other processes, or does neither", async () => {
    const version = async () =>
      (
        await app.deps.db.kysely
          .selectFrom("state_versions")
          .select("version")
          .where("name", "=", "catalogue")
          .executeTakeFirstOrThrow()
      ).version;
    const lastEntry = async () => (await trpc.audit.list.query({ limit: 1 })).entries;
    const before = [await version(), await lastEntry()] as const;
    const bad = deals({ pipeline: "nope", stage: { label: "X", probability: 0 } });
    await expect(trpc.schema.saveStage.mutate(bad)).rejects.toMatchObject(refusal(404));
    expect([await version(), await lastEntry()]).toEqual(before);
    const good = deals({ pipeline: "default", stage: { label: "Audited", probability: 0 } });
    await trpc.schema.saveStage.mutate(good);
    expect(await version()).toBeGreaterThan(before[0]);
    expect(await lastEntry()).toMatchObject([
      { action: "schema.saveStage", subject: { kind: "stage", id: "deal.default.Audited" } },
    ]);
  });
});
