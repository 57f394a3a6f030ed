import { CrmError } from "@rapport/core";
import {
  type AppRouter,
  appRouter,
  exampleText,
  listProcedures,
  makeExample,
  pathParameters,
} from "@rapport/core/routers";
import findMyWay, { type HTTPMethod } from "find-my-way";
import type { z } from "zod";
import { BODY_LIMIT_BYTES } from "./body.ts";

/** A REST operation: a procedure with the method and path from its meta. */
export interface Route {
  /** The procedure's path in the router, for example `public.contacts.create`. */
  readonly procedure: string;
  readonly type: "query" | "mutation";
  readonly method: HTTPMethod;
  /** The path template, for logs and metrics. */
  readonly template: string;
  readonly scope: string;
  /** Scopes of which one is enough instead of `scope`. */
  readonly orScopes: readonly string[];
  /** Further scopes that it needs. */
  readonly alsoNeeds: readonly string[];
  /** Error statuses that the operation states; see `Meta`. */
  readonly errors: readonly number[];
  /** The HTTP status of a success. */
  readonly status: number;
  /** Another HTTP status of a success, if there is one. */
  readonly otherStatus: 201 | 207 | undefined;
  readonly takesBody: boolean;
  /** Whether its method is POST although it changes nothing. */
  readonly onlyReads: boolean;
  /** Whether it takes an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** Largest body. */
  readonly bodyBytes: number;
  /** Whether a success contains a secret. */
  readonly answersSecret: boolean;
  /** Whether a success has an `ETag` with the version of the record. */
  readonly hasVersionTag: boolean;
  readonly takesIfMatch: boolean;
  readonly takesPrefer: boolean;
  /** Whether its method takes a body, and its input has members other than the path parameters. */
  readonly hasBody: boolean;
  /** End of a message about the form of a body: an example of the right one. */
  readonly exampleBody: string;
}

export interface Match<Found = Route> {
  readonly route: Found;
  readonly params: Readonly<Record<string, string>>;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly HTTPMethod[];

const tables = new Map<string, Find<Route>>();

/**
 * Returns the route table of one branch of the router. A process makes it once, because that takes 10 ms.
 *
 * @param branch the branch, for example `public`
 * @param prefix prefix of every path, for example `/v1`
 */
export function routeTable(branch: string, prefix: string): Find<Route> {
  const name = `${prefix}/${branch}`;
  const table = tables.get(name) ?? pathTable(listRoutes(branch, prefix));
  tables.set(name, table);
  return table;
}

/**
 * Finds the route of a request, or undefined if no path matches.
 *
 * @throws CrmError METHOD_NOT_ALLOWED if the path exists, but not for this method
 */
export type Find<Found> = (method: string, path: string) => Match<Found> | undefined;

/** Builds a table of paths. They match exactly (case, trailing slash). Path parameters are percent-decoded. */
export function pathTable<Found extends Pick<Route, "method" | "template">>(
  routes: readonly Found[],
): Find<Found> {
  const table = findMyWay({ caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 500 });
  const fixed = new Map<string, HTTPMethod[]>();
  for (const route of routes) {
    if (!route.template.includes("{")) {
      fixed.set(route.template, [...(fixed.get(route.template) ?? []), route.method]);
    }
    const pattern = route.template.replaceAll(/\{(\w+)\}/g, ":$1");
    table.on(route.method, pattern, () => undefined, route);
  }

  return (method, path) => {
    const asked = (method === "HEAD" ? "GET" : method) as HTTPMethod;
    // `GET /contacts/search` does not ask for the contact with the id "search".
    const methods = fixed.get(path);
    if (methods !== undefined && !methods.includes(asked)) {
      throw methodNotAllowed(METHODS.filter((other) => methods.includes(other)));
    }
    const found = table.find(asked, path);
    if (found !== null && isComplete(found.params)) {
      return { route: found.store as Found, params: found.params as Record<string, string> };
    }
    const allowed = METHODS.filter((other) => {
      const match = table.find(other, path);
      return match !== null && isComplete(match.params);
    });
    if (allowed.length === 0) return undefined;
    throw methodNotAllowed(allowed);
  };
}

/**
 * Returns the error for a method that a path does not accept.
 *
 * @param allowed methods that it accepts; HEAD is added if GET is one of them (RFC 9110 §9.3.2)
 */
export function methodNotAllowed(allowed: readonly string[]): CrmError {
  const methods = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return new CrmError("METHOD_NOT_ALLOWED", `This path accepts ${LIST.format(methods)}.`, {
    headers: { Allow: methods.join(", ") },
  });
}

const LIST = new Intl.ListFormat("en");

/** Rejects empty parameters: `/contacts/` is not a contact with an empty id. */
function isComplete(params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(params).every((value) => value !== "");
}

/** Returns the REST operations of one branch of the router. */
export function listRoutes(branch: string, prefix: string): readonly Route[] {
  return Object.entries(listProcedures(appRouter as AppRouter)).flatMap(([procedure, { _def }]) => {
    const meta = _def.meta ?? {};
    const {
      openapi,
      scope,
      orScopes = [],
      alsoNeeds = [],
      errors = [],
      status = 200,
      onlyReads = false,
    } = meta;
    if (!procedure.startsWith(`${branch}.`) || openapi === undefined || scope === undefined)
      return [];
    const method = openapi.method as HTTPMethod;
    const parameters = openapi.path.match(/\{/g)?.length ?? 0;
    const hasMembers = countMembers(_def.inputs[0]) > parameters;
    const takesBody = method === "POST" || method === "PATCH" || (method === "PUT" && hasMembers);
    return [
      {
        procedure,
        type: _def.type,
        method,
        template: `${prefix}${openapi.path}`,
        scope,
        orScopes,
        alsoNeeds,
        errors,
        status,
        takesBody,
        onlyReads,
        isKeyed: method === "POST" && !onlyReads,
        otherStatus: _def.meta?.otherStatus,
        bodyBytes: _def.meta?.bodyBytes ?? BODY_LIMIT_BYTES,
        answersSecret: _def.meta?.answersSecret ?? false,
        hasVersionTag: _def.meta?.hasVersionTag ?? false,
        takesIfMatch: _def.meta?.takesIfMatch ?? false,
        takesPrefer: _def.meta?.takesPrefer ?? false,
        hasBody: takesBody && hasMembers,
        exampleBody: takesBody ? exampleBody(_def.inputs[0], openapi.path) : "",
      },
    ];
  });
}

function exampleBody(schema: z.ZodType | undefined, path: string): string {
  return schema === undefined ? "" : exampleText(makeExample(schema, pathParameters(path)));
}

function countMembers(schema: unknown): number {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}).length;
}
