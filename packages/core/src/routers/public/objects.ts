import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import type { z } from "zod";
import { ITEM_PATHS } from "../../input-paths.ts";
import { type CreateInput, checkCreate, createRecord } from "../../records/create.ts";
import { deleteRecord } from "../../records/delete.ts";
import { readRecord } from "../../records/read.ts";
import type { CrmRecord } from "../../records/record.ts";
import { checkUpdate, updateRecord } from "../../records/update.ts";
import { recordOfData, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { noData } from "../schemas.ts";
import { reportAllFaults, scopedProcedure } from "../trpc.ts";
import { envelope, success } from "./envelope.ts";
import { reportSelectionFaults } from "./faults.ts";
import {
  createdRecord,
  createInput,
  deleteInput,
  foundRecord,
  idOf,
  itemOf,
  readInput,
  recordId,
  selectionOf,
  setInput,
} from "./schemas.ts";

/** POST /api/objects/{plural} (specification §4.1) */
export function createOne<T extends ObjectType>(type: T) {
  const { plural, title } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.write`;
  return scopedProcedure(scope)
    .meta({
      scope,
      status: 201,
      openapi: {
        method: "POST",
        path: `/api/objects/${plural}`,
        tags: [title],
        summary: `Create ${withArticle(type)}`,
        description: `Creates ${withArticle(type)} with its properties and associations.`,
        protect: true,
      },
    })
    .use(
      reportAllFaults(async (ctx, input) => {
        if (typeof input !== "object" || input === null) return [];
        return checkCreate(ctx.deps, ctx.principal, type, input);
      }),
    )
    .input(createInput)
    .output(envelope(createdRecord(type)))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.create`, input, recordsOf: recordOfData };
      const answer = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const record = await createRecord(deps, ctx.principal, type, input as CreateInput);
        return success(`${title} created.`, createdView(type, record));
      });
      return answer as never;
    });
}

/** GET /api/crm/objects/{plural}/{id} (specification §4.1) */
export function readOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.read`;
  return scopedProcedure(scope)
    .meta({
      scope,
      errors: [410],
      hasVersionTag: true,
      openapi: {
        method: "GET",
        path: `/api/crm/objects/${plural}/{${idParam}}`,
        tags: [title],
        summary: `Read ${withArticle(type)}`,
        description: `Returns the ${type}'s properties and the requested associations. Without \`properties\`, returns every property that has a value.`,
        protect: true,
      },
    })
    .use(reportSelectionFaults(type))
    .input(readInput(type))
    .output(envelope(foundRecord))
    .query(async ({ ctx, input }) => {
      const record = await readRecord(
        ctx.deps,
        ctx.principal,
        type,
        idOf(type, input),
        selectionOf(input),
      );
      // A tag is the version of the record, which associations do not change.
      if (ctx.transport === "rest" && record.associations === null) {
        ctx.setHeader("ETag", `"${record.id}.${record.version}"`);
      }
      return success(`${title} found.`, record as z.infer<typeof foundRecord>);
    });
}

/** PATCH /api/crm/objects/{plural}/{id} (specification §4.1) */
export function setOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.write`;
  return scopedProcedure(scope)
    .meta({
      scope,
      errors: [410],
      openapi: {
        method: "PATCH",
        path: `/api/crm/objects/${plural}/{${idParam}}`,
        tags: [title],
        summary: `Update one property of ${withArticle(type)}`,
        description: "Replaces the property's value. Without a value, clears the property.",
        protect: true,
      },
    })
    .use(
      reportAllFaults(async (ctx, input) => {
        if (typeof input !== "object" || input === null) return [];
        const id = recordId.safeParse(idOf(type, input));
        if (!id.success) return [];
        return checkUpdate(ctx.deps, ctx.principal, type, id.data, [itemOf(input)], ITEM_PATHS);
      }),
    )
    .input(setInput(type))
    .output(envelope(noData))
    .mutation(async ({ ctx, input }) => {
      const items = [itemOf(input)];
      await updateRecord(ctx.deps, ctx.principal, type, idOf(type, input), items, ITEM_PATHS);
      return success(`${title} updated.`, null);
    });
}

/** DELETE /api/crm/objects/{plural}/{id} (specification §4.1) */
export function deleteOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.delete`;
  return scopedProcedure(scope)
    .meta({
      scope,
      errors: [410],
      openapi: {
        method: "DELETE",
        path: `/api/crm/objects/${plural}/{${idParam}}`,
        tags: [title],
        summary: `Delete ${withArticle(type)}`,
        description: `Soft-deletes the ${type}: requests no longer find it. An admin can restore it for 90 days.`,
        protect: true,
      },
    })
    .input(deleteInput(type))
    .output(envelope(noData))
    .mutation(async ({ ctx, input }) => {
      await deleteRecord(ctx.deps, ctx.principal, type, idOf(type, input));
      return success(`${title} deleted.`, null);
    });
}

function createdView(type: ObjectType, record: CrmRecord) {
  const view: Record<string, unknown> = {
    id: record.id,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
  for (const name of OBJECT_TYPES[type].createFields) view[name] = record.properties[name] ?? null;
  return view;
}
