import { type Issue, type Principal, requireAnyScope, requireScopes } from "@rapport/core";
import {
  type AppRouter,
  type Context,
  type Surface,
  scopesFor,
  toCrmError,
  trpcFailure,
} from "@rapport/core/routers";
import type { Places } from "@rapport/service/http/places";
import type { Request, RequestHandler, Response } from "express";
import { createOpenApiExpressMiddleware } from "trpc-openapi";
import { markNegotiated } from "../http/representation.ts";
import { BODY_LIMIT_BYTES } from "./body.ts";
import { type Input, readInput, refuseIfMatch } from "./input.ts";
import { admit, type Serving } from "./rate-limit.ts";
import { type Route, routeTable } from "./routes.ts";

/** A request with what was read from it before its procedure runs. */
interface RestRequest extends Request {
  /** The patched trpc-openapi uses this instead of its own routing and parsing. */
  openApiProcedure?: {
    path: string;
    type: Route["type"];
    input: Input;
    status: number;
    toJson: typeof toJson;
  };
  inputFaults?: readonly Issue[];
  principal?: Principal;
}

export interface MountOptions extends Serving {
  readonly appRouter: AppRouter;
  readonly surface: Surface;
  /** Prefix of every path of the surface. */
  readonly prefix: string;
}

/**
 * Serves one branch of the router as REST.
 *
 * Checks a request in this order: path 404, method 405, credential 401, rate limit 429, object type 404, scope 403,
 * content type 415, size 413. Then the procedure checks the input (400) and the record (404, 409). Only the procedure reads records.
 */
export function mountRest(options: MountOptions): RequestHandler {
  const { appRouter, deps, surface, prefix, places } = options;
  const find = routeTable(surface, prefix);
  const callProcedure = createOpenApiExpressMiddleware({
    router: appRouter,
    createContext: ({ req, res }): Context => {
      // Without a getter: for each object literal that has one, V8 creates a hidden class. Only a full garbage collection
      // frees that class and what the getter refers to.
      const context: Context & { successStatus: number | undefined } = {
        deps,
        caller: (req as RestRequest).principal as Principal,
        requestId: (res as Response).locals.requestId,
        inputFaults: (req as RestRequest).inputFaults,
        idempotencyKey: (req as RestRequest).get("idempotency-key"),
        prefer: (req as RestRequest).get("prefer"),
        ifMatch: (req as RestRequest).get("if-match"),
        hasDisconnected: () => res.destroyed,
        setHeader: (name, value) => void res.setHeader(name, value),
        transport: "rest",
        successStatus: (req as RestRequest).openApiProcedure?.status,
        setStatus: (other) => {
          context.successStatus = other;
        },
      };
      return context;
    },
    responseMeta: ({ ctx, errors }) => {
      const status = (ctx as Context | undefined)?.successStatus;
      return errors.length === 0 && status !== undefined ? { status } : {};
    },
    onError: ({ error, ctx, req }) => {
      const { res } = req as RestRequest;
      if (res !== undefined) res.locals.error = () => toCrmError(error);
      const failure = trpcFailure(error);
      if (failure === undefined) return;
      options.onError(failure, (ctx as Context | undefined)?.requestId ?? "");
    },
  });

  return async (req: RestRequest, res, next) => {
    const match = find(req.method, req.path);
    if (match === undefined) return next();
    const { route } = match;
    res.locals.route = route.template;
    if (!route.answersSecret) markNegotiated(res);
    const principal = await admit(options, req, res);
    if (route.orScopes.length > 0) requireAnyScope(principal, [route.scope, ...route.orScopes]);
    else {
      const stated = [route.scope, ...route.alsoNeeds];
      const object = match.params.object ?? "";
      requireScopes(principal, await scopesFor({ deps, principal }, stated, object));
    }
    enterIfLarge(places, res, principal, route.bodyBytes);
    const { input, faults } = await readInput(req, res, match);
    if (!route.takesIfMatch) refuseIfMatch(req, route.template);
    res.locals.input = input;
    req.principal = principal;
    req.inputFaults = faults;
    const { procedure: path, type, status } = route;
    req.openApiProcedure = { path, type, status, input, toJson };
    await callProcedure(req, res);
  };
}

/**
 * Takes a place for a request whose body may be large, until its response has ended.
 *
 * @param limit largest body that the operation takes, in bytes
 * @throws CrmError RATE_LIMITED or UNAVAILABLE if no place is free
 */
export function enterIfLarge(
  places: Places,
  res: Response,
  principal: Principal,
  limit = BODY_LIMIT_BYTES,
): void {
  if (limit <= BODY_LIMIT_BYTES || !mayBeLarge(res.req)) return;
  res.once("close", places.enter("largeBodies", principal));
}

/** A body without Content-Length, or in gzip, may have any size. */
function mayBeLarge({ headers }: Request): boolean {
  const { "content-length": length, "content-encoding": encoding } = headers;
  return length === undefined || encoding !== undefined || Number(length) > BODY_LIMIT_BYTES;
}

/** Items of a list that become one text: of records, about 25 KB. */
const ITEMS_PER_TEXT = 50;
/** A list is a member of `data`, which is a member of the body. */
const LIST_DEPTH = 1;

/**
 * Returns the JSON of a response. That of a long list is written in parts into bytes: as one text it would be a large
 * object of V8, which only a full garbage collection frees. A stream of batch reads then had five of them in two seconds,
 * which held other requests for 10 to 17 ms each.
 *
 * @param body plain data, as the procedures return it
 * @returns undefined for undefined
 */
function toJson(body: unknown): string | Buffer | undefined {
  if (!hasLongList(body)) return JSON.stringify(body);
  const texts = jsonTexts(body, LIST_DEPTH);
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

function hasLongList(body: unknown): body is object {
  return (
    isObject(body) && "data" in body && isObject(body.data) && Object.values(body.data).some(isLong)
  );
}

function jsonTexts(value: object, listDepth: number): readonly string[] {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return ["{}"];
  return members.flatMap(([name, member], i) => [
    `${i === 0 ? "{" : ","}${JSON.stringify(name)}:`,
    ...memberTexts(member, listDepth),
    ...(i === members.length - 1 ? ["}"] : []),
  ]);
}

function memberTexts(member: unknown, listDepth: number): readonly string[] {
  if (isLong(member)) return listTexts(member);
  if (listDepth > 0 && isObject(member)) return jsonTexts(member, listDepth - 1);
  return [JSON.stringify(member)];
}

function listTexts(list: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  for (let start = 0; start < list.length; start += ITEMS_PER_TEXT) {
    const part = JSON.stringify(list.slice(start, start + ITEMS_PER_TEXT));
    texts.push(start === 0 ? "[" : ",", part.slice(1, -1));
  }
  return [...texts, "]"];
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ITEMS_PER_TEXT;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
