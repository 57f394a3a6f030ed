import type { Call } from "../../call.ts";
import { joinDeps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { fileLength } from "../../files/files.ts";
import { checkRows, newestRows, type ReportedRow } from "../check/check-rows.ts";
import { appendLines, findRepeats } from "../check/run-check.ts";
import { planImport } from "../plan.ts";
import { type Fix, type Row, readLines } from "../row.ts";
import { createDraftFile, lockOpen } from "./change-draft.ts";
import { type Counts, type Draft, readDraft, saveDraft } from "./draft.ts";

/** Size of all fixes of a draft. */
const MAX_FIXES_BYTES = 4 * 1024 * 1024;

/**
 * Replaces cells of a refused row and checks the row again. The uploaded file stays as it is.
 *
 * @param cells new cells by column
 * @returns the row as it is now
 * @throws CrmError NOT_FOUND if no such row is refused; CONFLICT if the dry run has not ended or another one was started
 */
export async function fixRow(
  { deps, principal }: Call,
  id: string,
  { number, cells }: Fix,
): Promise<ReportedRow> {
  const draft = await readDraft(deps.db, principal, id);
  const { settings, type } = draft;
  const before = await findRefused({ deps, principal }, draft, number);
  const { columns } = settings;
  const unknown = Object.keys(cells).find((column) => !columns.includes(column));
  if (unknown !== undefined) {
    throw new CrmError("INVALID_INPUT", `The file has no column "${unknown}".`);
  }
  const fixed = new Map(Object.entries(cells));
  const after = columns.map((column, i) => [column, fixed.get(column) ?? before.cells[i]] as const);
  const row: Row = { number, last: number, cells: new Map(after), fault: null, end: 0 };
  const schemas = await deps.schemas.get(principal.projectId);
  const planned = planImport(schemas, type, settings.options, settings);
  if ("issues" in planned) throw new CrmError("INVALID_INPUT", planned.issues[0]?.message ?? "");
  const checked = await checkRows({ deps, principal }, planned.plan, [row]);
  return deps.db.transaction(async (tx) => {
    const locked = await lockOpen(tx, principal, id);
    const { reportFile, counts } = locked;
    if (locked.checkId !== draft.checkId || reportFile === null || counts === null) throw stale();
    const fixesFile = locked.fixesFile ?? (await createDraftFile({ deps, principal }, tx, locked));
    const file = { ...principal, id: fixesFile };
    if (((await fileLength(tx, file)) ?? 0) > MAX_FIXES_BYTES) {
      throw new CrmError("CONFLICT", "There are too many fixes. Fix the file and upload it again.");
    }
    const joined = joinDeps(deps, tx);
    const [found] = await findRepeats(tx, principal, locked, checked);
    const line = { ...(found as ReportedRow), isFixed: true };
    await appendLines(joined, file, [{ number, cells } satisfies Fix]);
    await appendLines(joined, { ...principal, id: reportFile }, [line]);
    const moved = moveOne(counts, before, line);
    await saveDraft(tx, principal, locked, { fixesFile, counts: moved });
    return line;
  });
}

async function findRefused(
  { deps, principal }: Call,
  { counts, reportFile }: Draft,
  number: number,
): Promise<ReportedRow> {
  if (counts === null) throw stale();
  const rows = newestRows(await readLines<ReportedRow>(deps, principal, reportFile));
  const found = rows.find((row) => row.number === number && row.outcome === "refused");
  if (found === undefined) {
    throw new CrmError("NOT_FOUND", `Row ${number} is not among the refused rows.`);
  }
  if (!found.isCut) return found;
  const message = `Row ${number} is too long to be fixed here. Fix it in the file.`;
  throw new CrmError("INVALID_INPUT", message);
}

function stale(): CrmError {
  return new CrmError("CONFLICT", "The file is being checked again. Wait for the result.");
}

function moveOne(counts: Counts, from: ReportedRow, to: ReportedRow): Counts {
  const moved = { ...counts };
  moved[from.outcome]--;
  moved[to.outcome]++;
  return moved;
}
