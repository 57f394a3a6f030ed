import { OBJECT_TYPES, type ObjectType, withArticle } from "@rapport/model";
import { z } from "zod";
import { openCursor, sealCursor } from "../../cursor.ts";
import { type Deps, readingDeps } from "../../deps.ts";
import type { Principal } from "../../principal.ts";
import { type AssociatedWith, listRecords } from "../../query/list.ts";
import { associatedIds } from "../../records/associations/associated.ts";
import type { AssociationItem } from "../../records/associations/associations.ts";
import type { WantedAssociations } from "../../records/associations/replace-associations.ts";
import { type CreateInput, checkCreate, createRecord } from "../../records/create.ts";
import { deleteRecord } from "../../records/delete.ts";
import { readRecord } from "../../records/read.ts";
import type { Properties } from "../../records/record.ts";
import { checkUpdate, updateRecord } from "../../records/update.ts";
import { recordOfData, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { cursorFaults, reading } from "../reading.ts";
import { noData, page } from "../schemas.ts";
import { operation } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { envelope, idInPath, listEnvelope, success } from "./schemas.ts";
import { type Fields, fieldPaths, getsFields, itemsOf, stampOf, written } from "./written.ts";

type Shape = z.core.$ZodLooseShape;

/** Describes how the Workspace API serves one object type. */
export interface ResourceDefinition<
  Type extends ObjectType,
  View extends z.ZodType,
  Create extends Shape,
  Update extends Shape,
  Filters extends Shape,
> {
  readonly type: Type;
  /** Schema of a record in a response (specification §2.9). */
  readonly schema: View;
  readonly view: (
    id: number,
    properties: Properties,
    associatedIds: readonly string[],
  ) => z.input<View>;
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
  readonly create: Create;
  readonly createDescription: string;
  readonly update: Update;
  /** Query parameters of the list, in addition to `limit` and `cursor`. */
  readonly filters: Filters;
  /** Converts list filters to property values and the id of an associated record. */
  readonly where: (filters: Readonly<Record<string, unknown>>) => {
    readonly where: Readonly<Record<string, string | undefined>>;
    readonly associatedWith?: AssociatedWith | undefined;
  };
}

/** Builds the create, list, read, update and delete operations of a resource (specification §4.2). */
export function recordResource<
  Type extends ObjectType,
  View extends z.ZodType,
  Create extends Shape,
  Update extends Shape,
  Filters extends Shape,
>(definition: ResourceDefinition<Type, View, Create, Update, Filters>) {
  const { type, schema, view, fields, association } = definition;
  const { plural, pluralTitle, idParam } = OBJECT_TYPES[type];
  const tags = [pluralTitle];
  const one: `/${string}` = `/${plural}/{${idParam}}`;
  const id = { [idParam]: idInPath } as Record<
    (typeof OBJECT_TYPES)[Type]["idParam"],
    typeof idInPath
  >;
  const idOf = (input: unknown) => (input as Record<string, number>)[idParam] as number;
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

  function pathsOf(input: object) {
    const paths = associatedIn(input).map(({ path }) => path);
    return fieldPaths(fields, input, paths);
  }

  function targetsOf(input: object): readonly AssociationItem[] {
    return associatedIn(input).map(({ id }) => ({ to: { object: association?.object ?? "", id } }));
  }

  function createOf(input: object): CreateInput {
    return { properties: itemsOf(fields, input), associations: targetsOf(input) };
  }

  /** Returns the associations that an update replaces; undefined if it does not name them. */
  function replacedBy(input: object): WantedAssociations | undefined {
    if (association === undefined || !(association.listField in input)) return undefined;
    return { other: association.object, items: targetsOf(input) };
  }

  async function viewsOf(
    deps: Pick<Deps, "db" | "schemas">,
    principal: Principal,
    records: readonly { readonly id: number; readonly properties: Properties }[],
  ): Promise<readonly z.input<View>[]> {
    const ids = records.map(({ id }) => id);
    const object = await deps.schemas.object(principal.projectId, type);
    const associated =
      association &&
      (await associatedIds(deps, principal, object, { ids, other: association.object }));
    return records.map(({ id, properties }) => view(id, properties, associated?.get(id) ?? []));
  }

  async function answer(
    deps: Pick<Deps, "db" | "schemas">,
    principal: Principal,
    record: { readonly id: number; readonly properties: Properties },
  ) {
    const [shown] = await viewsOf(deps, principal, [record]);
    return success(shown as z.input<View>);
  }

  /** POST /v1/{plural} */
  const create = operation(`${plural}:write`, `POST /${plural}`, {
    status: 201,
    tags,
    summary: `Create ${withArticle(OBJECT_TYPES[type])}`,
    description: definition.createDescription,
  })
    .concat(
      reading(z.strictObject(definition.create), async ({ deps, principal }, input) => {
        if (typeof input !== "object" || input === null) return [];
        const paths = pathsOf(input);
        const object = await deps.schemas.object(principal.projectId, type);
        const issues = await checkCreate({ deps, principal, object }, createOf(input), paths);
        return issues.filter(({ path }) => path !== "");
      }),
    )
    .output(envelope(schema))
    .mutation(async ({ ctx, input }) => {
      const request = { operation: `${plural}.create`, input, recordsOf: recordOfData };
      const created = await withIdempotencyKeyOf(ctx, request, async (deps) => {
        const create = createOf(input as object);
        const paths = pathsOf(input as object);
        const record = await createRecord({ deps, principal: ctx.principal }, type, create, {
          paths,
        });
        return answer(deps, ctx.principal, record);
      });
      return created as never;
    });

  /** GET /v1/{plural} */
  const list = operation(`${plural}:read`, `GET /${plural}`, {
    tags,
    summary: `List ${plural}`,
    description: "Oldest first. Follow `nextCursor` until it is null.",
  })
    .concat(reading(z.strictObject({ ...page, ...definition.filters }), cursorFaults))
    .output(listEnvelope(schema))
    .query(async ({ ctx, input }) => {
      const { limit, cursor, ...filter } = input as { limit: number; cursor?: string };
      const identity = { list: plural, filter };
      const deps = await readingDeps(ctx.deps, ctx.principal);
      const object = await deps.schemas.object(ctx.principal.projectId, type);
      const { records, next } = await listRecords(deps, ctx.principal, object, {
        ...definition.where(filter),
        after: openCursor(deps, ctx.principal, identity, cursor),
        limit,
      });
      const nextCursor = sealCursor(deps, ctx.principal, identity, next);
      return {
        ...success(await viewsOf(deps, ctx.principal, records)),
        pagination: { nextCursor },
      } as never;
    });

  /** GET /v1/{plural}/{id} */
  const read = operation(`${plural}:read`, `GET ${one}`, {
    errors: [404, 410],
    tags,
    summary: `Read ${withArticle(OBJECT_TYPES[type])}`,
    description: `Returns one ${type} of the workspace.`,
  })
    .concat(reading(z.strictObject(id)))
    .output(envelope(schema))
    .query(async ({ ctx: { deps, principal }, input }) => {
      const object = await deps.schemas.object(principal.projectId, type);
      const record = await readRecord({ deps, principal, object }, idOf(input), {});
      return (await answer(deps, principal, record)) as never;
    });

  /** PATCH /v1/{plural}/{id} */
  const update = operation(`${plural}:write`, `PATCH ${one}`, {
    errors: [404, 409, 410],
    tags,
    summary: `Update ${withArticle(OBJECT_TYPES[type])}`,
    description:
      "Changes the given fields. null clears a field. A key that may not read the record gets only its id, times and version.",
  })
    .concat(
      reading(
        z.strictObject({ ...id, ...definition.update }),
        async ({ deps, principal }, input) => {
          if (typeof input !== "object" || input === null) return [];
          const parsed = idInPath.safeParse((input as Record<string, unknown>)[idParam]);
          if (!parsed.success) return [];
          const items = itemsOf(fields, input);
          const { data: record } = parsed;
          const object = await deps.schemas.object(principal.projectId, type);
          const [paths, targets] = [pathsOf(input), targetsOf(input)];
          return checkUpdate({ deps, principal, object }, record, items, {
            paths,
            wanted: targets,
          });
        },
        { isChange: true },
      ),
    )
    .output(envelope(written(schema)))
    .mutation(async ({ ctx: { deps, principal }, input }) => {
      const items = itemsOf(fields, input as object);
      const paths = pathsOf(input as object);
      const wanted = replacedBy(input as object);
      const record = await updateRecord({ deps, principal }, { type, id: idOf(input) }, items, {
        paths,
        conditions: [],
        wanted,
      });
      if (!getsFields(principal, type)) return success(stampOf(record)) as never;
      return (await answer(deps, principal, record)) as never;
    });

  /** DELETE /v1/{plural}/{id} */
  const remove = operation(`${plural}:delete`, `DELETE ${one}`, {
    errors: [404, 410],
    tags,
    summary: `Delete ${withArticle(OBJECT_TYPES[type])}`,
    description: `Soft-deletes the ${type}: requests no longer find it. It can be restored for 90 days.`,
  })
    .concat(reading(z.strictObject(id)))
    .output(envelope(noData))
    .mutation(async ({ ctx, input }) => {
      await deleteRecord(ctx, type, idOf(input));
      return success(null);
    });

  return router({ create, list, read, update, delete: remove });
}
