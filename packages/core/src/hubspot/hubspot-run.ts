import { hubspotImports } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import type { HubspotClient } from "./client.ts";

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

/** Something that was not imported, and why. */
export interface NotBrought {
  /** A type, a property or an association: `contacts`, `contacts.fax`, `contacts to companies`. */
  readonly what: string;
  readonly why: string;
  readonly count: number;
  /** Ids in HubSpot of some of the records concerned. */
  readonly examples: readonly string[];
}

/** How many records of a type were brought. */
export interface Brought {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly associations: number;
}

/** What an import has done so far. It has no values of records. */
export interface HubspotReport {
  readonly properties: number;
  readonly pipelines: number;
  readonly objects: Readonly<Record<string, Brought>>;
  readonly notBrought: readonly NotBrought[];
}

export const EMPTY_REPORT: HubspotReport = {
  properties: 0,
  pipelines: 0,
  objects: {},
  notBrought: [],
};

const MAX_LINES = 500;
const MAX_EXAMPLES = 5;
const NONE: Brought = { created: 0, updated: 0, unchanged: 0, refused: 0, associations: 0 };

/** A fault to add to a report: `example` is the id of a record in HubSpot. */
export interface Fault {
  readonly what: string;
  readonly why: string;
  readonly example?: string | undefined;
}

/** Returns a report with more faults. Of more than 500 different ones, the others are added up. */
export function addFaults(report: HubspotReport, faults: readonly Fault[]): HubspotReport {
  const lines = new Map(report.notBrought.map((line) => [faultKey(line), line]));
  for (const fault of faults) {
    const isRoom = lines.has(faultKey(fault)) || lines.size < MAX_LINES;
    const { what, why } = isRoom ? fault : { what: "others", why: "for other reasons" };
    const before = lines.get(faultKey({ what, why })) ?? { what, why, count: 0, examples: [] };
    const isNew = fault.example !== undefined && before.examples.length < MAX_EXAMPLES;
    lines.set(faultKey({ what, why }), {
      ...before,
      count: before.count + 1,
      examples: isNew ? [...before.examples, fault.example] : before.examples,
    });
  }
  return { ...report, notBrought: [...lines.values()] };
}

function faultKey({ what, why }: { readonly what: string; readonly why: string }): string {
  return JSON.stringify([what, why]);
}

/** Returns a report with more brought records of a type. */
export function addBrought(report: HubspotReport, plural: string, more: Brought): HubspotReport {
  const before = report.objects[plural] ?? NONE;
  const sum = {
    created: before.created + more.created,
    updated: before.updated + more.updated,
    unchanged: before.unchanged + more.unchanged,
    refused: before.refused + more.refused,
    associations: before.associations + more.associations,
  };
  return { ...report, objects: { ...report.objects, [plural]: sum } };
}
