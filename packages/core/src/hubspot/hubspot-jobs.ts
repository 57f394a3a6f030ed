import { type Db, jobs as jobRows } from "@rapport/db";
import type { Call } from "../call.ts";
import { csvLine } from "../csv.ts";
import { createFile, NO_VALUES } from "../files/files.ts";
import { IMPORTS, type ImportMembers } from "../imports/imports.ts";
import { createJob, JOB_WORDS, type Job, toJob } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import type { RecordJobKind } from "../record-jobs/record-jobs.ts";
import { type Brought, NOTHING_BROUGHT, type NotBrought } from "./report.ts";

/** The settings of a job: one type of one run of the command. */
export interface HubspotSettings {
  /** Id of the account in HubSpot. */
  readonly account: string;
  /** The first job of the run; null if it is this one. */
  readonly run: number | null;
  readonly changesFile: string;
  readonly refusedFile: string;
}

/** How far a job has come. It has no values of records. */
export interface HubspotProgress extends Brought {
  /** Cursor of HubSpot after the last page that was written. */
  readonly after: string | null;
  /** Whether all pages were written. */
  readonly isRead: boolean;
  /** How often it was saved. */
  readonly saves: number;
  /** Properties and pipelines that were added to the project. */
  readonly properties: number;
  readonly pipelines: number;
  readonly notBrought: readonly NotBrought[];
  /** The job that undoes it. */
  readonly undo?: number;
}

const BEGUN: HubspotProgress = {
  ...NOTHING_BROUGHT,
  ...{ after: null, isRead: false, saves: 0, properties: 0, pipelines: 0, notBrought: [] },
};

export function hubspotSettings({ settings }: Pick<Job, "settings">): HubspotSettings {
  return settings as HubspotSettings;
}

export function hubspotProgress({ progress }: Pick<Job, "progress">): HubspotProgress {
  return { ...BEGUN, ...progress };
}

/** Returns the first job of the run that a job is part of. Its id is the number of the run. */
export function firstJobOfRun(job: Pick<Job, "id" | "settings">): number {
  return hubspotSettings(job).run ?? job.id;
}

/** What an import from HubSpot shows besides what every job shows that changes records. */
interface HubspotMembers extends Brought, Pick<HubspotProgress, "notBrought"> {
  readonly account: string;
}

/**
 * Imports from HubSpot: a job for each type of a run of the command, which does the work, because the access token is not
 * stored. A job waits until the command has ended it. All jobs of a run write as one actor, so an undo takes what
 * another job of the run associated for its own.
 */
export const HUBSPOT: RecordJobKind<HubspotMembers, "deleted" | "restored" | "left"> = {
  ...{ name: "hubspot", ...JOB_WORDS.hubspot, inputs: "records", isUrgent: false },
  ...{ undoCounts: ["deleted", "restored", "left"], keepsLeft: false },
  showJob: (job) => {
    const { created, updated, unchanged, refused, associations, notBrought } = hubspotProgress(job);
    const { account } = hubspotSettings(job);
    return { account, created, updated, unchanged, refused, associations, notBrought };
  },
  countChanged: (job) => hubspotProgress(job).created + hubspotProgress(job).updated,
  jobFiles: (job) => {
    const { changesFile: changes, refusedFile: refused } = hubspotSettings(job);
    return { changes, refused, sources: [] };
  },
  refusedHead: () => csvLine(["HubSpot id", "Refused because"]),
  describeUndo: () => ({ action: "edit" }),
  writerId: firstJobOfRun,
};

type AnyImportKind = RecordJobKind<ImportMembers | HubspotMembers, "deleted" | "restored" | "left">;

/** What the admin app lists as imports. */
export const IMPORT_KINDS: readonly [AnyImportKind, ...AnyImportKind[]] = [IMPORTS, HUBSPOT];

/** Creates the job of a type, which waits for the command. */
export async function createHubspotJob(
  { deps, principal }: Call,
  tx: Db,
  { type, account, run }: Pick<HubspotSettings, "account" | "run"> & Pick<Job, "type">,
): Promise<Job> {
  const settings: HubspotSettings = {
    ...{ account, run },
    changesFile: await createFile(deps, tx, principal, { type: NO_VALUES }),
    refusedFile: await createFile(deps, tx, principal, { type }),
  };
  const created = { kind: HUBSPOT.name, type, settings, state: "waiting" } as const;
  const id = await createJob({ deps, principal }, tx, created);
  return toJob((await jobRows.findJob.first(tx, principal, { id })) as jobRows.JobRow);
}

/** More than the types of a project. */
const MAX_JOBS = 1_000;

/** Lists the jobs of the newest run, oldest first. */
export async function jobsOfRun(
  db: Db,
  principal: Principal,
  run: number,
): Promise<readonly Job[]> {
  const newest = { kind: HUBSPOT.name, before: Number.MAX_SAFE_INTEGER, limit: MAX_JOBS };
  const rows = await jobRows.listJobs.all(db, principal, newest);
  return rows
    .map(toJob)
    .filter((job) => firstJobOfRun(job) === run)
    .toReversed();
}
