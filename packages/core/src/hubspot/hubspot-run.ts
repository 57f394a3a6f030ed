import { type Db, jobs as jobRows, tenancy } from "@rapport/db";
import type { Call } from "../call.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { cancelJob, endJob, type Job, lockJob, noteProgress } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import { hasChanges, jobActors, keepFiles } from "../record-jobs/record-jobs.ts";
import type { HubspotClient } from "./client.ts";
import {
  createHubspotJob,
  firstJobOfRun,
  HUBSPOT,
  type HubspotProgress,
  hubspotProgress,
  hubspotSettings,
  jobsOfRun,
} from "./hubspot-jobs.ts";
import { addLines, type BroughtLabels, type HubspotReport, type NotBrought } from "./report.ts";

/** A step of an import, for progress output. */
export interface HubspotStep {
  /** The plural of a type. */
  readonly doing: string;
  /** Records of the type so far. */
  readonly records: number;
}

/** An import that runs. `job` is that of the current type, and `progress` as the database has it. */
export interface Run {
  readonly deps: Deps;
  readonly hubspot: HubspotClient;
  readonly principal: Principal;
  readonly onStep: (step: HubspotStep) => void;
  /** What is known of the labels of two types, by their names. */
  readonly labels: Map<string, BroughtLabels>;
  job: Job;
  progress: HubspotProgress;
}

/** Returns who writes the records of a run. */
export function runWriter({ principal, job }: Run): Principal {
  return { ...principal, id: jobActors(HUBSPOT, job).job };
}

/**
 * Begins an import, or finds the one that was stopped.
 *
 * @param type the type whose records come first
 * @param isNew whether one that was stopped is cancelled
 * @throws CrmError CONFLICT if one of another account was stopped
 */
export function beginRun(
  { deps, principal }: Call,
  { type, account }: { readonly type: string; readonly account: string },
  isNew: boolean,
): Promise<{ readonly job: Job; readonly resumed: boolean }> {
  return deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: principal.projectId });
    const stopped = await findStopped(tx, principal);
    if (stopped !== undefined && !isNew) {
      const before = hubspotSettings(stopped).account;
      if (before !== account) {
        throw new CrmError(
          "CONFLICT",
          `An import of the HubSpot account ${before} into project ${principal.projectId} is unfinished. Finish it, or give --restart.`,
        );
      }
      // A backup and a copy do not have the files. Then it begins again, which only updates records.
      if (await hasChanges(tx, HUBSPOT, stopped)) return { job: stopped, resumed: true };
    }
    if (stopped !== undefined) {
      await cancelJob(tx, principal, stopped.id);
      await keepFiles(tx, HUBSPOT, stopped);
    }
    const job = await createHubspotJob({ deps, principal }, tx, { type, account, run: null });
    return { job, resumed: false };
  });
}

async function findStopped(tx: Db, principal: Principal): Promise<Job | undefined> {
  const open = await jobRows.listOpen.all(tx, { project: principal.projectId });
  const found = open.find(({ kind }) => kind === HUBSPOT.name);
  return found && lockJob(tx, principal, HUBSPOT.name, found.id);
}

/**
 * Does a part of the work in one transaction, with how far the job has come then.
 *
 * @param work runs queries only, because it may run again
 * @throws CrmError CONFLICT if the job was cancelled, or another process works on it
 */
export async function commit(
  run: Run,
  work: (deps: Deps, tx: Db) => Promise<object>,
): Promise<void> {
  const { deps, principal, job } = run;
  run.progress = await deps.db.transaction(
    async (tx) => {
      const { saves } = await lockOwn(tx, run);
      const done = (await work(joinDeps(deps, tx), tx)) as HubspotProgress;
      const progress = { ...done, saves: saves + 1 };
      await noteProgress(tx, principal, job.id, progress);
      return progress;
    },
    { hasOwnCommit: true },
  );
}

/** Locks the current job. @throws CrmError CONFLICT if it was cancelled, or another process works on it */
async function lockOwn(tx: Db, { principal, job, progress }: Run): Promise<HubspotProgress> {
  const found = await lockJob(tx, principal, HUBSPOT.name, job.id);
  if (found?.state === "cancelled") {
    throw new CrmError(
      "CONFLICT",
      "The import was cancelled. What it has imported stays, and can be undone in the admin app.",
    );
  }
  if (found?.state === "waiting" && hubspotProgress(found).saves === progress.saves)
    return progress;
  throw new CrmError(
    "CONFLICT",
    "Another import from HubSpot into the project is running. Stop one of them.",
  );
}

/** Ends the current job and begins that of the next type, in one transaction. */
export async function beginType(run: Run, type: string): Promise<void> {
  const { deps, principal, job } = run;
  const { account } = hubspotSettings(job);
  run.job = await deps.db.transaction(async (tx) => {
    await endOwn(tx, run);
    return createHubspotJob({ deps, principal }, tx, { type, account, run: firstJobOfRun(job) });
  });
  run.progress = hubspotProgress(run.job);
}

/** Ends a run. @returns what all of its jobs have done */
export function endRun(run: Run): Promise<HubspotReport> {
  const { deps, principal, job } = run;
  return deps.db.transaction(async (tx) => {
    await endOwn(tx, run);
    const { objects } = await deps.schemas.get(principal.projectId);
    return makeReport(
      await jobsOfRun(tx, principal, firstJobOfRun(job)),
      (type) => objects.get(type)?.plural ?? type,
    );
  });
}

async function endOwn(tx: Db, run: Run): Promise<void> {
  const { principal, job } = run;
  await lockOwn(tx, run);
  await endJob(tx, principal, job.id, "done");
  await keepFiles(tx, HUBSPOT, job);
}

function makeReport(jobs: readonly Job[], findPlural: (type: string) => string): HubspotReport {
  const all = jobs.map((job) => ({ ...hubspotProgress(job), plural: findPlural(job.type) }));
  return {
    properties: all.reduce((sum, { properties }) => sum + properties, 0),
    pipelines: all.reduce((sum, { pipelines }) => sum + pipelines, 0),
    objects: Object.fromEntries(
      all
        // The account may not give access to a type, or only to some of its records.
        .filter((one) => one.isRead || one.created + one.updated + one.unchanged + one.refused > 0)
        .map(({ plural, created, updated, unchanged, refused, associations }) => [
          plural,
          { created, updated, unchanged, refused, associations },
        ]),
    ),
    notBrought: all.reduce<readonly NotBrought[]>(
      (lines, { notBrought }) => addLines(lines, notBrought),
      [],
    ),
  };
}
