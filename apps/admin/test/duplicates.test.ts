import { createProject, eraseRecord, type Worker } from "@rapport/core";
import { duplicatePairs, duplicateWork } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addOfCompany } from "../../api/test/support/records.ts";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { compared, queueOf, startTestWorker } from "./support/duplicates.ts";
import { make } from "./support/records.ts";

type Type = Parameters<typeof make>[2];

describe.each(DIALECTS)("the queue of duplicates on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker & { readonly errors: readonly unknown[] };
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("owner");
    worker = startTestWorker(app);
  });
  beforeEach(async () => {
    projectId = await createProject(app.deps, app.tenantId, "Project");
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(worker.errors).toEqual([]);
  });

  const create = (type: Type, values: Readonly<Record<string, string>>) =>
    make(admin, projectId, type, values);
  const contact = (values: Readonly<Record<string, string>>) => create("contact", values);
  const set = (id: number, internal_name: string, value: string | null) =>
    admin.trpc.records.set.mutate({
      ...{ projectId, type: "contact", id, item: { internal_name, value } },
    });
  const dismiss = (oneId: number, otherId: number, isDifferent = true) =>
    admin.trpc.duplicates.dismiss.mutate({ projectId, oneId, otherId, isDifferent });
  const merge = (primaryId: number, ...mergeIds: number[]) =>
    admin.trpc.duplicates.merge.mutate({ projectId, type: "contact", primaryId, mergeIds });
  const unmerge = (primaryId: number, mergeId: number) =>
    admin.trpc.duplicates.unmerge.mutate({ projectId, type: "contact", primaryId, mergeId });
  const queue = async (type: Type = "contact") => {
    await compared(app);
    return queueOf(admin, projectId, type);
  };
  const rowsOf = async (table: "duplicate_keys" | "duplicate_records" | "duplicate_pairs") =>
    app.deps.db.kysely.selectFrom(table).selectAll().where("project_id", "=", projectId).execute();

  it("merges nothing if a record has another version than the admin saw", async () => {
    const one = await contact({ email: "seen@x.test" });
    const other = await contact({ phone: "+44 20 7946 0099" });
    const ids = [one, other];
    const preview = await admin.trpc.duplicates.preview.query({ projectId, type: "contact", ids });
    const versions = Object.fromEntries(preview.map(({ id, version }) => [id, version]));
    const input = { projectId, type: "contact" as const, primaryId: one, mergeIds: [other] };
    const before = await set(other, "city", "York");
    const refused = admin.trpc.duplicates.merge.mutate({ ...input, versions });
    const issue = { path: `versions.${other}`, currentVersion: before.version };
    await expect(refused).rejects.toMatchObject({ data: { httpStatus: 412, issues: [issue] } });
    const now = { ...versions, [other]: before.version };
    const merged = await admin.trpc.duplicates.merge.mutate({ ...input, versions: now });
    expect(merged.properties).toMatchObject({ email: "seen@x.test", city: "York" });
  });

  it("lists contacts with the same email, phone digits, or full name at one company", async () => {
    const company = await create("company", { name: "Engines" });
    const email = [
      await contact({ email: "ada@x.test" }),
      await contact({ email: "ADA@x.test", phone: "+44 20 7946 0000" }),
    ] as const;
    const phone = await contact({ phone: "+44 (0)20 7946-0000" });
    const named = [
      await contact({ email: "1@x.test", firstname: "Zoë", lastname: "King", company: "ACME" }),
      await contact({ email: "2@x.test", firstname: "zoe", lastname: "KING", company: "Acme" }),
      await contact({ email: "3@x.test", firstname: "Zoe", lastname: "King", company: "Other" }),
    ] as const;
    const employed = [
      await contact({ email: "4@x.test", firstname: "Zoe", lastname: "King" }),
      await contact({ email: "5@x.test", firstname: "Zoe", lastname: "King" }),
    ] as const;
    for (const id of employed) {
      await admin.trpc.records.associate.mutate({
        ...{ projectId, one: { type: "contact", id } },
        other: { type: "company", id: company },
      });
    }
    await contact({ phone: "12345" });
    await contact({ phone: "123-45" });
    expect(await queue()).toEqual([
      [employed[0], employed[1], "name"],
      [named[0], named[1], "name"],
      [email[1], phone, "phone"],
      [email[0], email[1], "email"],
    ]);
  });

  describe("contacts of one name at two companies", () => {
    const employee = async (company: number) => {
      const email = `${crypto.randomUUID()}@x.test`;
      const id = await contact({ email, firstname: "Zoe", lastname: "King" });
      await admin.trpc.records.associate.mutate({
        ...{ projectId, one: { type: "contact", id } },
        other: { type: "company", id: company },
      });
      return id;
    };
    const companies = async () =>
      [
        await create("company", { name: "Engines" }),
        await create("company", { name: "Looms" }),
      ] as const;
    const at = (type: Type, primaryId: number) => ({ projectId, type, primaryId });

    it("are a pair once the companies are merged, until the merge is undone", async () => {
      const [one, other] = await companies();
      const pair = [await employee(one), await employee(other)] as const;
      expect(await queue()).toEqual([]);
      await admin.trpc.duplicates.merge.mutate({ ...at("company", one), mergeIds: [other] });
      expect(await queue()).toEqual([[...pair, "name"]]);
      await admin.trpc.duplicates.unmerge.mutate({ ...at("company", one), mergeId: other });
      expect(await queue()).toEqual([]);
    });

    it("are a pair also if the companies have more contacts than one batch compares", async () => {
      const [one, other] = await companies();
      const first = await employee(one);
      await addOfCompany(app, { projectId }, other, { type: "contact", count: 450 });
      const pair = [first, await employee(other)];
      await admin.trpc.duplicates.merge.mutate({ ...at("company", one), mergeIds: [other] });
      expect(await queue()).toEqual([[...pair, "name"]]);
    });

    it("are no pair while the only company of both is deleted", async () => {
      const [company] = await companies();
      const pair = [await employee(company), await employee(company)];
      expect(await queue()).toEqual([[...pair, "name"]]);
      const record = { projectId, type: "company", id: company } as const;
      await admin.trpc.records.delete.mutate(record);
      expect(await queue()).toEqual([]);
      await admin.trpc.records.restore.mutate(record);
      expect(await queue()).toEqual([[...pair, "name"]]);
    });
  });

  it("lists companies with the same name or domain, and counts each type that can have duplicates", async () => {
    const first = await create("company", { name: "Engines Ltd", domain: "engines.test" });
    const second = await create("company", { name: "engines  ltd" });
    const third = await create("company", { name: "E", website: "https://www.Engines.test/about" });
    await create("company", { name: "Else", domain: "else.test" });
    expect(await queue("company")).toEqual([
      [first, third, "domain"],
      [first, second, "name"],
    ]);
    expect(await admin.trpc.duplicates.counts.query({ projectId })).toEqual([
      { type: "contact", count: 0, isMore: false },
      { type: "company", count: 2, isMore: false },
    ]);
  });

  it("lists all that two records have in common, and leaves out what they no longer have", async () => {
    const one = await contact({ email: "a@x.test", phone: "+44 20 7946 0000" });
    const other = await contact({ email: "a@x.test", phone: "+44 20 7946 0000" });
    const [first] = await queue();
    expect(first).toEqual([one, other, ...["email", "phone"]]);
    await set(other, "email", "b@x.test");
    expect(await queue()).toEqual([[one, other, "phone"]]);
    await set(one, "phone", "+44 20 7946 0001");
    expect(await queue()).toEqual([]);
    await set(other, "email", "a@x.test");
    expect(await queue()).toEqual([[one, other, "email"]]);
  });

  it("leaves out deleted, merged and erased records at once, and lists restored ones again", async () => {
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await contact({ email: "same@x.test" }));
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    expect(await queue()).toHaveLength(6);
    const key = { projectId, type: "contact" as const };
    await admin.trpc.records.delete.mutate({ ...key, id: b });
    await merge(a, c);
    await admin.trpc.records.erase.mutate({ ...key, id: d });
    expect(await queueOf(admin, projectId)).toEqual([]);
    expect(await queue()).toEqual([]);
    expect(await rowsOf("duplicate_pairs")).toEqual([]);
    expect((await rowsOf("duplicate_keys")).map(({ record_id }) => record_id)).toEqual([a]);
    await admin.trpc.records.restore.mutate({ ...key, id: b });
    await unmerge(a, c);
    expect(await queue()).toEqual([
      [b, c, "email"],
      [a, c, "email"],
      [a, b, "email"],
    ]);
  });

  it("keeps a pair dismissed until both have another value in common", async () => {
    const one = await contact({ email: "a@x.test" });
    const other = await contact({ email: "a@x.test" });
    expect(await queue()).toHaveLength(1);
    await dismiss(other, one);
    expect(await queueOf(admin, projectId)).toEqual([]);
    await set(other, "city", "Bath");
    await set(other, "email", "A@x.test");
    await set(one, "phone", "+44 20 7946 0000");
    const key = { projectId, type: "contact" as const, id: other };
    await admin.trpc.records.delete.mutate(key);
    expect(await queue()).toEqual([]);
    await admin.trpc.records.restore.mutate(key);
    expect(await queue()).toEqual([]);
    const third = await contact({ email: "third@x.test" });
    await merge(third, other);
    expect(await queue()).toEqual([]);
    await unmerge(third, other);
    expect(await queue()).toEqual([]);
    await set(other, "phone", "+44 20 7946 0000");
    expect(await queue()).toEqual([[one, other, "email", "phone"]]);
  });

  it("dismisses a pair that was found before its dismissal came from another installation", async () => {
    const low = await contact({ email: "moved@x.test" });
    const high = await contact({ email: "moved@x.test" });
    expect(await queue()).toEqual([[low, high, "email"]]);
    const [{ keys } = { keys: "" }] = await rowsOf("duplicate_pairs");
    const at = new Date().toISOString();
    await app.deps.db.transaction((tx) =>
      duplicatePairs.insertDismissed(tx, { projectId }, [{ low, high, type: "contact", at }]),
    );
    expect(await queue()).toEqual([]);
    expect((await rowsOf("duplicate_pairs")).map((row) => row.keys)).toEqual([keys, keys]);
    await set(low, "phone", "+44 20 7946 0011");
    await set(high, "phone", "+44 20 7946 0011");
    expect(await queue()).toEqual([[low, high, "email", "phone"]]);
  });

  // SQLite has one writer at a time.
  it.runIf(dialect === "postgres")(
    "returns 404 if a comparison that runs removes the pair",
    async () => {
      const low = await contact({ email: "late@x.test" });
      const high = await contact({ email: "late@x.test" });
      expect(await queue()).toEqual([[low, high, "email"]]);
      const settled: string[] = [];
      const waiting = () => countBlocked(app.config.databaseUrl, "duplicate_");
      const { dismissed } = await app.deps.db.transaction(async (tx) => {
        expect(await duplicateWork.lockComparison(tx, { projectId })).toBe(true);
        const dismissed = dismiss(low, high).then(
          () => settled.push("dismissed"),
          ({ data }) => settled.push(String(data.httpStatus)),
        );
        await expect
          .poll(async () => settled.length + (await waiting()), { timeout: 20_000 })
          .toBeGreaterThan(0);
        await duplicatePairs.removePairs(tx, { projectId }, [{ low, high }]);
        return { dismissed };
      });
      await dismissed;
      expect(settled).toEqual(["404"]);
    },
  );

  it("lists a pair again when its dismissal is undone, and audits both", async () => {
    const one = await contact({ email: "a@x.test" });
    const other = await contact({ email: "a@x.test" });
    await queue();
    await dismiss(one, other);
    await dismiss(one, other, false);
    expect(await queue()).toEqual([[one, other, "email"]]);
    const { entries } = await admin.trpc.audit.list.query({ projectId });
    const actions = entries.map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("duplicates."))).toEqual([
      "duplicates.reopen",
      "duplicates.dismiss",
    ]);
    await expect(dismiss(one, one)).rejects.toMatchObject({ data: { httpStatus: 404 } });
  });

  // SQLite has one writer at a time.
  it.runIf(dialect === "postgres")(
    "keeps a mark that is committed while the records are compared",
    async () => {
      const values = { email: "meanwhile@x.test", phone: "+44 20 7946 0000" };
      const pair = [await contact(values), await contact(values)] as const;
      expect(await queue()).toEqual([[...pair, "email", "phone"]]);
      const [low, high] = pair;
      const [marked, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const marking = app.deps.db.transaction(async (tx) => {
        await duplicatePairs.markPair(tx, { projectId }, { low, high }, new Date().toISOString());
        marked.resolve();
        await committing.promise;
      });
      await marked.promise;
      await set(high, "phone", null);
      const blocked = () => countBlocked(app.config.databaseUrl, "duplicate_pairs");
      await expect.poll(blocked, { timeout: 20_000 }).toBeGreaterThan(0);
      committing.resolve();
      await marking;
      expect(await queue()).toEqual([]);
    },
  );

  it("compares only the ten oldest records of a value, and the next one when they leave", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 25; i++) {
      ids.push(await contact({ email: `${i}@x.test`, phone: "+44 20 7946 0000" }));
    }
    const found = await queue();
    expect(found).toHaveLength(45);
    expect(Math.max(...found.map(([, other]) => other))).toBe(ids[9]);
    const [first = 0, ...others] = ids;
    for (const start of [0, 9, 18]) {
      await merge(first, ...others.slice(start, start + 9));
      const left = 24 - start - 9;
      const holders = Math.min(Math.max(left, 0) + 1, 10);
      expect([start, (await queue()).length]).toEqual([start, (holders * (holders - 1)) / 2]);
    }
  });

  it("removes the digests of an erased record and of those merged into it with the erasure", async () => {
    await worker.stop();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await contact({ email: "gone@x.test" }));
    const [primary = 0, merged = 0, other = 0] = ids;
    let again = startTestWorker(app);
    await queue();
    await dismiss(primary, merged);
    await merge(primary, merged);
    await queue();
    await again.stop();
    expect(await rowsOf("duplicate_pairs")).toHaveLength(4);
    const principal = { kind: "admin", tenantId: app.tenantId, projectId, id: 1 } as never;
    await eraseRecord({ deps: app.deps, principal }, "contact", primary);
    expect(await rowsOf("duplicate_pairs")).toEqual([]);
    expect((await rowsOf("duplicate_records")).map(({ record_id }) => record_id)).toEqual([other]);
    expect((await rowsOf("duplicate_keys")).map(({ record_id }) => record_id)).toEqual([other]);
    again = startTestWorker(app);
    expect(await queue()).toEqual([]);
    worker = again;
  });

  it("finds the duplicates among records from before the migration, in portions", async () => {
    await worker.stop();
    const { kysely } = app.deps.db;
    const at = new Date().toISOString();
    const rows = Array.from({ length: 450 }, (_, i) => ({
      ...{ project_id: projectId, type: "contact", version: 1, created_at: at, updated_at: at },
      properties: JSON.stringify({ email: `${i % 225}@x.test` }),
    }));
    for (let i = 0; i < rows.length; i += 50) {
      await kysely
        .insertInto("records")
        .values(rows.slice(i, i + 50) as never)
        .execute();
    }
    await kysely
      .insertInto("duplicate_backfills")
      .values({ project_id: projectId, type: "contact", after_id: 0 })
      .execute();
    worker = startTestWorker(app);
    expect(await queue()).toHaveLength(225);
  });

  it("finds each pair once although several workers compare while records are written", async () => {
    const more = [startTestWorker(app), startTestWorker(app)];
    const write = async (start: number) => {
      for (let i = 0; i < 15; i++) await contact({ email: `${i}@x.test`, lastname: `${start}` });
    };
    await Promise.all([write(0), write(1), write(2)]);
    const found = await queue();
    for (const { stop } of more) await stop();
    expect(found).toHaveLength(45);
    expect(more.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it("agrees with a comparison of all records after random changes", async () => {
    const live = new Map<number, { email: string; phone: string }>();
    const deleted: number[] = [];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const values = () => ({ email: `${random(4)}@x.test`, phone: `+44 20 7946 000${random(4)}` });
    const key = { projectId, type: "contact" as const };
    for (let step = 0; step < 60; step++) {
      const ids = [...live.keys()];
      const id = ids[random(ids.length)] ?? 0;
      const chance = random(10);
      if (ids.length < 4 || (chance < 3 && ids.length < 10)) {
        const made = values();
        live.set(await contact(made), made);
      } else if (chance < 7) {
        const changed = values();
        await set(id, "email", changed.email);
        await set(id, "phone", changed.phone);
        live.set(id, changed);
      } else if (chance < 8) {
        await admin.trpc.records.delete.mutate({ ...key, id });
        live.delete(id);
        deleted.push(id);
      } else if (chance < 9) {
        const other = ids.find((one) => one !== id) ?? 0;
        await merge(id, other);
        live.delete(other);
      }
      if (step % 20 !== 19) continue;
      const expected = [...live].flatMap(([low, one]) =>
        [...live].flatMap(([high, other]) => {
          const reasons = [
            ...(one.email === other.email ? ["email"] : []),
            ...(one.phone === other.phone ? ["phone"] : []),
          ];
          return low < high && reasons.length > 0 ? [[low, high, ...reasons]] : [];
        }),
      );
      const order = (pairs: readonly (readonly unknown[])[]) => pairs.map(String).toSorted();
      expect([step, order(await queue())]).toEqual([step, order(expected)]);
    }
  });

  it("merges with the chosen values, which an undo gives back", async () => {
    const primary = await contact({ email: "a@x.test", firstname: "Ada", city: "London" });
    const one = await contact({ email: "b@x.test", firstname: "A.", city: "Bath", state: "Avon" });
    const two = await contact({ email: "c@x.test", city: "York" });
    const input = { projectId, type: "contact" as const, primaryId: primary, mergeIds: [one, two] };
    const merged = await admin.trpc.duplicates.merge.mutate({
      ...{ ...input, values: { email: one, city: two } },
    });
    expect(merged.properties).toEqual({
      ...{ email: "b@x.test", firstname: "Ada", city: "York", state: "Avon" },
    });
    await unmerge(primary, two);
    await unmerge(primary, one);
    const read = await admin.trpc.records.read.query({ projectId, type: "contact", id: primary });
    expect(read.properties).toEqual({ email: "a@x.test", firstname: "Ada", city: "London" });
    const faults = { shoesize: one, email: primary, lastname: 999 };
    const refused = admin.trpc.duplicates.merge.mutate({ ...input, values: faults });
    await expect(refused).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });

  it("shows the records of a merge side by side", async () => {
    const company = await create("company", { name: "Engines" });
    const one = await contact({ email: "a@x.test", firstname: "Ada" });
    const other = await contact({ email: "b@x.test" });
    await admin.trpc.records.associate.mutate({
      ...{ projectId, one: { type: "contact", id: other } },
      other: { type: "company", id: company },
    });
    const preview = await admin.trpc.duplicates.preview.query({
      ...{ projectId, type: "contact", ids: [other, one] },
    });
    expect(preview).toMatchObject([
      { id: one, name: "Ada", properties: { email: "a@x.test" }, associated: 0 },
      { id: other, name: "b@x.test", properties: { email: "b@x.test" }, associated: 1 },
    ]);
    const gone = admin.trpc.duplicates.preview.query({
      ...{ projectId, type: "contact", ids: [one, company] },
    });
    await expect(gone).rejects.toMatchObject({ data: { httpStatus: 404 } });
  });

  it("returns 403 to a read-only admin who merges, unmerges or dismisses", async () => {
    const { trpc } = await app.admin("read-only");
    const key = { projectId, type: "contact" as const, primaryId: 1 };
    for (const call of [
      () => trpc.duplicates.merge.mutate({ ...key, mergeIds: [2] }),
      () => trpc.duplicates.unmerge.mutate({ ...key, mergeId: 2 }),
      () => trpc.duplicates.dismiss.mutate({ projectId, oneId: 1, otherId: 2, isDifferent: true }),
    ]) {
      await expect(call()).rejects.toMatchObject({ data: { httpStatus: 403 } });
    }
    expect(await trpc.duplicates.counts.query({ projectId })).toHaveLength(2);
  });
});
