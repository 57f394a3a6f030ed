import { createProject, eraseRecord, importHubspot, startWorker, type Worker } from "@rapport/core";
import { DIALECTS, type HubspotServer, startHubspot } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hubspotData } from "../../cli/test/support/hubspot-data.ts";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const TOKEN = "pat-eu1-11111111-2222-3333-4444-555555555555";
const EVENTUALLY = { timeout: 60_000, interval: 25 };
const DAILY = { status: 429, body: { status: "error", policyName: "DAILY" } };

describe.each(DIALECTS)("imports from HubSpot on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker;
  const errors: unknown[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  /** A project with what the tests do in it. */
  async function newProject() {
    const projectId = await createProject(app.deps, app.tenantId, "Moving in");
    const { trpc } = admin;
    const read = (id: number) => trpc.imports.read.query({ projectId, id });
    return {
      id: projectId,
      read,
      run: (hubspot: HubspotServer, options?: { restart?: boolean }) =>
        importHubspot(app.deps, { url: hubspot.url, token: TOKEN }, projectId, options),
      jobs: async () => (await trpc.imports.list.query({ projectId, limit: 50 })).jobs,
      /** Returns the newest job of a type. */
      async job(type: string) {
        const found = (await this.jobs()).find(({ object }) => object === type);
        if (found === undefined) throw new Error(`no import has brought a ${type}`);
        return found;
      },
      async undo(id: number) {
        await trpc.imports.undo.mutate({ projectId, id });
        await expect.poll(async () => (await read(id)).undo?.state, EVENTUALLY).toBe("done");
        return (await read(id)).undo;
      },
      /** Returns the live contacts by their ids in HubSpot. */
      async contacts() {
        const { records } = await trpc.records.list.query({
          projectId,
          type: "contact",
          limit: 100,
        });
        return new Map(records.map((one) => [one.properties.hubspot_object_id, one]));
      },
      set: (id: number, internal_name: string, value: string) =>
        trpc.records.set.mutate({ projectId, type: "contact", id, item: { internal_name, value } }),
      refused: (id: number) =>
        app.send("GET", `/downloads/imports/${projectId}/${id}/refused.csv`, {
          cookie: admin.cookie,
        }),
    };
  }

  it("are listed by type among the imports, with counts, what was left out, and the refused records", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(20) });
    const project = await newProject();
    await project.run(hubspot);
    const jobs = await project.jobs();
    const brought = ["company", "contact", "deal", "ticket", "task", "note", "call", "email"];
    expect(jobs.map(({ object }) => object)).toEqual([...brought, "meeting"].toReversed());
    for (const job of jobs) {
      expect(job).toMatchObject({ account: "1234567", state: "done", canUndo: true, undo: null });
      expect(job.actor).toEqual({ kind: "system", id: "cli", label: "cli" });
    }
    const contacts = await project.job("contact");
    expect(contacts).toMatchObject({ created: 19, updated: 0, refused: 1, associations: 2 });
    expect(contacts).toMatchObject({
      notBrought: expect.arrayContaining([
        {
          what: "contacts",
          why: "a contact needs an email or a phone",
          count: 1,
          examples: ["1007"],
        },
      ]),
    });
    const csv = await (await project.refused(contacts.id)).text();
    expect(csv).toMatch(
      /^HubSpot id,Refused because\r\n1007,A contact needs an email or a phone\..*\r\n$/i,
    );
  });

  it("name the run in the histories and timelines of what they brought", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(1) });
    const project = await newProject();
    await project.run(hubspot);
    const run = (await project.jobs()).at(-1)?.id;
    const contact = (await project.contacts()).get("1000");
    const { trpc } = admin;
    const id = contact?.id ?? 0;
    const timeline = { projectId: project.id, type: "contact", id, limit: 50 };
    const { items } = await trpc.records.timeline.query({ ...timeline, kind: "import" });
    expect(items).toHaveLength(1);
    const { entries } = await trpc.audit.list.query({ projectId: project.id, limit: 100 });
    const names = new Set(entries.map(({ actor }) => actor.label));
    expect(names).toContain(`Import from HubSpot ${run}`);
    const job = await project.job("contact");
    await project.undo(job.id);
    const later = await trpc.audit.list.query({ projectId: project.id, limit: 100 });
    expect(later.entries.map(({ actor }) => actor.label)).toContain(
      `Undo of import from HubSpot ${run}`,
    );
    const undone = later.entries.find(({ action }) => action === "imports.undo");
    expect(undone?.subject).toMatchObject({ kind: "import", id: String(job.id) });
  });

  it("are undone type by type: created records go, changed ones get their values back, edited ones stay", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(20) });
    const project = await newProject();
    await project.run(hubspot);
    const [companies, first] = [await project.job("company"), await project.job("contact")];
    const renamed = (id: string) => ({ id, properties: { email: `p${id}@new.example` } });
    hubspot.data.objects.contacts?.splice(3, 2, renamed("1003"), renamed("1004"));
    hubspot.data.objects.contacts?.push(renamed("5000"), renamed("5001"));
    await project.run(hubspot);
    const second = await project.job("contact");
    expect(second).toMatchObject({ created: 2, updated: 2, unchanged: 17, refused: 1 });
    const before = await project.contacts();
    await project.set(before.get("1004")?.id ?? 0, "email", "mine@example.com");
    await project.set(before.get("5001")?.id ?? 0, "lastname", "Mine");
    expect(await project.undo(second.id)).toMatchObject({ deleted: 1, restored: 1, left: 2 });
    const after = await project.contacts();
    expect(after.has("5000")).toBe(false);
    expect(after.get("1003")?.properties.email).toBe("p3@example.com");
    expect(after.get("1004")?.properties.email).toBe("mine@example.com");
    expect(after.get("5001")?.properties.lastname).toBe("Mine");
    // The company was associated by the jobs of the same run only.
    expect(await project.undo(companies.id)).toMatchObject({ deleted: 1, left: 0 });
    expect(await project.undo(first.id)).toMatchObject({ deleted: 17, left: 2 });
    expect([...(await project.contacts()).keys()].toSorted()).toEqual(["1003", "1004", "5001"]);
    expect(await project.read(first.id)).toMatchObject({ state: "undone", canUndo: false });
  });

  it("wait for their command while it was stopped, and other jobs of the project run", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(350) });
    const project = await newProject();
    const pages = () => hubspot.requests.filter((one) => one.includes("/objects/contacts?"));
    await project.run(hubspot);
    const request = hubspot.requests.indexOf(pages()[2] ?? "") + 1;
    hubspot.fail(request, DAILY);
    await expect(project.run(hubspot)).rejects.toThrow(/daily limit/);
    const stopped = await project.job("contact");
    expect(stopped).toMatchObject({ state: "waiting", unchanged: 199, canUndo: false });
    const oldest = (await project.jobs()).findLast(({ object }) => object === "company");
    expect(await project.undo(oldest?.id ?? 0)).toMatchObject({ deleted: 1 });
    expect(await project.run(hubspot)).toMatchObject({ resumed: true });
    expect(await project.read(stopped.id)).toMatchObject({ state: "done", unchanged: 349 });
  });

  it("end with a sentence if an admin cancels them, and the next one begins again", async () => {
    let cancel = async () => {};
    await using hubspot = await startHubspot({
      ...{ token: TOKEN, data: hubspotData(250) },
      onRequest: () => cancel(),
    });
    const project = await newProject();
    cancel = async () => {
      if (!hubspot.requests.at(-1)?.includes("after=1099")) return;
      cancel = async () => {};
      const { id } = await project.job("contact");
      await admin.trpc.imports.cancel.mutate({ projectId: project.id, id });
    };
    await expect(project.run(hubspot)).rejects.toThrow(/^The import was cancelled\./);
    const cancelled = await project.job("contact");
    expect(cancelled).toMatchObject({ state: "cancelled", created: 99, canUndo: true });
    expect(await project.undo(cancelled.id)).toMatchObject({ deleted: 99, left: 0 });
    const told = await project.run(hubspot);
    expect(told).toMatchObject({ resumed: false, objects: { companies: { unchanged: 1 } } });
    expect(told.objects.contacts).toMatchObject({ created: 249, refused: 1 });
  });

  it("are cancelled by --restart, whose own run begins at the first type", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(150) });
    const project = await newProject();
    hubspot.fail(20, DAILY);
    await expect(project.run(hubspot)).rejects.toThrow(/daily limit/);
    const [stopped] = await project.jobs();
    expect(await project.run(hubspot, { restart: true })).toMatchObject({ resumed: false });
    expect(await project.read(stopped?.id ?? 0)).toMatchObject({ state: "cancelled" });
  });

  it("go on without the file of refused records if a record of the type is erased meanwhile", async () => {
    let erase = async () => {};
    const data = hubspotData(150);
    data.objects.contacts?.push({ id: "9000", properties: { firstname: "Nameless" } });
    await using hubspot = await startHubspot({ token: TOKEN, data, onRequest: () => erase() });
    const project = await newProject();
    erase = async () => {
      if (!hubspot.requests.at(-1)?.includes("after=1099")) return;
      erase = async () => {};
      const contact = (await project.contacts()).get("1042");
      const principal = { kind: "system", id: "test", tenantId: app.tenantId } as const;
      const eraser = { ...principal, projectId: project.id, scopes: new Set<string>() };
      await eraseRecord({ deps: app.deps, principal: eraser }, "contact", contact?.id ?? 0);
    };
    await project.run(hubspot);
    const job = await project.job("contact");
    expect(job).toMatchObject({ created: 149, refused: 2, canUndo: true });
    expect((await project.refused(job.id)).status).toBe(410);
    expect(await project.undo(job.id)).toMatchObject({ deleted: 148 });
  });

  it("begin again where a copy or a restored backup lacks the list of changes", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(150) });
    const project = await newProject();
    hubspot.fail(22, DAILY);
    await expect(project.run(hubspot)).rejects.toThrow(/daily limit/);
    await app.deps.db.kysely.deleteFrom("files").where("project_id", "=", project.id).execute();
    const told = await project.run(hubspot);
    expect(told).toMatchObject({ resumed: false, objects: { companies: { unchanged: 1 } } });
    expect((await project.contacts()).size).toBeGreaterThan(0);
  });
});
