import { type Database, liveRevisions, openDatabase, requestLog, usage } from "@rapport/db";
import { DIALECTS, migratedDatabase } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProject, createTenant } from "../../src/tenancy/tenants.ts";
import { type AnsweredRequest, openUsageMeter } from "../../src/usage/meter.ts";
import { removeOldUsage } from "../../src/usage/requests.ts";

const LATEST = "9999-12-31T23:59:59.999Z";
const EARLIEST = "1970-01-01T00:00:00.000Z";
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("the meter of API usage on %s", (dialect) => {
  let dropDatabase: () => Promise<void>;
  let url: string;
  let db: Database;
  const errors: unknown[] = [];

  beforeAll(async () => {
    const database = await migratedDatabase(dialect);
    ({ url } = database);
    dropDatabase = () => database.drop();
    db = openDatabase(url);
  });
  afterAll(async () => {
    await db.close();
    await dropDatabase();
    expect(errors).toEqual([]);
  });

  const newProject = async () => createProject({ db }, await createTenant({ db }, "t"), "p");
  const meterOf = (mode: "off" | "errors" | "all") =>
    openUsageMeter({ db }, { mode, withInput: false, onError: (error) => errors.push(error) });
  const logged = (projectId: number) =>
    requestLog.listRequests.all(
      db,
      { projectId },
      { at: LATEST, id: "~", from: EARLIEST, limit: 10_000 },
    );
  const requestsOf = async (projectId: number) =>
    (await usage.sumByCredential.all(db, { projectId }, { since: EARLIEST })).map(
      ({ requests }) => requests,
    );

  function request(projectId: number, status: number, id = `req_${status}`): AnsweredRequest {
    const principal = { kind: "key", id: "1", tenantId: 1, projectId, scopes: new Set<string>() };
    return {
      id,
      principal: { ...principal, kind: "key" },
      method: "GET",
      path: () => "/v1/contacts",
      status,
      ms: 1,
      limit: undefined,
      error: () => undefined,
      input: undefined,
    };
  }

  it("notifies the pages of each project once that its requests were counted", async () => {
    const projectIds = [await newProject(), await newProject()];
    const meter = meterOf("off");
    for (const projectId of [...projectIds, ...projectIds]) meter.note(request(projectId, 200));
    await meter.stop();
    for (const projectId of projectIds) {
      expect(await liveRevisions.listRevisions.all(db, { project: projectId })).toMatchObject([
        { subject: "usage", revision: 1 },
      ]);
    }
  });

  it.each([
    ["off", []],
    ["errors", [500, 404]],
    ["all", [500, 404, 200]],
  ] as const)("counts all requests and logs those of the setting %s", async (mode, statuses) => {
    const projectId = await newProject();
    const meter = meterOf(mode);
    for (const status of [200, 404, 500]) meter.note(request(projectId, status));
    await meter.stop();
    expect(await requestsOf(projectId)).toEqual([3]);
    const found = (await logged(projectId)).map(({ status }) => status);
    expect(found.toSorted((a, b) => b - a)).toEqual(statuses);
  });

  it("logs at most 500 successful requests of a project in five minutes, and still its errors", async () => {
    const projectId = await newProject();
    const meter = meterOf("all");
    for (let i = 0; i < 700; i++) meter.note(request(projectId, 200, `req_${i}`));
    meter.note(request(projectId, 500));
    await meter.stop();
    expect(await requestsOf(projectId)).toEqual([701]);
    const found = await logged(projectId);
    expect(found.filter(({ status }) => status === 200)).toHaveLength(500);
    expect(found.filter(({ status }) => status === 500)).toHaveLength(1);
  });

  it("adds to the counts that other processes wrote", async () => {
    const projectId = await newProject();
    for (let i = 0; i < 3; i++) {
      const meter = meterOf("off");
      meter.note(request(projectId, 200));
      await meter.stop();
    }
    expect(await requestsOf(projectId)).toEqual([3]);
  });

  it("keeps counts that it cannot write until the database is back", async () => {
    const projectId = await newProject();
    let isDown = true;
    const failing: Database = {
      ...db,
      transaction: (...args: Parameters<Database["transaction"]>) =>
        isDown ? Promise.reject(new Error("down")) : db.transaction(...args),
    } as Database;
    const failures: unknown[] = [];
    const options = { withInput: false, onError: (error: unknown) => failures.push(error) };
    const meter = openUsageMeter({ db: failing }, { mode: "all", ...options });
    meter.note(request(projectId, 200));
    await meter.stop();
    expect(failures).toHaveLength(1);
    isDown = false;
    meter.note(request(projectId, 200));
    await meter.stop();
    expect(await requestsOf(projectId)).toEqual([2]);
  });

  it("removes counts after 31 days and logged requests after the days of the setting", async () => {
    const projectId = await newProject();
    const meter = meterOf("all");
    for (let i = 0; i < 450; i++) meter.note(request(projectId, 200, `req_${i}`));
    for (let i = 0; i < 450; i++) meter.note(request(projectId, 404, `req_e${i}`));
    await meter.stop();
    const after = (days: number) => new Date(Date.now() + days * DAY_MS);
    await removeOldUsage({ db }, 7, after(6.9));
    expect(await logged(projectId)).toHaveLength(900);
    await removeOldUsage({ db }, 7, after(7.1));
    expect(await logged(projectId)).toEqual([]);
    expect(await requestsOf(projectId)).toEqual([900]);
    await removeOldUsage({ db }, 7, after(31.1));
    expect(await requestsOf(projectId)).toEqual([]);
  });
});
