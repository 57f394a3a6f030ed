import { hubspotRoutes } from "@rapport/core/routers";
import { z } from "zod";
import type { Answer } from "./app.ts";
import { SCHEMA_SHAPES } from "./hubspot-schema-shapes.ts";
import { batches, empty, error, paging, time } from "./hubspot-shape-parts.ts";

/*
 * The shapes of answers that HubSpot documents in the OpenAPI documents of its API (objects v3, 2026-03 and 2026-09), as far as
 * members, their types and which of them are required go. Other members are refused.
 */

/** `ValueWithTimestamp` */
const version = z.strictObject({
  value: z.string(),
  timestamp: time,
  sourceType: z.string(),
  sourceId: z.string().optional(),
  sourceLabel: z.string().optional(),
  updatedByUserId: z.int().optional(),
});

/** `SimplePublicObject` */
const simpleObject = z.strictObject({
  id: z.string().regex(/^\d+$/),
  properties: z.record(z.string(), z.string().nullable()),
  propertiesWithHistory: z.record(z.string(), z.array(version)).optional(),
  createdAt: time,
  updatedAt: time,
  archived: z.boolean(),
  archivedAt: time.optional(),
  objectWriteTraceId: z.string().optional(),
  url: z.string().optional(),
});

/** `SimplePublicObjectWithAssociations` */
const withAssociations = simpleObject.extend({
  associations: z
    .record(
      z.string(),
      z.strictObject({
        results: z.array(z.strictObject({ id: z.string(), type: z.string() })),
        paging,
      }),
    )
    .optional(),
});

const OBJECTS = "/crm/v3/objects/{objectType}";

type Shapes = Readonly<Record<string, Readonly<Record<number, z.ZodType>>>>;

/** Shapes of the operations on records, by operation and status. */
const RECORD_SHAPES: Shapes = {
  [`GET ${OBJECTS}`]: { 200: z.strictObject({ results: z.array(withAssociations), paging }) },
  [`POST ${OBJECTS}`]: { 201: simpleObject },
  [`GET ${OBJECTS}/{objectId}`]: { 200: withAssociations },
  [`PATCH ${OBJECTS}/{objectId}`]: { 200: simpleObject },
  [`DELETE ${OBJECTS}/{objectId}`]: { 204: empty },
  [`POST ${OBJECTS}/merge`]: { 200: simpleObject },
  [`POST ${OBJECTS}/gdpr-delete`]: { 204: empty },
  [`POST ${OBJECTS}/batch/create`]: batches(201, simpleObject),
  [`POST ${OBJECTS}/batch/read`]: batches(200, simpleObject),
  [`POST ${OBJECTS}/batch/update`]: batches(200, simpleObject),
  [`POST ${OBJECTS}/batch/upsert`]: batches(200, simpleObject.extend({ new: z.boolean() })),
  [`POST ${OBJECTS}/batch/archive`]: { 204: empty },
  [`POST ${OBJECTS}/search`]: {
    200: z.strictObject({ total: z.int().nonnegative(), results: z.array(simpleObject), paging }),
  },
};

/** Shapes of all operations. */
const SHAPES: Shapes = {
  ...RECORD_SHAPES,
  ...SCHEMA_SHAPES,
  "PUT /crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}":
    { 200: withAssociations },
};

const ROUTES = hubspotRoutes().map(({ method, template, operation }) => {
  const pattern = template.replaceAll(/\{\w+\}/g, "[^/]+");
  const fixed = template.replaceAll(/\{\w+\}/g, "").length;
  return { method, path: new RegExp(`^${pattern}$`), fixed, name: `${method} ${operation.path}` };
});

/** What an operation is called here: its method and numbered path. */
function operationAt(method: string, path: string): string | undefined {
  const [plain = ""] = path.split("?");
  const found = ROUTES.filter((route) => route.method === method && route.path.test(plain));
  return found.toSorted((a, b) => b.fixed - a.fixed)[0]?.name;
}

/** Operations and statuses of which an answer had its shape. */
export const seenShapes = new Set<string>();

/** Fails unless an answer has the shape that HubSpot documents for its operation and status. */
export function expectShape(method: string, path: string, { status, body }: Answer): void {
  const operation = operationAt(method, path);
  if (operation === undefined || SHAPES[operation] === undefined) return;
  const shape = status >= 400 ? error : SHAPES[operation][status];
  if (shape === undefined) throw new Error(`HubSpot has no ${status} of ${operation}`);
  const { success, error: fault } = shape.safeParse(body);
  if (!success) {
    const text = JSON.stringify(body).slice(0, 600);
    throw new Error(`${operation} ${status}: ${z.prettifyError(fault)}\n${text}`);
  }
  seenShapes.add(`${operation} ${status}`);
}

/** Returns the operations that are served, but have no shape here. */
export function withoutShapes(): readonly string[] {
  return [...new Set(ROUTES.map(({ name }) => name))].filter((name) => !(name in SHAPES));
}

/** Returns the successes of operations on records that HubSpot documents, by operation and status. */
export function documentedShapes(): readonly string[] {
  return Object.entries(RECORD_SHAPES).flatMap(([operation, shapes]) =>
    Object.keys(shapes).map((status) => `${operation} ${status}`),
  );
}
