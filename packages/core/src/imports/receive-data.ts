import type { Call } from "../call.ts";
import { CrmError } from "../errors.ts";
import { createFile } from "../files/files.ts";
import { type Job, startJob } from "../jobs/jobs.ts";
import { findRecordJob, readRecordJob, requireAccess } from "../record-jobs/record-jobs.ts";
import { invalid } from "../records/errors.ts";
import { storeImportFile } from "./files.ts";
import { ambiguousIssues } from "./forms.ts";
import { IMPORTS, type ImportView } from "./imports.ts";
import { type Inspected, inspected } from "./inspect.ts";
import { planImport } from "./plan.ts";
import { type ImportedFile, importSettings } from "./settings.ts";
import { toText } from "./to-text.ts";

/**
 * Receives the file of an import as a stream, and starts the import. If the stream breaks off or the file is refused,
 * the import keeps waiting for its data.
 *
 * @param source the file as it was sent
 * @param isGzip whether the request says that it is gzip
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if the import does not wait for data, or the project's files
 *   would have too many bytes, or a record of its type is erased meanwhile; PAYLOAD_TOO_LARGE;
 *   INVALID_INPUT if the file cannot be read or its columns do not fit; what `source` throws
 */
export async function receiveData(
  { deps, principal }: Call,
  id: number,
  source: AsyncIterable<Buffer>,
  isGzip: boolean,
): Promise<ImportView> {
  const job = await findRecordJob(deps.db, principal, IMPORTS, id);
  await requireAccess({ deps, principal }, job, "write");
  if (job.state !== "waiting") throw notWaiting(job);
  const settings = importSettings(job);
  const { type } = job;
  const schemas = await deps.schemas.get(principal.projectId);
  const check = (file: Pick<ImportedFile, "columns" | "facts">) => {
    const planned = planImport(schemas, type, settings, file);
    if ("issues" in planned) throw invalid(planned.issues);
    return planned.plan;
  };
  let encoding = "utf-8";
  let found: Inspected | undefined;
  const sent = { isGzip, encoding: settings.encoding };
  const text = toText(source, sent, (used) => {
    encoding = used;
  });
  const onHeader = (columns: readonly string[]) => void check({ columns });
  const checked = inspected(text, settings.format, onHeader, (inside) => {
    found = inside;
    const plan = check(inside);
    const issues = ambiguousIssues(plan, settings.openForms ?? [], GIVE_SEPARATOR);
    if (issues.length > 0) throw invalid(issues);
  });
  await storeImportFile(
    { deps, principal },
    type,
    checked,
    async (tx, { id: file, length: bytes }) => {
      if (found === undefined) throw new Error("a file was stored before it was read");
      const refusedFile = await createFile(deps, tx, principal, { type });
      const changesFile = await createFile(deps, tx, principal, { type });
      const data = { file, bytes, encoding, ...found, refusedFile, changesFile };
      if (!(await startJob(deps, tx, principal, { id, settings: { ...settings, data } }))) {
        throw notWaiting(await findRecordJob(tx, principal, IMPORTS, id));
      }
    },
  );
  return readRecordJob({ deps, principal }, IMPORTS, id);
}

const GIVE_SEPARATOR = "Create an import that gives decimalSeparator.";

function notWaiting(job: Job): CrmError {
  const wasCancelled = job.state === "cancelled" && importSettings(job).data === null;
  const fault = wasCancelled ? "was cancelled" : "already has its data";
  return new CrmError("CONFLICT", `The import ${fault}. Create another import.`);
}
