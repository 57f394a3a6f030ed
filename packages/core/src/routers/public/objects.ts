import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { givenProperties } from "../../input-paths.ts";
import type { Principal } from "../../principal.ts";
import { type CreateInput, checkCreate, createRecord } from "../../records/create.ts";
import { deleteRecord } from "../../records/delete.ts";
import { invalid } from "../../records/errors.ts";
import { readRecord } from "../../records/read.ts";
import type { CrmRecord } from "../../records/record.ts";
import { ifVersion } from "../../records/version-condition.ts";
import type { WholeRecord } from "../../records/whole-record.ts";
import { recordOfData, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { parseIfMatch } from "../if-match.ts";
import { reportAllFaults } from "../report-faults.ts";
import { noData } from "../schemas.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { envelope, success } from "./envelope.ts";
import { reportSelectionFaults } from "./faults.ts";
import {
  createInput,
  deleteInput,
  idOf,
  readInput,
  requireExpandScopes,
  selectionOf,
  versionOf,
} from "./record-input.ts";
import { createdRecord, foundRecord } from "./record-schemas.ts";
import { setReadTag, shownRecord, writtenRecord } from "./written-record.ts";

/** POST /api/objects/{plural} (specification §4.1) */
export function createOne<T extends ObjectType>(type: T) {
  const { plural, title } = OBJECT_TYPES[type];
  return createProcedure(type, `/api/objects/${plural}`)
    .input(createInput)
    .output(envelope(createdRecord(type)))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.create`, input, recordsOf: recordOfData };
      const answer = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const record = await createGiven(deps, ctx.principal, type, input);
        return success(`${title} created.`, createdView(type, record));
      });
      return answer as never;
    });
}

/** POST /api/crm/objects/{plural} (specification §4.1) */
export function createWhole<T extends ObjectType>(type: T) {
  const { plural, title } = OBJECT_TYPES[type];
  return createProcedure(type, `/api/crm/objects/${plural}`)
    .input(createInput)
    .output(envelope(writtenRecord.describe("The new record")))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.createWhole`, input, recordsOf: recordOfData };
      const { message, data } = await withIdempotencyKeyOf(ctx, request, async (deps) =>
        success(`${title} created.`, await createGiven(deps, ctx.principal, type, input)),
      );
      return success(message, shownRecord(type, ctx.principal, data)) as never;
    });
}

function createProcedure(type: ObjectType, path: `/${string}`) {
  const { plural, title } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.write`;
  const isWhole = path.startsWith("/api/crm/");
  return scopedProcedure(scope)
    .meta({
      scope,
      status: 201,
      openapi: {
        method: "POST",
        path,
        tags: [title],
        summary: `Create ${withArticle(type)}${isWhole ? " and return all of it" : ""}`,
        description: `Creates ${withArticle(type)} with its properties and associations.${isWhole ? " The response has every property that has a value." : ""}`,
        protect: true,
      },
    })
    .use(
      reportAllFaults(async (ctx, input) => {
        if (typeof input !== "object" || input === null) return [];
        const { items, paths } = givenProperties((input as { properties?: unknown }).properties);
        return checkCreate(ctx.deps, ctx.principal, type, { ...input, properties: items }, paths);
      }),
    );
}

function createGiven(
  deps: Deps,
  principal: Principal,
  type: ObjectType,
  input: z.infer<typeof createInput>,
): Promise<WholeRecord> {
  const { items, paths } = givenProperties(input.properties);
  const create = { ...input, properties: items } as CreateInput;
  return createRecord(deps, principal, type, create, paths);
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
    .use(requireExpandScopes)
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
      setReadTag(ctx, record);
      return success(`${title} found.`, record as z.infer<typeof foundRecord>);
    });
}

/** DELETE /api/crm/objects/{plural}/{id} (specification §4.1) */
export function deleteOne<T extends ObjectType>(type: T) {
  const { plural, title, idParam } = OBJECT_TYPES[type];
  const scope = `crm.${plural}.delete`;
  return scopedProcedure(scope)
    .meta({
      scope,
      errors: [409, 410, 412],
      takesIfMatch: true,
      openapi: {
        method: "DELETE",
        path: `/api/crm/objects/${plural}/{${idParam}}`,
        tags: [title],
        summary: `Delete ${withArticle(type)}`,
        description: `Soft-deletes the ${type}: requests no longer find it. It can be restored for 90 days.`,
        protect: true,
      },
    })
    .input(deleteInput(type))
    .output(envelope(noData))
    .mutation(async ({ ctx, input }) => {
      const id = idOf(type, input);
      const { conditions, issues } = parseIfMatch(ctx.ifMatch, id);
      if (issues.length > 0) throw invalid(issues);
      const all = [...conditions, ...ifVersion(versionOf(input))];
      await deleteRecord(ctx.deps, ctx.principal, type, id, all);
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
