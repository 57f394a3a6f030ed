import { hubspotImports } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import type { HubspotClient } from "./client.ts";
import type { HubspotReport } from "./report.ts";

/** A step of an import, for progress output. */
export interface HubspotStep {
  /** The plural of a type. */
  readonly doing: string;
  /** Records of the type so far. */
  readonly records: number;
}

export interface HubspotOptions {
  readonly restart?: boolean | undefined;
  readonly onStep?: ((step: HubspotStep) => void) | undefined;
}

export interface Progress {
  readonly type: string;
  /** Cursor of HubSpot after the last page that was written. */
  readonly after: string | null;
  readonly pages: number;
  readonly report: HubspotReport;
}

/** An import that runs. `progress` is as the database has it. */
export interface Run {
  readonly deps: Deps;
  readonly hubspot: HubspotClient;
  readonly principal: Principal;
  readonly onStep: (step: HubspotStep) => void;
  progress: Progress;
}

type Saved = Partial<Pick<Progress, "report">> & Pick<Progress, "type" | "after">;

/** Notes how far an import has come. */
export async function save(run: Run, saved: Saved): Promise<void> {
  const { deps, principal, progress } = run;
  run.progress = await deps.db.transaction((tx) =>
    saveIn(tx, principal.projectId, progress, saved),
  );
}

/**
 * Notes in a transaction how far an import has come.
 *
 * @throws CrmError CONFLICT if another import has noted its progress meanwhile
 */
export async function saveIn(
  tx: Parameters<typeof hubspotImports.saveProgress>[0],
  projectId: number,
  before: Progress,
  { type, after, report = before.report }: Saved,
): Promise<Progress> {
  const { pages } = before;
  const isSaved = await hubspotImports.saveProgress(tx, projectId, {
    ...{ type, after, pages, details: report },
  });
  if (isSaved) return { type, after, pages: pages + 1, report };
  throw running();
}

export function running(): CrmError {
  return new CrmError(
    "CONFLICT",
    "Another import from HubSpot into the project is running. Stop one of them.",
  );
}
