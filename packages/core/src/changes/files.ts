import type { Deps, FileKey } from "../deps.ts";
import { readFile } from "../files/read-file.ts";
import type { Job } from "../jobs/jobs.ts";
import { type ChangeDefinition, settingsOf } from "./settings.ts";

type FileDeps = Pick<Deps, "db" | "fileParts" | "secrets">;

/** Bytes of an id in the file of selected records. */
const ID_BYTES = 8;

/** Returns the bytes of ids, as the file of selected records has them. */
export function encodeIds(ids: readonly number[]): Buffer {
  const bytes = Buffer.alloc(ids.length * ID_BYTES);
  for (const [i, id] of ids.entries()) bytes.writeDoubleBE(id, i * ID_BYTES);
  return bytes;
}

/**
 * Reads some of the selected ids.
 *
 * @param range.from how many come before them
 */
export async function readIds(
  deps: FileDeps,
  file: FileKey,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<readonly number[]> {
  const bytes = await readAll(deps, file, {
    from: from * ID_BYTES,
    to: (from + count) * ID_BYTES,
  });
  return Array.from({ length: bytes.length / ID_BYTES }, (_, i) =>
    bytes.readDoubleBE(i * ID_BYTES),
  );
}

/**
 * Reads what a bulk change does.
 *
 * @throws FileGone if a record of its type was erased, or 7 days after its end
 */
export async function readDefinition(deps: FileDeps, job: Job): Promise<ChangeDefinition> {
  const file = { projectId: job.projectId, id: settingsOf(job).definitionFile };
  return JSON.parse((await readAll(deps, file)).toString("utf8"));
}

export async function readAll(
  deps: FileDeps,
  file: FileKey,
  range: { readonly from?: number; readonly to?: number } = {},
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readFile(deps, file, range)) parts.push(part);
  return Buffer.concat(parts);
}
