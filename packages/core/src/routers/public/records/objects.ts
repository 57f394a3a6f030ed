import { withArticle } from "@rapport/model";
import type { z } from "zod";
import { givenProperties } from "../../../input-paths.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import { applyCreate } from "../../../records/batch/apply.ts";
import type { GivenInput } from "../../../records/batch/check.ts";
import type { Gathered } from "../../../records/batch/input.ts";
import { deleteRecord, restoreRecord } from "../../../records/bin.ts";
import { type CreateInput, createRecord } from "../../../records/create.ts";
import { invalid } from "../../../records/errors.ts";
import { readRecord } from "../../../records/read.ts";
import { type CrmRecord, ifVersion } from "../../../records/record.ts";
import type { WholeRecord } from "../../../records/whole-record.ts";
import { noRecords, recordOfData, withIdempotencyKeyHeader } from "../../idempotency-key.ts";
import { parseIfMatch } from "../../if-match.ts";
import { type ObjectContext, writeFaults } from "../../reading.ts";
import { noData } from "../../schemas.ts";
import { selectionFaults } from "../faults.ts";
import { type Front, frontInput, objectProcedure, typeTitle } from "../front.ts";
import { envelope, success } from "../schemas.ts";
import {
  createInput,
  deleteInput,
  givenVersion,
  idInPath,
  readInput,
  requireExpandScopes,
  toSelection,
  withId,
} from "./record-input.ts";

import {
  createdRecord,
  foundRecord,
  setReadTag,
  shownRecord,
  writtenRecord,
} from "./record-schemas.ts";

/** POST /api/objects/{plural} (specification §4.1) */
export function createOne<F extends Front>(front: F) {
  return createProcedure(front, "/api/objects", createdRecord(front)).mutation(
    async ({ ctx, input }) => {
      const operation = `${ctx.object.plural}.create`;
      const request = { operation, input, recordIdsIn: recordOfData, gathering: creating(ctx) };
      const answer = await withIdempotencyKeyHeader(ctx, request, async (ctx, _, gathered) => {
        const record = await createGiven(ctx, input as CreatedInput, gathered);
        return success(`${typeTitle(ctx.object)} created.`, createdView(ctx.object, record));
      });
      return answer as never;
    },
  );
}

/** POST /api/crm/objects/{plural} (specification §4.1) */
export function createWhole<F extends Front>(front: F) {
  const data = writtenRecord.describe("The new record");
  return createProcedure(front, "/api/crm/objects", data).mutation(async ({ ctx, input }) => {
    const operation = `${ctx.object.plural}.createWhole`;
    const request = { operation, input, recordIdsIn: recordOfData, gathering: creating(ctx) };
    const { message, data } = await withIdempotencyKeyHeader(
      ctx,
      request,
      async (ctx, _, gathered) =>
        success(
          `${typeTitle(ctx.object)} created.`,
          await createGiven(ctx, input as CreatedInput, gathered),
        ),
    );
    return success(message, shownRecord(ctx, data));
  });
}

function createProcedure<F extends Front, Data extends z.ZodType>(
  front: F,
  below: "/api/objects" | "/api/crm/objects",
  data: Data,
) {
  const isWhole = below === "/api/crm/objects";
  return objectProcedure(front, {
    access: "write",
    method: "POST",
    path: "",
    below,
    status: 201,
    summary: `Create ${withArticle(front)}${isWhole ? " and return all of it" : ""}`,
    description: `Creates ${withArticle(front)} with its properties and associations.${isWhole ? " The response has every property that has a value." : ""}`,
    input: frontInput(front, createInput),
    check: createFaults,
    output: envelope(data),
  });
}

function creating({ object }: ObjectContext) {
  return { kind: "create", type: object.name } as const;
}

const createFaults = writeFaults(applyCreate, (item: GivenInput) => {
  return { item, paths: givenProperties(item.properties).paths };
});

type CreatedInput = z.infer<typeof createInput>;

function createGiven(
  { deps, principal, object }: ObjectContext,
  input: CreatedInput,
  gathered: Gathered | undefined,
): Promise<WholeRecord> {
  const { items, paths } = givenProperties(input.properties);
  const create = { ...input, properties: items } as CreateInput;
  return createRecord({ deps, principal }, object.name, create, { paths, gathered });
}

/** GET /api/crm/objects/{plural}/{id} (specification §4.1) */
export function readOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "read",
    method: "GET",
    path: "/{id}",
    errors: [404, 410],
    hasVersionTag: true,
    summary: `Read ${withArticle(front)}`,
    description: `Returns the ${front.name}'s properties and the requested associations. Without \`properties\`, returns every property that has a value.`,
    requires: [requireExpandScopes],
    input: readInput(front),
    check: selectionFaults,
    output: envelope(foundRecord),
  }).query(async ({ ctx, input }) => {
    const record = await readRecord(ctx, idInPath(front, input), toSelection(input));
    setReadTag(ctx, record);
    return success(`${typeTitle(ctx.object)} found.`, record as z.infer<typeof foundRecord>);
  });
}

/** DELETE /api/crm/objects/{plural}/{id} (specification §4.1) */
export function deleteOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "delete",
    method: "DELETE",
    path: "/{id}",
    errors: [404, 409, 410, 412],
    takesIfMatch: true,
    summary: `Delete ${withArticle(front)}`,
    description: `Soft-deletes the ${front.name}: requests no longer find it. It can be restored for 90 days.`,
    input: deleteInput(front),
    output: envelope(noData),
  }).mutation(async ({ ctx, input }) => {
    const id = idInPath(front, input);
    const { conditions, issues } = parseIfMatch(ctx.ifMatch, id);
    if (issues.length > 0) throw invalid(issues);
    const all = [...conditions, ...ifVersion(givenVersion(input))];
    await deleteRecord(ctx, ctx.object.name, id, all);
    return success(`${typeTitle(ctx.object)} deleted.`, null);
  });
}

/** Of a built-in type, the specification names the properties (§2.5); of another, all that have a value. */
function createdView({ builtIn, createFields }: ObjectSchema, record: CrmRecord) {
  const view: Record<string, unknown> = {
    id: record.id,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
  const names = builtIn ? createFields : Object.keys(record.properties);
  for (const name of names) view[name] = record.properties[name] ?? null;
  return view;
}

/** POST /api/crm/objects/{plural}/{id}/restore (specification §14) */
export function restoreOne<F extends Front>(front: F) {
  return objectProcedure(front, {
    access: "delete",
    method: "POST",
    path: "/{id}/restore",
    errors: [404],
    summary: `Restore ${withArticle(front)}`,
    description: `Restores ${withArticle(front)} that was deleted in the last 90 days, with its associations. Takes no body.`,
    input: withId(front, {}),
    output: envelope(noData),
  }).mutation(({ ctx, input }) => {
    const request = { operation: `${ctx.object.plural}.restore`, input, recordIdsIn: noRecords };
    return withIdempotencyKeyHeader(ctx, request, async (ctx) => {
      await restoreRecord(ctx, ctx.object.name, idInPath(front, input));
      return success(`${typeTitle(ctx.object)} restored.`, null);
    });
  });
}
