import { requireScopes } from "../../access/require-scope.ts";
import { type CrmError, failureBehind, type Issue } from "../../errors.ts";
import { typeAt } from "../../hubspot/names.ts";
import { checkMembers } from "../../json-text.ts";
import type { ObjectSchema, ProjectSchema } from "../../object-schema.ts";
import { invalid } from "../../records/errors.ts";
import { type Caller, thrownError } from "../app.ts";
import { ASSOCIATION_BATCHES } from "./associations/batches.ts";
import { ASSOCIATION_LABELS } from "./associations/labels.ts";
import { OLDER_ASSOCIATIONS } from "./associations/older.ts";
import { RECORD_ASSOCIATIONS } from "./associations/one-record.ts";
import { BATCHES } from "./batches.ts";
import { hubspotRefusal } from "./errors.ts";
import { OBJECTS } from "./objects.ts";
import {
  type HubspotAnswer,
  type HubspotOperation,
  type HubspotRequest,
  objectInPath,
  refuseLongLists,
} from "./operation.ts";
import { OWNERS, withOurOwners, withTheirOwners } from "./owners.ts";
import { PIPELINES } from "./schema/pipelines.ts";
import { PROPERTIES } from "./schema/properties.ts";
import { PROPERTY_GROUPS } from "./schema/property-groups.ts";
import { SCHEMAS } from "./schema/schemas.ts";
import { SEARCH } from "./search.ts";

/** The operations of HubSpot's API that Rapport serves (specification §46). */
const OPERATIONS: readonly HubspotOperation[] = [
  ...[...OBJECTS, ...BATCHES, ...SEARCH],
  ...[...RECORD_ASSOCIATIONS, ...ASSOCIATION_BATCHES, ...OLDER_ASSOCIATIONS, ...ASSOCIATION_LABELS],
  ...[...PROPERTY_GROUPS, ...PROPERTIES, ...PIPELINES, ...SCHEMAS, ...OWNERS],
];

/** Versions of HubSpot's API that have a date in their paths. */
const DATES = ["2026-03", "2026-09"] as const;

/** A path of an operation. */
export interface HubspotRoute {
  readonly method: HubspotOperation["method"];
  readonly template: string;
  readonly operation: HubspotOperation;
}

/** Returns every operation at its numbered path and at the dated ones. */
export function hubspotRoutes(): readonly HubspotRoute[] {
  return OPERATIONS.flatMap((operation) =>
    [operation.path, ...datedPaths(operation)].map((template) => ({
      method: operation.method,
      template,
      operation,
    })),
  );
}

/** `/crm/v3/objects/…` is `/crm/objects/2026-03/…`, and `/crm-object-schemas/v3/…` is `/crm-object-schemas/2026-03/…`. */
function datedPaths({ path, isOnlyNumbered }: HubspotOperation): readonly string[] {
  if (isOnlyNumbered) return [];
  return DATES.map((date) =>
    path
      .replace(/^\/crm\/v\d\/([^/]+)/, `/crm/$1/${date}`)
      .replace(/^\/crm-object-schemas\/v\d/, `/crm-object-schemas/${date}`),
  );
}

/** What became of a call, with why it was refused. */
export interface HubspotCallAnswer extends HubspotAnswer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: CrmError;
  /** A failure that is not the caller's. */
  readonly failure?: unknown;
}

/** Parameters of paths that name an object type. */
const TYPE_PARAMS = ["objectType", "fromObjectType", "toObjectType"] as const;

/** The schemas of requests would leave it out in silence. */
const PROTO: Issue = {
  path: "",
  code: "unrecognized_key",
  message: "No member can be called __proto__. Leave it out.",
};

/**
 * Checks that a caller may call an operation, before its body is read.
 *
 * @throws CrmError INVALID_INPUT if the project has no type that the path names; INSUFFICIENT_SCOPE
 */
export async function requireHubspotAccess(
  caller: Pick<Caller, "deps" | "principal">,
  { scopes }: HubspotOperation,
  params: HubspotRequest["params"],
): Promise<void> {
  const [object] = (await typesInPath(caller, params)).objects;
  requireScopes(
    caller.principal,
    scopes.map((scope) => scope.replace("{type}", object?.plural ?? "")),
  );
}

/** Returns the project's schema, and the types that a path names, in their order. @throws CrmError as `objectInPath` */
async function typesInPath(
  { deps, principal }: Pick<Caller, "deps" | "principal">,
  params: HubspotRequest["params"],
): Promise<{ readonly schema: ProjectSchema; readonly objects: readonly ObjectSchema[] }> {
  let schema = await deps.schemas.get(principal.projectId);
  const given = TYPE_PARAMS.filter((param) => params[param] !== undefined);
  // Another process may have added the type just now.
  if (given.some((param) => typeAt(schema, params[param] ?? "") === undefined)) {
    schema = await deps.schemas.renew(principal.projectId);
  }
  return { schema, objects: given.map((param) => objectInPath({ schema, params }, param)) };
}

/** Calls an operation after `requireHubspotAccess`. An error is an answer too, in HubSpot's form. */
export async function callHubspot(
  caller: Caller,
  operation: HubspotOperation,
  request: HubspotRequest,
): Promise<HubspotCallAnswer> {
  let object: ObjectSchema | undefined;
  try {
    if (checkMembers(request.body).hasProto) throw invalid([PROTO]);
    refuseLongLists(request.body);
    const { schema, objects } = await typesInPath(caller, request.params);
    object = objects[0];
    const startedAt = new Date().toISOString();
    const call = await withOurOwners({ ...caller, ...request, schema, startedAt });
    return await withTheirOwners(call, await operation.run(call));
  } catch (thrown) {
    const error = thrownError(thrown);
    return {
      ...hubspotRefusal(error, caller.requestId, object),
      error,
      failure: failureBehind(error),
    };
  }
}
