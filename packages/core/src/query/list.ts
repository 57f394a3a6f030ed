import { type RecordRow, recordPages } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import { indexKey } from "../record-index/index-key.ts";
import { resolvePipeline, resolveStage } from "../schema/pipelines.ts";
import { quoted } from "../schema/property-names.ts";

/**
 * Lists the project's live records of a type, oldest first, one page at a time.
 *
 * @param page.where required values of indexed properties, by internal name; undefined values are ignored
 * @param page.associatedWith id of a record that they must be associated with, of a type with a higher rank
 * @param page.after id of the last record of the previous page, 0 for the first page
 * @throws CrmError INVALID_INPUT for a property that is not indexed
 * @returns the records, and `after` for the next page, null on the last page
 */
export async function listRecords(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  type: ObjectType,
  page: {
    where?: Readonly<Record<string, string | undefined>>;
    associatedWith?: number | undefined;
    after: number;
    limit: number;
  },
): Promise<{ records: readonly RecordRow[]; next: number | null }> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const { properties } = schema;
  const where = withKeys(schema, page.where ?? {});
  const indexed = Object.entries(where).flatMap(([property, value]) => {
    const definition = properties.get(property);
    if (value === undefined) return [];
    if (!definition?.indexed) throw notIndexed(property);
    return [{ property, value: indexKey(definition, value) }];
  });
  const rows = await recordPages.listPage(deps.db, principal, {
    type,
    filter: { indexed, associatedWith: page.associatedWith },
    after: page.after,
    limit: page.limit + 1,
  });
  const { shown: records, next } = cutPage(rows, page.limit);
  return { records, next };
}

function notIndexed(property: string): CrmError {
  const message = `${quoted(property)} is not indexed, so records cannot be listed by it.`;
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: `where.${property}`, code: "property_not_indexed", message }],
  });
}

/** Replaces the id or label of a pipeline or stage by its key. An unknown one matches nothing. */
function withKeys(
  { pipelines }: ObjectSchema,
  where: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  if (where.pipeline === undefined && where.stage === undefined) return where;
  const { pipeline, stage } = where;
  const named = pipeline === undefined ? null : resolvePipeline(pipelines, pipeline);
  const among = named === null ? pipelines : [named];
  const stages = among.map((one) => (stage === undefined ? null : resolveStage(one, stage)));
  return {
    ...where,
    pipeline: named?.key ?? pipeline,
    stage: stages.find((one) => one !== null)?.key ?? stage,
  };
}
