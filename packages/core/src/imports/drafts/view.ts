import { importDrafts } from "@rapport/db";
import type { PropertyType } from "@rapport/model";
import type { Call } from "../../call.ts";
import type { Issue } from "../../errors.ts";
import { type Job, readJob } from "../../jobs/jobs.ts";
import { newestRows, type ReportedRow } from "../check/check-rows.ts";
import { type CheckProgress, IMPORT_CHECK, NO_ROWS } from "../check/run-check.ts";
import { type ColumnMatch, matchColumns, type SampledColumn } from "../match/match-columns.ts";
import { readLines } from "../row.ts";
import { type Counts, type Draft, draftRows, type Outcome, readDraft, toDraft } from "./draft.ts";
import { isIdName, readSamples } from "./propose.ts";
import { draftIssues } from "./with-options.ts";

/** Values that a page shows next to a column. */
const SHOWN_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 60;

/** A column of the file, as a page shows it. */
export interface ColumnView {
  readonly name: string;
  readonly samples: readonly string[];
  /** Type of property that the values look like; null if the first rows have none. */
  readonly look: PropertyType | null;
  /** Why the property was proposed; null if none was, or the column became something else. */
  readonly by: ColumnMatch["by"];
}

/** A dry run, as a page shows it. */
export interface CheckView {
  readonly state: "running" | "done" | "failed" | "cancelled";
  readonly counts: Counts;
  readonly rows: number;
  readonly bytesRead: number;
  /** Why it failed. */
  readonly failure: string | null;
}

export interface DraftView extends Pick<Draft, "id" | "type" | "fileName" | "actor" | "createdAt"> {
  readonly encoding: string;
  /** Some values with characters beyond ASCII, which a wrong encoding changes. */
  readonly telling: readonly string[];
  readonly bytes: number;
  /** Rows of the file, and those without a value, which are ignored. */
  readonly rows: number;
  readonly blank: number;
  /** Whether there are values without a column. */
  readonly hasUnnamed: boolean;
  /** Whether there are cells with so many lines that a quote may be missing. */
  readonly hasLong: boolean;
  /** Texts of the file that may stand for an empty cell. */
  readonly placeholders: readonly string[];
  readonly options: Draft["settings"]["options"];
  readonly columns: readonly ColumnView[];
  /** What is wrong with the options. */
  readonly issues: readonly Issue[];
  /** The newest dry run; null if there was none since the last choice. */
  readonly check: CheckView | null;
  /** The import, once it was started. */
  readonly importId: number | null;
}

/** Returns a draft with its columns and their first values. @throws CrmError NOT_FOUND, also if its type was deleted */
export async function viewDraft({ deps, principal }: Call, id: string): Promise<DraftView> {
  const draft = await readDraft(deps.db, principal, id);
  const { type, fileName, actor, createdAt, settings, importId } = draft;
  const schemas = await deps.schemas.get(principal.projectId);
  const object = schemas.object(type);
  const { options } = settings;
  const samples = await readSamples(draftRows(deps, principal, draft), settings.columns);
  const matches = matchColumns(object, object.properties.values(), samples);
  return {
    ...{ id, type, fileName, actor, createdAt, options, importId },
    ...{ encoding: settings.encoding, bytes: settings.bytes, rows: settings.rows },
    ...{ blank: settings.blank ?? 0, hasUnnamed: settings.hasUnnamed ?? false },
    ...{ placeholders: settings.placeholders ?? [], hasLong: settings.hasLong ?? false },
    telling: telling(samples),
    columns: samples.map(({ name, samples: values }, i) => ({
      name,
      samples: shown(values),
      look: matches[i]?.look ?? null,
      by: matchedBy(options.mapping[name], matches[i], name),
    })),
    issues: draftIssues(schemas, draft),
    check: await viewCheck({ deps, principal }, draft),
  };
}

function matchedBy(
  property: string | null | undefined,
  match: ColumnMatch | undefined,
  column: string,
): ColumnMatch["by"] {
  if (property === "id" && isIdName(column)) return "name";
  return match !== undefined && match.property === property ? match.by : null;
}

export type DraftSummary = Pick<
  DraftView,
  "id" | "type" | "fileName" | "actor" | "createdAt" | "check"
>;

/** Lists the imports that are in preparation, newest first. */
export async function listDraftViews({ deps, principal }: Call): Promise<readonly DraftSummary[]> {
  const rows = await importDrafts.listDrafts.all(deps.db, { project: principal.projectId });
  const open = rows.filter(({ import_id }) => import_id === null).map(toDraft);
  return Promise.all(
    open.map(async (draft) => {
      const { id, type, fileName, actor, createdAt } = draft;
      return {
        id,
        type,
        fileName,
        actor,
        createdAt,
        check: await viewCheck({ deps, principal }, draft),
      };
    }),
  );
}

/** Lists rows of a draft's dry run with one outcome, in the order of the file. Only some rows of each are kept. */
export async function listCheckedRows(
  { deps, principal }: Call,
  id: string,
  { outcome, after, limit }: { outcome: Outcome | "fixed"; after: number; limit: number },
): Promise<{ readonly rows: readonly ReportedRow[]; readonly next: number | null }> {
  const draft = await readDraft(deps.db, principal, id);
  const lines = await readLines<ReportedRow>(deps, principal, draft.reportFile);
  const isWanted = (row: ReportedRow) =>
    outcome === "fixed" ? row.isFixed === true : row.outcome === outcome;
  const wanted = newestRows(lines).filter((row) => row.number > after && isWanted(row));
  const rows = wanted.slice(0, limit);
  return { rows, next: wanted.length > limit ? (rows.at(-1)?.number ?? null) : null };
}

async function viewCheck(
  { deps, principal }: Call,
  { checkId, counts, settings }: Draft,
): Promise<CheckView | null> {
  if (checkId === null) return null;
  const job = await readJob(deps.db, principal, IMPORT_CHECK, checkId);
  if (job === undefined) return null;
  const progress = job.progress as Partial<CheckProgress>;
  const known = counts ?? progress.counts ?? NO_ROWS;
  return {
    state: checkState(job),
    counts: known,
    rows: Object.values(known).reduce((sum, count) => sum + count, 0),
    bytesRead: counts === null ? (progress.position?.offset ?? 0) : settings.bytes,
    failure: job.failure,
  };
}

function checkState({ state }: Job): CheckView["state"] {
  return state === "waiting" || state === "undone" ? "running" : state;
}

/** Returns the first names and values with characters beyond ASCII. */
function telling(columns: readonly SampledColumn[]): readonly string[] {
  const all = columns.flatMap(({ name, samples }) => [name, ...samples]);
  return shown(all.filter((text) => /[^\0-\x7f]/.test(text)));
}

/** Returns the first different values that are not empty. */
function shown(values: readonly string[]): readonly string[] {
  const distinct = [
    ...new Set(values.map((value) => value.trim()).filter((value) => value !== "")),
  ];
  return distinct
    .slice(0, SHOWN_SAMPLES)
    .map((value) =>
      value.length > MAX_SAMPLE_CHARACTERS ? `${value.slice(0, MAX_SAMPLE_CHARACTERS)}…` : value,
    );
}
