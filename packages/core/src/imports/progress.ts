import type { Job } from "../jobs/jobs.ts";

export const COUNTS = ["read", "created", "updated", "unchanged", "refused"] as const;

/** How far an import has come. */
export type ImportCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** The progress of the job. */
export interface ImportProgress extends ImportCounts {
  /** Bytes of the file that are done. */
  readonly offset: number;
  /** The last line that is done. Undefined at the beginning, and in version 0.3.0. */
  readonly line?: number;
  /** The job that undoes it. */
  readonly undo?: number;
}

const NOTHING_DONE: ImportProgress = {
  ...{ read: 0, created: 0, updated: 0, unchanged: 0, refused: 0 },
  offset: 0,
};

/** Returns how far a job of the kind `import` has come. */
export function progressOf({ progress }: Pick<Job, "progress">): ImportProgress {
  return { ...NOTHING_DONE, ...progress };
}
