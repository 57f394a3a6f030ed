import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import { z } from "zod";
import type { ObjectCall } from "../../call.ts";
import { readingCall } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import { openCursor, sealCursor } from "../../paging.ts";
import { type AssociatedWith, listRecords } from "../../query/list.ts";
import { associatedIds } from "../../records/associations/associated.ts";
import type { AssociationItem } from "../../records/associations/associations.ts";
import type { WantedAssociations } from "../../records/associations/replace-associations.ts";
import { applyCreate, applyUpdate } from "../../records/batch/apply.ts";
import { gatherWrite } from "../../records/batch/gather.ts";
import type { Gathered } from "../../records/batch/input.ts";
import { deleteRecord } from "../../records/bin.ts";
import { type CreateInput, createRecord } from "../../records/create.ts";
import { readRecord } from "../../records/read.ts";
import type { Properties } from "../../records/record.ts";
import { updateRecord } from "../../records/update.ts";
import type { WholeRecord } from "../../records/whole-record.ts";
import { recordOfData, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { cursorFaults, writeFaults } from "../reading.ts";
import { noData, page } from "../schemas.ts";
import { recordOperation } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { envelope, idInPath, listEnvelope, success } from "./schemas.ts";
import {
  type Fields,
  fieldPaths,
  getsFields,
  makeStamp,
  propertyItems,
  written,
} from "./written.ts";

type Shape = z.core.$ZodLooseShape;

/** Describes how the Workspace API serves one object type. */
export interface ResourceDefinition<View> {
  readonly type: ObjectType;
  /** Schema of a record in a response (specification §2.9). */
  readonly schema: z.ZodType<View, View>;
  readonly view: (
    id: number,
    properties: Properties,
    associatedIds: readonly string[],
  ) => NoInfer<View>;
  readonly fields: Fields;
  /**
   * Fields of a create that hold the id of a record to associate, or a list of ids, and the type of these records. An
   * update takes the list too, which replaces the associations.
   */
  readonly association?: {
    readonly field: string;
    readonly listField: string;
    readonly object: ObjectType;
  };
  readonly create: Shape;
  readonly createDescription: string;
  readonly update: Shape;
  /** Query parameters of the list, in addition to `limit` and `cursor`. */
  readonly filters: Shape;
  /** Converts list filters to property values and the id of an associated record. */
  readonly where: (filters: Readonly<Record<string, unknown>>) => {
    readonly where: Readonly<Record<string, string | undefined>>;
    readonly associatedWith?: AssociatedWith | undefined;
  };
}

type Resource = ObjectCall<Pick<Deps, "db" | "schemas">>;
type Shown = Pick<WholeRecord, "id" | "properties">;
/** Builds the create, list, read, update and delete operations of a resource (specification §4.2). */
export function recordResource<View, const Own extends ResourceDefinition<View>>(
  definition: Own & ResourceDefinition<View>,
) {
  const { schema, view, fields, association } = definition;
  const type: Own["type"] = definition.type;
  const builtIn = OBJECT_TYPES[type];
  const { plural, pluralTitle, idParam } = builtIn;
  const named = withArticle(builtIn);
  const tags = [pluralTitle];
  const id = { [idParam]: idInPath } as Record<
    (typeof OBJECT_TYPES)[Own["type"]]["idParam"],
    typeof idInPath
  >;
  const givenId = (input: unknown) => (input as Record<string, number>)[idParam] as number;
  /** Returns the ids in the association fields of a request, with their paths. */
  function associatedIn(input: object): readonly { readonly path: string; readonly id: string }[] {
    if (association === undefined) return [];
    const { [association.field]: one, [association.listField]: list } = input as Readonly<
      Record<string, unknown>
    >;
    const ids = Array.isArray(list) ? list : [];
    return [
      { path: association.field, id: one },
      ...ids.map((id, i) => ({ path: `${association.listField}.${i}`, id })),
    ].filter((given): given is { path: string; id: string } => typeof given.id === "string");
  }

  function inputPaths(input: object) {
    const paths = associatedIn(input).map(({ path }) => path);
    return fieldPaths(fields, input, paths);
  }

  function associationItems(input: object): readonly AssociationItem[] {
    return associatedIn(input).map(({ id }) => ({ to: { object: association?.object ?? "", id } }));
  }

  function toCreate(input: object): CreateInput {
    return { properties: propertyItems(fields, input), associations: associationItems(input) };
  }

  /** Returns the associations that an update replaces; undefined if it does not name them. */
  function replacedBy(input: object): WantedAssociations | undefined {
    if (association === undefined || !(association.listField in input)) return undefined;
    return { other: association.object, items: associationItems(input) };
  }

  async function showRecords(resource: Resource, records: readonly Shown[]) {
    const ids = records.map(({ id }) => id);
    const associated =
      association && (await associatedIds(resource, { ids, other: association.object }));
    return records.map(({ id, properties }) => view(id, properties, associated?.get(id) ?? []));
  }

  async function answer(resource: Resource, record: Shown) {
    const [shown] = await showRecords(resource, [record]);
    return success(shown as View);
  }

  /** POST /v1/{plural} */
  const create = recordOperation(builtIn, `${plural}:write`, `POST /${plural}`, {
    tags,
    status: 201,
    summary: `Create ${named}`,
    description: definition.createDescription,
    input: z.strictObject(definition.create as Own["create"]),
    check: writeFaults(applyCreate, (input) => ({
      item: toCreate(input),
      paths: inputPaths(input),
    })),
    output: envelope(schema),
  }).mutation(({ ctx, input }) => {
    const gathering = { kind: "create", type } as const;
    const name = `${plural}.create`;
    const request = { operation: name, input, recordIdsIn: recordOfData, gathering };
    const [create, paths] = [toCreate(input as object), inputPaths(input as object)];
    return withIdempotencyKeyHeader(ctx, request, async (ctx, _, gathered) =>
      answer(ctx, await createRecord(ctx, type, create, { paths, gathered })),
    );
  });

  /** GET /v1/{plural} */
  const list = recordOperation(builtIn, `${plural}:read`, `GET /${plural}`, {
    tags,
    summary: `List ${plural}`,
    description: "Oldest first. Follow `nextCursor` until it is null.",
    input: z.strictObject({ ...page, ...(definition.filters as Own["filters"]) }),
    check: cursorFaults,
    output: listEnvelope(schema),
  }).query(async ({ ctx, input }) => {
    const { limit, cursor, ...filter } = input as { limit: number; cursor?: string };
    const identity = { list: plural, filter };
    const reading = await readingCall(ctx);
    const { records, next } = await listRecords(reading, {
      ...definition.where(filter),
      after: openCursor(ctx, identity, cursor),
      limit,
    });
    const nextCursor = sealCursor(ctx, identity, next);
    return { ...success(await showRecords(reading, records)), pagination: { nextCursor } };
  });

  /** GET /v1/{plural}/{id} */
  const read = recordOperation(builtIn, `${plural}:read`, `GET /${plural}/{${idParam}}`, {
    tags,
    errors: [404, 410],
    summary: `Read ${named}`,
    description: `Returns one ${type} of the workspace.`,
    input: z.strictObject(id),
    output: envelope(schema),
  }).query(async ({ ctx, input }) => answer(ctx, await readRecord(ctx, givenId(input), {})));

  /** PATCH /v1/{plural}/{id} */
  const update = recordOperation(builtIn, `${plural}:write`, `PATCH /${plural}/{${idParam}}`, {
    tags,
    errors: [404, 409, 410],
    summary: `Update ${named}`,
    description:
      "Changes the given fields. null clears a field. A key that may not read the record gets only its id, times and version.",
    input: z.strictObject({ ...id, ...(definition.update as Own["update"]) }),
    check: writeFaults(applyUpdate, (input) => {
      const record = idInPath.safeParse((input as Record<string, unknown>)[idParam]);
      return { item: { ...toCreate(input), id: record.data }, paths: inputPaths(input) };
    }),
    isChange: true,
    output: envelope(written(schema)),
  }).mutation(async ({ ctx, input: given }) => {
    const input = given as object;
    const change = { paths: inputPaths(input), wanted: replacedBy(input) };
    const target = { type, id: givenId(input) };
    const write = (deps: Deps, gathered?: Gathered) =>
      updateRecord({ ...ctx, deps }, target, propertyItems(fields, input), { ...change, gathered });
    const record = await (change.wanted === undefined
      ? gatherWrite(ctx, { kind: "update", type }, write)
      : write(ctx.deps));
    return getsFields(ctx.principal, type) ? answer(ctx, record) : success(makeStamp(record));
  });

  /** DELETE /v1/{plural}/{id} */
  const remove = recordOperation(builtIn, `${plural}:delete`, `DELETE /${plural}/{${idParam}}`, {
    tags,
    errors: [404, 410],
    summary: `Delete ${named}`,
    description: `Soft-deletes the ${type}: requests no longer find it. It can be restored for 90 days.`,
    input: z.strictObject(id),
    output: envelope(noData),
  }).mutation(async ({ ctx, input }) => {
    await deleteRecord(ctx, type, givenId(input));
    return success(null);
  });

  return router({ create, list, read, update, delete: remove });
}
