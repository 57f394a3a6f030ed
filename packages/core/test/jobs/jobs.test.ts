import { DIALECTS } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CrmError } from "../../src/errors.ts";
import { FileGone } from "../../src/files/files.ts";
import {
  cancelJob,
  countOpenJobs,
  createJob,
  type Job,
  pageOfJobs,
  readJob,
  startJob,
} from "../../src/jobs/jobs.ts";
import type { JobRun } from "../../src/jobs/run-job.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import type { Principal } from "../../src/principal.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const SOON = { timeout: 20_000, interval: 50 };

describe.each(DIALECTS)("jobs on %s", (dialect) => {
  let test: TestDeps;
  let workers: { stop(): Promise<void> }[];
  let errors: unknown[];
  beforeEach(async () => {
    test = await openTestDeps(dialect);
    workers = [];
    errors = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await test[Symbol.asyncDispose]();
  });

  function work(run: (run: JobRun) => Promise<void>, ended?: (job: Job) => void): void {
    const kind = { run, ended: async (_: unknown, __: unknown, job: Job) => ended?.(job) };
    const onError = (error: unknown) => void errors.push(error);
    workers.push(startJobs(test.deps, { test: kind }, { onError }));
  }

  function create(
    settings: Readonly<Record<string, unknown>> = {},
    principal: Principal = test.principal,
    state: "waiting" | "running" = "running",
    type = "contact",
  ): Promise<number> {
    const job = { kind: "test", type, settings, state } as const;
    return test.db.transaction((tx) => createJob({ deps: test.deps, principal }, tx, job));
  }

  async function read(id: number): Promise<Job | undefined> {
    return readJob(test.db, test.principal, "test", id);
  }

  it("runs a job with its settings and its owner, and ends it as done", async () => {
    const seen: unknown[] = [];
    const ended: unknown[] = [];
    const id = await create({ rows: 3 });
    work(
      async ({ job, principal, commit }) => {
        seen.push(job.settings, principal.kind, principal.tenantId, [...principal.scopes]);
        await commit(async () => ({ done: 3 }));
      },
      ({ state, progress }) => void ended.push(state, progress),
    );
    await expect.poll(async () => (await read(id))?.state, SOON).toBe("done");
    expect(seen).toEqual([{ rows: 3 }, "user", test.principal.tenantId, []]);
    expect(ended).toEqual(["done", { done: 3 }]);
    expect(await read(id)).toMatchObject({ failure: null, endedAt: expect.any(String) });
  });

  it("ends a job whose object type was deleted, and says so", async () => {
    const id = await create({}, test.principal, "running", "listing");
    const ended: unknown[] = [];
    work(
      () => Promise.reject(new Error("the work must not begin")),
      ({ state }) => void ended.push(state),
    );
    await expect.poll(async () => (await read(id))?.state, SOON).toBe("failed");
    const failure = 'The object type "listing" was deleted.';
    expect(await read(id)).toMatchObject({ type: "listing", failure });
    expect([ended, errors]).toEqual([["failed"], []]);
  });

  it("runs a waiting job only once it was started", async () => {
    const id = await create({}, test.principal, "waiting");
    const other = await create();
    const ran: unknown[] = [];
    work(async ({ job }) => void ran.push(job.settings));
    await expect.poll(async () => (await read(other))?.state, SOON).toBe("done");
    expect((await read(id))?.state).toBe("waiting");
    const { db, principal } = test;
    expect(await countOpenJobs(db, principal, "test")).toBe(1);
    expect(
      await db.transaction((tx) =>
        startJob(test.deps, tx, principal, { id, settings: { now: true } }),
      ),
    ).toBe(true);
    await expect.poll(async () => (await read(id))?.state, SOON).toBe("done");
    expect(ran).toEqual([{}, { now: true }]);
    expect(
      await db.transaction((tx) => startJob(test.deps, tx, principal, { id, settings: {} })),
    ).toBe(false);
  });

  it("begins a job that this process creates or starts without waiting for the next search", async () => {
    const kind = { run: async () => undefined };
    const onError = (error: unknown) => void errors.push(error);
    const options = { searchEveryMs: 60 * 60 * 1_000, onError };
    workers.push(startJobs(test.deps, { test: kind }, options));
    const created = await create();
    await expect.poll(async () => (await read(created))?.state, SOON).toBe("done");
    const { db, deps, principal } = test;
    const waiting = await create({}, principal, "waiting");
    await db.transaction((tx) => startJob(deps, tx, principal, { id: waiting, settings: {} }));
    await expect.poll(async () => (await read(waiting))?.state, SOON).toBe("done");
  });

  it("goes on from the last commit after an error", async () => {
    const id = await create();
    const starts: unknown[] = [];
    work(async ({ job, commit }) => {
      const { at = 0 } = job.progress as { at?: number };
      starts.push(at);
      if (at < 2) await commit(async () => ({ at: at + 1 }));
      if (at < 1) throw new Error("broken");
    });
    await expect.poll(async () => (await read(id))?.state, SOON).toBe("done");
    expect(starts).toEqual([0, 1]);
    expect(errors).toEqual([new Error("broken")]);
  });

  it("pauses for a second after the first error, and for two after the second", async () => {
    await create();
    work(async () => {
      throw new Error("broken");
    });
    const queue = test.db.kysely.selectFrom("job_queue").select("until").where("lease", "is", null);
    const pauseAfter = async (count: number) => {
      await expect.poll(() => errors.length, { timeout: 20_000, interval: 5 }).toBe(count);
      const failed = Date.now();
      await expect.poll(async () => (await queue.execute()).length, SOON).toBe(1);
      const { until } = await queue.executeTakeFirstOrThrow();
      return Math.round((Date.parse(until) - failed) / 1_000);
    };
    expect([await pauseAfter(1), await pauseAfter(2)]).toEqual([1, 2]);
  });

  it.each([
    [new CrmError("CONFLICT", "The property was removed."), "The property was removed."],
    [new FileGone(), /^Its file was deleted/],
  ])("fails with the message of the fault %s", async (fault, message) => {
    const id = await create();
    const ended: string[] = [];
    work(
      async () => {
        throw fault;
      },
      ({ state }) => void ended.push(state),
    );
    await expect.poll(async () => (await read(id))?.state, SOON).toBe("failed");
    expect((await read(id))?.failure).toMatch(message);
    expect(ended).toEqual(["failed"]);
    expect(errors).toEqual([]);
  });

  it("commits nothing more once it was cancelled", async () => {
    const id = await create();
    const { db, principal } = test;
    const outcomes: unknown[] = [];
    work(async ({ commit }) => {
      await commit(async () => ({ at: 1 }));
      expect(await db.transaction((tx) => cancelJob(tx, principal, id))).toBe(true);
      await commit(async () => ({ at: 2 })).catch((error) => {
        outcomes.push(error.reason);
        throw error;
      });
    });
    await expect.poll(() => outcomes, SOON).toEqual(["ended"]);
    expect(await read(id)).toMatchObject({ state: "cancelled", progress: { at: 1 } });
    expect(await db.transaction((tx) => cancelJob(tx, principal, id))).toBe(false);
  });

  it("runs the jobs of a project one after another, in any number of processes", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) ids.push(await create({ i }));
    let running = 0;
    let most = 0;
    const order: unknown[] = [];
    const run = async ({ job, commit }: JobRun) => {
      running++;
      most = Math.max(most, running);
      order.push((job.settings as { i: number }).i);
      await commit(async () => ({}));
      running--;
    };
    for (let i = 0; i < 3; i++) work(run);
    await expect.poll(async () => (await read(ids[5] ?? 0))?.state, SOON).toBe("done");
    expect({ most, order }).toEqual({ most: 1, order: [0, 1, 2, 3, 4, 5] });
    expect(await countOpenJobs(test.db, test.principal, "test")).toBe(0);
  });

  it("works on several projects at a time", async () => {
    const other = await test.project();
    await create({}, test.principal);
    await create({}, other);
    const projects = new Set<number>();
    const both = Promise.withResolvers<void>();
    work(async ({ job }) => {
      projects.add(job.projectId);
      if (projects.size === 2) both.resolve();
      await both.promise;
    });
    await both.promise;
    expect(projects).toEqual(new Set([test.principal.projectId, other.projectId]));
  });

  it("lets another process go on after one was stopped", async () => {
    const id = await create();
    const first = Promise.withResolvers<void>();
    work(async ({ commit, signal }) => {
      await commit(async () => ({ at: 1 }));
      first.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await commit(async () => ({ at: 99 }));
    });
    await first.promise;
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(await read(id)).toMatchObject({ state: "running", progress: { at: 1 } });
    const starts: unknown[] = [];
    work(async ({ job }) => void starts.push((job.progress as { at?: number }).at));
    await expect.poll(async () => (await read(id))?.state, SOON).toBe("done");
    expect(starts).toEqual([1]);
  });

  it("cannot be read in another project or as another kind, and is listed newest first", async () => {
    const { db, principal } = test;
    const ids = [await create(), await create(), await create()];
    const other = await test.project();
    expect(await readJob(db, other, "test", ids[0] ?? 0)).toBeUndefined();
    expect(await readJob(db, principal, "another", ids[0] ?? 0)).toBeUndefined();
    const first = await pageOfJobs({ deps: test.deps, principal }, ["test"], { limit: 2 });
    expect(first.jobs.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const cursor = first.nextCursor ?? "";
    const next = await pageOfJobs({ deps: test.deps, principal }, ["test"], { cursor, limit: 2 });
    expect(next).toMatchObject({ jobs: [{ id: ids[0] }], nextCursor: null });
    const none = await pageOfJobs({ deps: test.deps, principal: other }, ["test"], { limit: 2 });
    expect(none).toEqual({ jobs: [], nextCursor: null });
  });
});
