import { setImmediate as nextTurn } from "node:timers/promises";
import { recordBatches, recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { CrmError } from "../../errors.ts";
import type { Principal } from "../../principal.ts";
import { invalid } from "../errors.ts";
import type { RecordDeps } from "../record.ts";
import { toWholeRecords } from "../whole-record.ts";
import { type BatchAnswer, undone } from "./batch.ts";
import { type BatchError, type BatchResult, errorOf } from "./chunk.ts";
import { type BatchInput, missing, shapeIssues } from "./input.ts";

/** Records that one statement reads. Between two, other requests are served. */
const CHUNK = 100;
const ALL = { properties: undefined, associations: undefined };

/**
 * Reads the live records that the inputs name (specification §23).
 *
 * @throws CrmError with the code of the first failed input if the batch is atomic
 */
export async function readBatch(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  { inputs, atomic }: { readonly inputs: readonly BatchInput[]; readonly atomic: boolean },
): Promise<BatchAnswer> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const results: BatchResult[] = [];
  const errors: BatchError[] = [];
  for (let start = 0; start < inputs.length; start += CHUNK) {
    if (start > 0) await nextTurn();
    const some = inputs.slice(start, start + CHUNK);
    const ids = some.flatMap((input) => ("item" in input && input.item.id ? [input.item.id] : []));
    const found = await recordScan.findMany(deps.db, principal, [...new Set(ids)]);
    const rows = [...found.values()].filter((row) => row.type === type);
    const read = await toWholeRecords(deps.db, principal, type, schema, rows, ALL);
    const records = new Map(read.map((record) => [record.id, record]));
    const lost = ids.filter((id) => !records.has(id));
    const erased = await recordBatches.findErased(deps.db, principal, type, lost);
    for (const [i, input] of some.entries()) {
      const index = start + i;
      const record = "item" in input ? records.get(input.item.id ?? 0) : undefined;
      if (record !== undefined) results.push({ index, status: "found", record });
      else errors.push(errorOf(index, faultOf(type, input, index, erased)));
    }
  }
  if (atomic && errors.length > 0) throw undone(errors);
  return { results, errors };
}

function faultOf(
  type: ObjectType,
  input: BatchInput,
  index: number,
  erased: ReadonlySet<number>,
): CrmError {
  return "item" in input
    ? missing(type, input.item.id ?? 0, index, erased)
    : invalid(shapeIssues(input, index));
}
