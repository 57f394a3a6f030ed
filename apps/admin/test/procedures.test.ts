import { appRouter, listProcedures } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { type AdminApp, startAdminApp } from "./support/admin-app.ts";

describe.each(DIALECTS)("the admin procedures on %s", (dialect) => {
  // Inputs are checked before any statement.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const contact = { type: "contact" as const };

  it("returns 401 for procedures of other surfaces", async () => {
    const { cookie } = await app.admin("owner");
    const path = `/trpc/workspace.contacts.list?input=${encodeURIComponent("{}")}`;
    expect((await app.send("GET", path, { cookie })).status).toBe(401);
  });

  it("creates, updates, deletes and restores records, with the actor in their history", async () => {
    const { trpc } = await app.admin("admin");
    const { projectId } = app;
    const made = await trpc.records.create.mutate({
      projectId,
      ...contact,
      properties: [{ internal_name: "email", value: "ada@example.com" }],
    });
    const one = { projectId, ...contact, id: made.id };
    await trpc.records.set.mutate({ ...one, item: { internal_name: "lastname", value: "King" } });
    await trpc.records.delete.mutate(one);
    await expect(trpc.records.read.query(one)).rejects.toMatchObject({ data: { httpStatus: 404 } });
    await trpc.records.restore.mutate(one);
    expect((await trpc.records.read.query(one)).properties).toMatchObject({ lastname: "King" });
    const { entries: history } = await trpc.records.history.query({ projectId, id: made.id });
    const me = await trpc.me.query();
    expect(history.map(({ action, actor }) => [action, actor])).toEqual(
      ["restored", "deleted", "updated", "created"].map((action) => [
        action,
        { kind: "admin", id: String(me.id), label: me.email },
      ]),
    );
    expect(history[2]?.changes).toEqual([{ property: "lastname", from: null, to: "King" }]);
  });

  it("records an admin's changes in the audit log without secrets, or rolls them back", async () => {
    const { trpc } = await app.admin("owner");
    const { projectId } = app;
    const made = await trpc.access.clients.create.mutate({
      projectId,
      name: "Sync",
      scopes: ["crm.contacts.read"],
    });
    const [entry] = (await trpc.audit.list.query({ projectId, subject: "client" })).entries;
    expect(entry).toMatchObject({
      action: "clients.create",
      surface: "admin",
      projectId,
      details: { name: "Sync", scopes: ["crm.contacts.read"] },
    });
    expect(JSON.stringify(entry)).not.toContain(made.clientSecret);

    const before = await trpc.audit.list.query({});
    await expect(
      trpc.access.clients.create.mutate({ projectId, name: "Bad", scopes: ["nothing"] }),
    ).rejects.toMatchObject({ data: { httpStatus: 400 } });
    await expect(
      trpc.access.clients.disable.mutate({ clientId: "rpcnobody" }),
    ).rejects.toMatchObject({ data: { httpStatus: 404 } });
    expect(await trpc.audit.list.query({})).toEqual(before);
  });

  it("creates and revokes access", async () => {
    const { trpc } = await app.admin("owner");
    const { projectId } = app;
    const key = await trpc.access.keys.create.mutate({
      projectId,
      name: "Automation",
      scopes: ["contacts:read"],
    });
    expect(key.apiKey).toMatch(/^rpk_/);
    const [listed] = await trpc.access.keys.list.query({ projectId });
    expect(JSON.stringify(listed)).not.toContain(key.apiKey);
    await trpc.access.keys.disable.mutate({ keyId: listed?.id ?? 0 });
    const [after] = await trpc.access.keys.list.query({ projectId });
    expect(after?.disabledAt).toEqual(expect.any(String));
    const rotated = await trpc.access.signingKeys.rotate.mutate();
    expect(rotated.kid).toEqual(expect.any(String));
  });

  it("returns 409 if the last owner would lose the role", async () => {
    await using alone = await startAdminApp(dialect);
    const { trpc } = await alone.admin("owner");
    const me = await trpc.me.query();
    const demote = trpc.access.admins.update.mutate({ adminId: me.id, role: "read-only" });
    await expect(demote).rejects.toMatchObject({ data: { httpStatus: 409 } });
    await alone.admin("owner");
    await trpc.access.admins.update.mutate({ adminId: me.id, role: "read-only" });
    await expect(trpc.me.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
  });

  onSqlite.each([
    ["records.list", { type: "contact", search: "\u0000" }],
    ["records.history", { actor: "\u0000" }],
    ["records.history", { from: "yesterday" }],
    ["audit.list", { subject: "\u0000" }],
    ["usage.request", { at: "2026-11-20T09:30:00Z", id: "\u0000" }],
  ])("returns 400 from %s for %j", async (procedure, more) => {
    const { cookie } = await app.admin("read-only");
    const input = encodeURIComponent(JSON.stringify({ projectId: app.projectId, ...more }));
    const answer = await app.send("GET", `/trpc/admin.${procedure}?input=${input}`, { cookie });
    expect(answer.status).toBe(400);
  });

  onSqlite.each([
    ["tenants.create", { name: "\u0000" }],
    ["tenants.create", { name: "\ud800" }],
    ["projects.rename", { name: "\u0000" }],
    ["access.members.add", { tenantId: 1, email: "a\u0000@example.com", role: "admin" }],
    ["access.admins.invite", { email: "a\u0000@example.com", role: "admin" }],
    ["access.clients.create", { name: "\u0000", scopes: ["crm.contacts.read"] }],
    ["access.clients.create", { name: "Sync", scopes: ["\u0000"] }],
    ["access.clients.disable", { clientId: "\u0000" }],
    ["access.keys.create", { name: "\u0000", scopes: ["contacts:read"] }],
    ["access.keys.create", { name: "Sync", scopes: ["\u0000"] }],
    ["access.passkeys.rename", { id: "\u0000", name: "Laptop" }],
    ["webhooks.endpoints.create", { url: "https://example.com/\u0000", events: ["*"] }],
  ])("returns 400 from %s for %j", async (procedure, more) => {
    const { cookie } = await app.admin("owner");
    const project = procedure.startsWith("tenants") ? {} : { projectId: app.projectId };
    const json = { ...project, ...more };
    const answer = await app.send("POST", `/trpc/admin.${procedure}`, { cookie, json });
    expect(answer.status).toBe(400);
  });

  it("compares times across time zones", async () => {
    const { trpc } = await app.admin("owner");
    await trpc.tenants.create.mutate({ name: "Zoned" });
    const hour = 60 * 60 * 1000;
    const inZone = (ms: number) =>
      `${new Date(Date.now() + ms + 9 * hour).toISOString().slice(0, 19)}+09:00`;
    const of = (from: number, to: number) =>
      trpc.audit.list.query({ from: inZone(from), to: inZone(to) });
    expect((await of(-hour, hour)).entries.length).toBeGreaterThan(0);
    expect((await of(hour, 2 * hour)).entries).toEqual([]);
  });

  it("creates, renames and lists tenants and projects", async () => {
    const { trpc } = await app.admin("owner");
    const tenantId = await trpc.tenants.create.mutate({ name: "Northwind" });
    const projectId = await trpc.projects.create.mutate({ tenantId, name: "Sales" });
    await trpc.projects.rename.mutate({ projectId, name: "Support" });
    const tenants = await trpc.tenants.list.query();
    expect(tenants.find((tenant) => tenant.id === tenantId)).toMatchObject({
      name: "Northwind",
      projects: [{ id: projectId, name: "Support" }],
    });
    await expect(
      trpc.projects.rename.mutate({ projectId: 999_999, name: "X" }),
    ).rejects.toMatchObject({ data: { httpStatus: 404 } });
  });

  it("adds a property that can be used immediately", async () => {
    const { trpc } = await app.admin("admin");
    const { projectId } = app;
    const settings = { name: "shoe_size", label: "Shoe size", type: "number" as const };
    await trpc.schema.saveProperty.mutate({ projectId, ...contact, settings });
    const schema = await trpc.schema.read.query({ projectId, ...contact });
    expect(schema.properties.map((property) => property.name)).toContain("shoe_size");
    const made = await trpc.records.create.mutate({
      projectId,
      ...contact,
      properties: [
        { internal_name: "email", value: "b@example.com" },
        { internal_name: "shoe_size", value: 42 },
      ],
    });
    const found = await trpc.records.list.query({ projectId, ...contact });
    expect(found.records.find((one) => one.id === made.id)?.properties.shoe_size).toBe("42");
  });

  it("creates and removes associations", async () => {
    const { trpc } = await app.admin("admin");
    const { projectId } = app;
    const make = async (type: "deal" | "company") => ({
      type,
      id: (
        await trpc.records.create.mutate({
          projectId,
          type,
          properties: [{ internal_name: "name", value: "A" }],
        })
      ).id,
    });
    const [one, other] = [await make("deal"), await make("company")];
    await trpc.records.associate.mutate({ projectId, one, other });
    const associated = async () =>
      (await trpc.records.associated.query({ projectId, ...one, other: "company" })).records;
    expect(await associated()).toEqual([{ ...other, labels: [], name: "A", detail: null }]);
    await trpc.records.dissociate.mutate({ projectId, one, other });
    expect(await associated()).toEqual([]);
  });

  onSqlite(
    "takes null for absent where it means nothing else, and names all other faults at once",
    async () => {
      const { cookie, trpc } = await app.admin("owner");
      const { projectId, tenantId } = app;
      const client = { projectId, name: "Sync", scopes: ["crm.contacts.read"] };
      const { clientId } = await trpc.access.clients.create.mutate(client);
      await trpc.access.keys.create.mutate({ ...client, scopes: ["contacts:read"] });
      const keyId = (await trpc.access.keys.list.query({ projectId }))[0]?.id;
      /** What is read first, to check the admin's role there. */
      const known: Readonly<Record<string, unknown>> = { projectId, tenantId, clientId, keyId };
      let optional = 0;
      for (const [path, { _def }] of Object.entries(listProcedures(appRouter))) {
        if (!path.startsWith("admin.")) continue;
        const members = _def.inputs.flatMap((schema) =>
          Object.entries((schema as Partial<z.ZodObject>).shape ?? {}),
        );
        const own = members.filter(([name]) => !Object.hasOwn(known, name));
        const refused = own.filter(([, member]) => !(member as z.ZodType).safeParse(null).success);
        const [absent, required] = [true, false].map((isOptional) =>
          refused.flatMap(([name, member]) =>
            (member as z.ZodType).safeParse(undefined).success === isOptional ? [name] : [],
          ),
        ) as [string[], string[]];
        // With no required member, it would do its work.
        if (required.length === 0) continue;
        const input = Object.fromEntries(members.map(([name]) => [name, known[name] ?? null]));
        const query = `?input=${encodeURIComponent(JSON.stringify(input))}`;
        const answer =
          _def.type === "query"
            ? await app.send("GET", `/trpc/${path}${query}`, { cookie })
            : await app.send("POST", `/trpc/${path}`, { cookie, json: input });
        const { error } = (await answer.json()) as {
          error: { data: { issues: { path: string }[] } };
        };
        const named = error.data.issues.map((issue) => issue.path);
        expect([path, answer.status, named.toSorted()]).toEqual([path, 400, required.toSorted()]);
        optional += absent.length;
      }
      expect(optional).toBeGreaterThan(20);
    },
  );
});
