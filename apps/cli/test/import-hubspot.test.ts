import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importHubspot } from "@rapport/core";
import {
  DIALECTS,
  type Dialect,
  freePort,
  type HubspotReply,
  type HubspotServer,
  PROGRAM_ENV,
  programPath,
  startHubspot,
} from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startApp, type TestApp } from "../../api/test/support/app.ts";
import { hubspotData, labelledHubspotData } from "./support/hubspot-data.ts";
import { runHere } from "./support/run-here.ts";
import type { Ended } from "./support/run-to-end.ts";

const MAIN = programPath("rapport");
const TOKEN = "pat-eu1-11111111-2222-3333-4444-555555555555";
const folder = mkdtempSync(join(tmpdir(), "rapport-hubspot-"));
const secretKey = randomBytes(32);

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(DIALECTS)("rapport import hubspot on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("brings properties, pipelines, objects and associations", async () => {
    await using hubspot = await startHubspot({
      token: TOKEN,
      data: hubspotData(),
      associationPage: 2,
    });
    const project = await makeProject(app);
    const told = await imported(app, hubspot, project.id);
    expect(told).toMatchObject({ account: "1234567", resumed: false, pipelines: 1 });
    expect(told.objects).toEqual({
      companies: { created: 1, updated: 0, unchanged: 0, refused: 0, associations: 0 },
      contacts: { created: 249, updated: 0, unchanged: 0, refused: 1, associations: 2 },
      deals: { created: 2, updated: 0, unchanged: 0, refused: 0, associations: 4 },
      tickets: { created: 1, updated: 0, unchanged: 0, refused: 0, associations: 1 },
      tasks: { created: 2, updated: 0, unchanged: 0, refused: 0, associations: 1 },
      notes: { created: 1, updated: 0, unchanged: 0, refused: 1, associations: 2 },
      calls: { created: 1, updated: 0, unchanged: 0, refused: 0, associations: 1 },
      emails: { created: 1, updated: 0, unchanged: 0, refused: 0, associations: 1 },
      meetings: { created: 1, updated: 0, unchanged: 0, refused: 0, associations: 1 },
    });
    const [first] = await project.find("contacts", "1000", "company,deal,ticket,note");
    expect(first.properties).toEqual({
      ...{ hubspot_object_id: "1000", email: "p0@example.com", firstname: "Zoë 0" },
      ...{ favourite_colours: ["red", "blue"], size: "m", vip: true, birthday: "1990-04-30" },
      ...{ last_call: "2024-03-01T10:00:00.000Z", score: "12.50", story: "Once\nupon" },
      ...{ hubspot_owner_id: "4242", hubspot_created_at: "2024-03-01T10:00:00.000Z" },
    });
    const counts = Object.entries(first.associations).map(([type, of]) => [
      type,
      (of as []).length,
    ]);
    expect(Object.fromEntries(counts)).toEqual({ company: 1, deal: 1, ticket: 1, note: 1 });
    const [company] = await project.find("companies", "501");
    expect(company.properties).toMatchObject({ name: "Acme", employees: "120" });
    const [renewal] = await project.find("deals", "901");
    expect(renewal.properties).toMatchObject({
      ...{ name: "Roof", amount: "1250.50", pipeline: "renewals", stage: "waiting" },
      ...{ closeDate: "2024-05-01T12:00:00.500Z", createdDate: "2024-03-01T10:00:00.000Z" },
    });
    const [won] = await project.find("deals", "902");
    expect(won.properties).toMatchObject({
      pipeline: "default",
      stage: "closed_won",
      probability: "1",
    });
    const [ticket] = await project.find("tickets", "801");
    expect(ticket.properties).toMatchObject({ name: "Leak", stage: "done", priority: "high" });
    const [done] = await project.find("tasks", "701");
    expect(done.properties).toEqual({
      ...{ hubspot_object_id: "701", name: "Call", body: "Ask for the roof", priority: "high" },
      ...{ due_at: "2024-03-01T10:00:00.000Z", status: "done" },
      completed_at: "2024-03-02T10:00:00.000Z",
    });
    const [open] = await project.find("tasks", "702");
    expect(open.properties).toEqual({ hubspot_object_id: "702", name: "Wait", status: "open" });
    const [note] = await project.find("notes", "601");
    expect(note.properties).toMatchObject({
      body: "Met at the fair & talked\n- Roof",
      occurred_at: "2024-03-03T10:00:00.000Z",
    });
    const [call] = await project.find("calls", "401");
    expect(call.properties).toEqual({
      ...{ hubspot_object_id: "401", title: "Roof", body: "Wants slate", duration: "61.5" },
      ...{ direction: "outbound", status: "completed", outcome: "left_voicemail" },
      occurred_at: "2024-03-04T10:00:00.000Z",
    });
    const [email] = await project.find("emails", "411");
    expect(email.properties).toEqual({
      ...{ hubspot_object_id: "411", subject: "Offer", text: "See below", direction: "inbound" },
      ...{ from: "me@example.com", to: ["a@b.example", "c@d.example"] },
      occurred_at: "2024-03-05T10:00:00.000Z",
    });
    const [meeting] = await project.find("meetings", "421");
    expect(meeting.properties).toEqual({
      ...{ hubspot_object_id: "421", title: "Visit", outcome: "no_show" },
      ...{ start: "2024-03-06T10:00:00.000Z", end: "2024-03-06T11:00:00.000Z" },
    });
  });

  it("brings custom objects as types, labels, and associations between records of one type", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: labelledHubspotData(150) });
    const project = await makeProject(app);
    const told = await imported(app, hubspot, project.id);
    expect(told.objects).toMatchObject({
      contacts: { created: 149, associations: 4 },
      listings: { created: 2, associations: 3 },
      hubspot_note_2_78s: { created: 1, associations: 0 },
      tasks: { created: 2, associations: 2 },
    });
    const listing = await app.deps.schemas.object(project.id, "listing");
    expect(listing).toMatchObject({
      ...{ title: "Listing", pluralTitle: "Listings", description: "A house for sale" },
      ...{ plural: "listings", nameProperties: [["address"]], hasPipeline: true },
    });
    expect(listing.pipelines.map(({ label }) => label)).toEqual(["Sale"]);
    const types = "contact,company,listing,task";
    const [ada] = await project.find("contacts", "1000", types);
    const [bob] = await project.find("contacts", "1001", types);
    const [late] = await project.find("contacts", "1110", types);
    const [sold] = await project.find("listings", "3001", types);
    const [open] = await project.find("listings", "3002", types);
    expect(sold.properties).toMatchObject({ address: "Main St 1", price: "100", stage: "sold" });
    const found = ({ associations }: Found, type: string) =>
      (associations[type] ?? []).map(({ id, type }) => `${id} ${type}`).toSorted();
    const [company] = await project.find("companies", "501");
    expect(found(ada, "contact")).toEqual(
      [
        ...[`${bob.id} contact_to_contact`, `${bob.id} manager`],
        ...[`${late.id} contact_to_contact`, `${late.id} colleague`],
      ].toSorted(),
    );
    expect(found(bob, "contact")).toEqual([`${ada.id} contact_to_contact`, `${ada.id} report`]);
    expect(found(late, "contact")).toEqual([`${ada.id} colleague`, `${ada.id} contact_to_contact`]);
    expect(found(ada, "company")).toEqual([
      `${company.id} contact_to_company`,
      `${company.id} decision_maker`,
    ]);
    expect(found(bob, "company")).toEqual([`${company.id} contact_to_company`]);
    expect(found(sold, "contact")).toEqual(
      expect.arrayContaining([`${ada.id} sold_to`, `${ada.id} shown_to`]),
    );
    expect(found(ada, "listing")).toEqual(
      expect.arrayContaining([`${sold.id} bought`, `${sold.id} has_seen`]),
    );
    expect(found(bob, "listing")).toHaveLength(1);
    expect(found(sold, "listing")).toEqual([`${open.id} listing_to_listing`]);
    expect(found(sold, "task")).toHaveLength(1);
    expect(told.not_brought.filter(({ what }) => /to (contacts|companies)/.test(what))).toEqual([]);
    // The types, labels and associations are there already.
    const again = await imported(app, hubspot, project.id);
    expect(again).toMatchObject({ properties: 0, pipelines: 0 });
    expect(again.objects).toMatchObject({
      contacts: { created: 0, updated: 0, unchanged: 149 },
      listings: { created: 0, updated: 0, unchanged: 2 },
      hubspot_note_2_78s: { created: 0, updated: 0, unchanged: 1 },
    });
    expect((await app.deps.schemas.get(project.id)).labels).toHaveLength(5);
  });

  it("finds a contact by its additional emails wherever an email is a key", async () => {
    const data = hubspotData(0);
    const additional = {
      ...{ name: "hs_additional_emails", label: "Additional email addresses", options: [] },
      ...{ type: "enumeration", fieldType: "checkbox", hubspotDefined: true, hidden: true },
      ...{ calculated: false, modificationMetadata: { readOnlyValue: true } },
    };
    data.properties.contacts = [...(data.properties.contacts ?? []), additional];
    const contact = (id: string, email: string | null, more: string) => ({
      id,
      properties: { email, firstname: id, hs_additional_emails: more },
    });
    data.objects.contacts = [
      contact("1", "ada@example.com", "ada@work.example;countess@example.com"),
      contact("2", "bob@example.com", "shared@example.com"),
      contact("3", "cleo@example.com", "shared@example.com; bob@example.com"),
    ];
    await using hubspot = await startHubspot({ token: TOKEN, data });
    const project = await makeProject(app);
    const told = await imported(app, hubspot, project.id);
    expect(told.not_brought.filter(({ what }) => what.includes("additional"))).toEqual([]);
    const idOf = async (id: string) => (await project.find("contacts", id))[0].id;
    const [ada, bob] = [await idOf("1"), await idOf("2")];
    expect((await project.find("contacts", "1"))[0].properties.additional_emails).toEqual([
      "ada@work.example",
      "countess@example.com",
    ]);
    const { token, key } = project;
    const call = async (method: string, path: string, json?: object) =>
      (await app.call(method, path, { token, ...(json && { json }) })) as Answer;
    const byEmail = (value: string) =>
      call("GET", `/api/crm/objects/contacts/by/email?value=${encodeURIComponent(value)}`);
    const properties = (value: string) => [
      { internal_name: "email", value },
      { internal_name: "lastname", value: "King" },
    ];
    for (const email of ["Countess@Example.com", "ada@work.example"]) {
      expect((await byEmail(email)).body.data.id).toBe(ada);
      const json = { idProperty: "email", properties: properties(email) };
      const { status, body } = await call("POST", "/api/crm/objects/contacts/upsert", json);
      expect([status, body.data.record.id]).toEqual([200, ada]);
      expect(body.data.record.properties.email).toBe("ada@example.com");
      const inputs = [{ value: email }];
      const batch = { idProperty: "email", inputs };
      const read = await call("POST", "/api/crm/objects/contacts/batch/read", batch);
      expect(read.body.data.results[0].record.id).toBe(ada);
      const upserts = { idProperty: "email", inputs: [{ properties: properties(email) }] };
      const written = await call("POST", "/api/crm/objects/contacts/batch/upsert", upserts);
      expect(written.body.data.results[0]).toMatchObject({
        status: "unchanged",
        record: { id: ada },
      });
      const workspace = (method: string, path: string, json?: object) =>
        app.call(method, `/v1${path}`, { token: key, ...(json && { json }) });
      const listed = await workspace("GET", `/contacts?email=${encodeURIComponent(email)}`);
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([String(ada)]);
      const upserted = await workspace("POST", "/contacts/upsert", { email, lastName: "King" });
      expect([upserted.status, upserted.body.data.id]).toEqual([200, String(ada)]);
    }
    // Who has it as the first email comes before who has it as a further one.
    expect((await byEmail("bob@example.com")).body.data.id).toBe(bob);
    const shared = await byEmail("shared@example.com");
    expect([shared.status, shared.body.code]).toEqual([409, "AMBIGUOUS"]);
    expect(shared.body.issues[0].conflictingIds).toHaveLength(2);
    const json = { idProperty: "email", properties: properties("shared@example.com") };
    expect((await call("POST", "/api/crm/objects/contacts/upsert", json)).status).toBe(409);
    expect((await byEmail("nobody@example.com")).status).toBe(404);
    const query = { query: "countess@example.com" };
    const found = await call("POST", "/api/crm/objects/contacts/search", query);
    expect(found.body.data.results.map(({ id }: { id: number }) => id)).toEqual([ada]);
    expect(await project.count()).toBe(3);
  });

  it("brings only what has changed when it is repeated", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(120) });
    const project = await makeProject(app);
    await imported(app, hubspot, project.id);
    hubspot.data.objects.contacts?.splice(3, 1, {
      id: "1003",
      properties: { email: "new@example.com", firstname: "Renamed" },
    });
    hubspot.data.objects.contacts?.push({ id: "5000", properties: { email: "late@example.com" } });
    const again = await imported(app, hubspot, project.id);
    expect(again).toMatchObject({ resumed: false, properties: 0, pipelines: 0 });
    expect(again.objects.contacts).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 118,
      refused: 1,
    });
    expect((await project.find("contacts", "1003"))[0].properties.firstname).toBe("Renamed");
    expect(await project.count()).toBe(120);
  });

  it("stops at the daily limit, and then resumes after its last page", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(350) });
    const project = await makeProject(app);
    const before = await requestsUntil(hubspot, app, project.id, "after=1199");
    const body = { ...ROLLING, policyName: "DAILY" };
    hubspot.fail(before, { status: 429, body });
    const ended = await run(app, hubspot, project.id, { more: ["--restart"] });
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/daily limit .* continues/),
    });
    const seen = hubspot.requests.length;
    const told = await imported(app, hubspot, project.id);
    expect(told.resumed).toBe(true);
    const pages = hubspot.requests.slice(seen).filter((one) => one.includes("/objects/contacts?"));
    expect(pages.map((one) => /after=(\d+)/.exec(one)?.[1])).toEqual(["1199", "1299"]);
    expect(await project.count()).toBe(349);
  });

  it("refuses to continue with another account, or beside another import", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(150) });
    await using other = await startHubspot({ token: TOKEN, data: hubspotData(5), portalId: 99 });
    const project = await makeProject(app);
    hubspot.fail(14, { status: 429, body: { ...ROLLING, policyName: "DAILY" } });
    await run(app, hubspot, project.id);
    const refused = await run(app, other, project.id);
    expect(refused.stderr).toMatch(/account 1234567 into project \d+ is unfinished/);
    const account = { url: hubspot.url, token: TOKEN };
    const both = [1, 2].map(() => importHubspot(app.deps, account, project.id));
    const ended = await Promise.allSettled(both);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const lost = ended.find((one) => one.status === "rejected");
    expect(String(lost?.reason)).toMatch(/Another import from HubSpot .* is running/);
    expect(await project.count()).toBe(149);
    expect(await imported(app, other, project.id)).toMatchObject({ account: "99" });
  });

  it("resumes after each of several SIGKILLs with no record lost or doubled", {
    timeout: 120_000,
  }, async () => {
    await using hubspot = await startHubspot({
      ...{ token: TOKEN, data: hubspotData(1_500) },
      onRequest: () => sleep(15),
    });
    const project = await makeProject(app);
    let killed = 0;
    while (killed < 2 && (await killAfter(app, hubspot, project.id, 14))) killed++;
    expect(killed).toBeGreaterThan(0);
    const told = await imported(app, hubspot, project.id);
    expect(told.resumed).toBe(true);
    expect(told.objects.contacts).toMatchObject({ created: 1_499, updated: 0, refused: 1 });
    expect(told.objects.deals).toMatchObject({ created: 2, associations: 4 });
    expect(await project.count()).toBe(1_499);
    const lists = await app.deps.db.kysely
      .selectFrom("jobs")
      .innerJoin("files", "files.project_id", "jobs.project_id")
      .select(["jobs.id", "jobs.state", "files.id as file", "files.length", "jobs.settings"])
      .where("jobs.project_id", "=", project.id)
      .where("jobs.type", "=", "contact")
      .execute();
    const kept = lists.filter(({ file, settings }) => JSON.stringify(settings).includes(file));
    const [changed, ...others] = kept.filter(({ length }) => Number(length) > 1_000);
    expect([changed?.state, Number(changed?.length)]).toEqual(["done", 1_499 * BYTES_PER_CHANGE]);
    expect(others).toEqual([]);
  });
});

/** Bytes of a record's id and version in the list of changes. */
const BYTES_PER_CHANGE = 12;

// What HubSpot answers is read in the same way whatever the database.
describe("an account of HubSpot", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("reports what it did not import, why, and where, without values", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData() });
    const { not_brought } = await imported(app, hubspot, (await makeProject(app)).id);
    const lines = not_brought.map(({ what, why, examples }) => [what, why, examples.join()]);
    expect(lines).toEqual([
      ["contacts.age_now", "HubSpot calculates it", ""],
      ["contacts.9lives", expect.stringMatching(/name must start with a letter/), ""],
      ["leads", expect.stringMatching(/lacks a scope.*MISSING_SCOPES/), ""],
      ["appointments", expect.stringMatching(/does not have them/), ""],
      ["contacts to companies", "the company was not imported", "1002"],
      ["contacts.score", "the value does not fit the type of score, which is number", "1005"],
      ["contacts", "a contact needs an email or a phone", "1007"],
      ["notes", "a note needs a text", "602"],
    ]);
    expect(JSON.stringify(not_brought)).not.toMatch(/many|@example/);
  });

  it("keeps stages and pipelines of one label apart, and won and lost deals as such", async () => {
    const data = hubspotData(1);
    const stageOf = (id: string, label: string | null, displayOrder: number, metadata: object) => ({
      ...{ id, label, displayOrder, metadata, archived: false },
    });
    const won = { isClosed: "true", probability: "1.0" };
    const lost = { isClosed: "true", probability: "0.0" };
    const open = (probability: string) => ({ isClosed: "false", probability });
    data.pipelines.deals = [
      {
        ...{ id: "501", label: "Sales", displayOrder: 0, archived: false },
        stages: [
          stageOf("1", "New", 0, open("0.2")),
          stageOf("2", "Waiting", 1, open("0.4")),
          stageOf("3", "waiting ", 2, open("0.6")),
          stageOf("4", "Closed", 3, won),
          stageOf("5", "Closed", 4, lost),
          stageOf("6", "Closed", 5, lost),
          stageOf("7", null, 6, open("0.7")),
        ],
      },
      {
        ...{ id: "502", label: "SALES", displayOrder: 1, archived: false },
        stages: [stageOf("8", "Closed", 0, lost), stageOf("9", "New", 1, open("0.1"))],
      },
      // The project's own pipeline has a won and a lost stage of these labels.
      {
        ...{ id: "503", label: "Sales Pipeline", displayOrder: 2, archived: false },
        stages: [stageOf("10", "Closed won", 0, lost), stageOf("11", "Closed lost", 1, won)],
      },
    ];
    const ids = Array.from({ length: 11 }, (_, i) => String(i + 1));
    const pipelineOf = (id: string) => (+id < 8 ? "501" : +id < 10 ? "502" : "503");
    data.objects.deals = ids.map((id) => ({
      id: `9${id}`,
      properties: { dealname: id, pipeline: pipelineOf(id), dealstage: id },
    }));
    await using hubspot = await startHubspot({ token: TOKEN, data });
    const project = await makeProject(app);
    const { not_brought } = await imported(app, hubspot, project.id);
    expect(not_brought.filter(({ what }) => /^deals/.test(what))).toEqual([]);
    const deals = async () => {
      const found = await Promise.all(ids.map((id) => project.find("deals", `9${id}`)));
      return found.map(([deal]) => deal.properties);
    };
    const before = await deals();
    const places = before.map(({ pipeline, stage }) => `${pipeline}/${stage}`);
    expect(new Set(places).size).toBe(ids.length);
    expect(before.map(({ probability }) => probability)).toEqual([
      ...["0.2", "0.4", "0.6", "1", "0", "0", "0.7", "0", "0.1", "0", "1"],
    ]);
    // The order changes, and the import is repeated.
    for (const pipeline of data.pipelines.deals as { displayOrder: number; stages: object[] }[]) {
      pipeline.displayOrder = 9 - pipeline.displayOrder;
      pipeline.stages = (pipeline.stages as { displayOrder: number }[]).map((stage) => ({
        ...stage,
        displayOrder: 20 - stage.displayOrder,
      }));
    }
    expect(await imported(app, hubspot, project.id)).toMatchObject({
      pipelines: 0,
      objects: { deals: { created: 0, updated: 0, unchanged: ids.length } },
    });
    expect(await deals()).toEqual(before);
  });

  it("brings objects without associations that HubSpot refuses", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(20) });
    const path = "associations/deals/contacts";
    const n = await requestsUntil(hubspot, app, (await makeProject(app)).id, path);
    hubspot.fail(n, { status: 400, body: { status: "error", category: "VALIDATION_ERROR" } });
    const { objects, not_brought } = await imported(app, hubspot, (await makeProject(app)).id);
    expect(objects.deals).toMatchObject({ created: 2, associations: 1 });
    expect(not_brought.map(({ what }) => what)).toContain("deals to contacts");
  });

  it("reads objects with many properties in a second request", async () => {
    const data = hubspotData(110);
    const many = Array.from({ length: 200 }, (_, i) => ({
      ...{
        name: `${"long_name_".repeat(5)}${i}`,
        label: `L${i}`,
        type: "string",
        fieldType: "text",
      },
    }));
    data.properties.contacts = [...(data.properties.contacts ?? []), ...many];
    const last = many.at(-1)?.name ?? "";
    data.objects.contacts?.push({
      id: "7000",
      properties: { email: "x@example.com", [last]: "here" },
    });
    await using hubspot = await startHubspot({ token: TOKEN, data });
    const project = await makeProject(app);
    await imported(app, hubspot, project.id);
    expect((await project.find("contacts", "7000"))[0].properties[last]).toBe("here");
    expect(hubspot.requests.every((one) => one.length < 8_000)).toBe(true);
  });

  it("says that it may not read custom objects", async () => {
    const data = { ...labelledHubspotData(1), forbidden: ["leads", "schemas"] };
    await using hubspot = await startHubspot({ token: TOKEN, data });
    const { not_brought, objects } = await imported(app, hubspot, (await makeProject(app)).id);
    const lines = not_brought.map(({ what, why }) => [what, why]);
    expect(lines).toContainEqual(["custom objects", expect.stringMatching(/lacks a scope/)]);
    expect(Object.keys(objects)).not.toContain("listings");
  });

  it.each<[string, HubspotReply, number, number[]]>([
    [
      "a 429 with Retry-After",
      { status: 429, headers: { "retry-after": "3" }, body: ROLLING },
      2,
      [3_000, 3_000],
    ],
    ["a 429 without Retry-After", { status: 429, body: ROLLING }, 1, [10_000]],
    ["a 502", { status: 502 }, 3, [500, 1_000, 2_000]],
    ["a 503 with Retry-After", { status: 503, headers: { "retry-after": "7" } }, 1, [7_000]],
    ["a broken connection", { cut: true }, 2, [500, 1_000]],
  ])("waits and repeats a request after %s", async (_, reply, times, waits) => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(20) });
    hubspot.fail(9, reply, times);
    const project = await makeProject(app);
    const waited: number[] = [];
    const wait = async (ms: number) => void waited.push(ms);
    const account = { url: hubspot.url, token: TOKEN, wait };
    const { objects } = await importHubspot(app.deps, account, project.id);
    expect(objects.contacts).toMatchObject({ created: 19, refused: 1 });
    // The pauses after failures have up to a quarter more.
    expect(waited.map((ms, i) => ms / (waits[i] ?? 0))).toEqual(
      waits.map(() => expect.closeTo(1.125, 0)),
    );
    expect(waited.every((ms, i) => ms >= (waits[i] ?? 0))).toBe(true);
  });

  it("fails with one sentence if HubSpot keeps failing, refuses the token or answers something else", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(5) });
    const project = await makeProject(app);
    const wait = () => Promise.resolve();
    const account = { url: hubspot.url, token: TOKEN, wait };
    hubspot.fail(1, { status: 500 }, 9);
    await expect(importHubspot(app.deps, account, project.id)).rejects.toThrow(
      /HubSpot failed \(status 500\)/,
    );
    hubspot.fail(1, { status: 200, body: { results: "none" } });
    await expect(importHubspot(app.deps, account, project.id)).rejects.toThrow(/not as documented/);
    const refused = await run(app, { ...hubspot, url: hubspot.url }, project.id, {
      more: [],
      token: "wrong-token",
    });
    expect(refused.stderr).toBe("rapport: --token: HubSpot refuses the access token.\n");
  });

  it("names the code of a failed connection at the end", async () => {
    const project = await makeProject(app);
    const told: string[] = [];
    const account = {
      ...{ url: `http://127.0.0.1:${await freePort()}`, token: TOKEN },
      wait: () => Promise.resolve(),
      onWait: (why: string) => void told.push(why),
    };
    const failed = "HubSpot failed (the connection failed: ECONNREFUSED)";
    await expect(importHubspot(app.deps, account, project.id)).rejects.toThrow(failed);
    expect(told).toEqual(Array.from({ length: 8 }, () => failed));
  });

  it.each([
    [
      "says before each repetition why it waits",
      [],
      /^HubSpot failed \(status 502\)\. Trying again in 1 second\.\n/,
    ],
    ["says nothing of it with --json", ["--json"], /^$/],
  ] as const)("%s", async (_, json, expected) => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(5) });
    hubspot.fail(3, { status: 502 }, 1);
    const project = await makeProject(app);
    const { code, stderr } = await run(app, hubspot, project.id, { json });
    expect(code).toBe(0);
    expect(stderr).toMatch(expected);
  });

  it("gives a report for people without --json", async () => {
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(20) });
    const project = await makeProject(app);
    // A line of progress is on stderr if it takes more than five seconds.
    const { code, stdout } = await run(app, hubspot, project.id, { json: [] });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^HubSpot account 1234567\. Properties added: 19\. Pipelines added: 1\.\n/,
    );
    expect(stdout).toContain(
      "contacts: 19 created, 0 updated, 0 unchanged, 1 refused, 2 associations\n",
    );
    expect(stdout).toContain(
      "  contacts: a contact needs an email or a phone (1, such as HubSpot id 1007)\n",
    );
  });
});

const ROLLING = {
  ...{ status: "error", message: "You have reached your ten_secondly_rolling limit." },
  ...{ errorType: "RATE_LIMIT", policyName: "TEN_SECONDLY_ROLLING", correlationId: "c033cdaa" },
};

/** A record with what it is associated with. */
interface Found {
  readonly associations: Readonly<
    Record<string, readonly { readonly id: string; readonly type: string }[]>
  >;
}

interface Told {
  readonly account: string;
  readonly resumed: boolean;
  readonly properties: number;
  readonly objects: Readonly<Record<string, object>>;
  readonly not_brought: readonly { what: string; why: string; examples: readonly string[] }[];
}

function start(dialect: Dialect): Promise<TestApp> {
  return startApp({ dialect, settings: { secretKeys: () => [secretKey] } });
}

function envOf(app: TestApp, token = TOKEN) {
  const SECRET_KEY = secretKey.toString("base64");
  return { DATA_DIR: folder, DATABASE_URL: app.databaseUrl, SECRET_KEY, HUBSPOT_TOKEN: token };
}

function argsOf({ url }: Pick<HubspotServer, "url">, project: number): readonly string[] {
  const token = ["--token", "env:HUBSPOT_TOKEN", "--url", url];
  return ["import", "hubspot", "--project", String(project), ...token];
}

function run(
  app: TestApp,
  hubspot: Pick<HubspotServer, "url">,
  project: number,
  {
    more = [],
    token = TOKEN,
    json = ["--json"],
  }: {
    readonly more?: readonly string[] | undefined;
    readonly token?: string;
    readonly json?: readonly string[] | undefined;
  } = {},
): Promise<Ended> {
  return runHere([...argsOf(hubspot, project), ...more, ...json], envOf(app, token));
}

async function imported(app: TestApp, hubspot: HubspotServer, project: number): Promise<Told> {
  const { code, stdout, stderr } = await run(app, hubspot, project);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

async function makeProject(app: TestApp) {
  const { projectId, token } = await app.caller();
  const { key } = await app.workspace({ projectId });
  const search = (plural: string, json: object) =>
    app.call("POST", `/api/crm/objects/${plural}/search`, { token, json });
  return {
    id: projectId,
    token,
    key,
    /** Finds the records with an id in HubSpot. */
    async find(plural: string, value: string, associations?: string) {
      const filters = [{ internal_name: "hubspot_object_id", operator: "EQ", value }];
      const more = associations === undefined ? {} : { associations: associations.split(",") };
      const { body } = await search(plural, { filterGroups: [{ filters }], ...more });
      expect(body.data?.results, JSON.stringify(body)).toHaveLength(1);
      return body.data.results;
    },
    async count(): Promise<number> {
      const { body } = await search("contacts", { total: true, limit: 1 });
      return body.data.total.value;
    },
  };
}

/** Runs an import, and returns the number of its request that contains a text. */
async function requestsUntil(
  hubspot: HubspotServer,
  app: TestApp,
  project: number,
  text: string,
): Promise<number> {
  const before = hubspot.requests.length;
  await imported(app, hubspot, project);
  return hubspot.requests.slice(before).findIndex((one) => one.includes(text)) + 1;
}

/** @returns false if the import ended before it could be killed */
async function killAfter(app: TestApp, hubspot: HubspotServer, project: number, requests: number) {
  const env = { ...PROGRAM_ENV, ...envOf(app) };
  const args = [MAIN, ...argsOf(hubspot, project), "--json"];
  const before = hubspot.requests.length;
  const child = spawn(process.execPath, args, { env, stdio: "ignore" });
  const closed = once(child, "close");
  while (child.exitCode === null && hubspot.requests.length < before + requests) await sleep(2);
  child.kill("SIGKILL");
  await closed;
  return child.signalCode === "SIGKILL";
}
