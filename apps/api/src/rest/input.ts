import { CrmError, type Issue } from "@rapport/core";
import { checkMembers, DEEPEST_LEVEL } from "@rapport/core/routers";
import type { Request, Response } from "express";
import { readJsonBody } from "./body.ts";
import type { Match } from "./routes.ts";

export type Input = Readonly<Record<string, unknown>>;

/** The input of a procedure, and its faults that the procedure's schema cannot see. */
export interface Given {
  readonly input: Input;
  readonly faults: readonly Issue[];
}

/**
 * Reads the input of a procedure: the path parameters and the members of the body or the query string. Faults are a
 * repeated query parameter, a parameter in a request with a body, and a member named like a path parameter or
 * `__proto__`.
 *
 * @throws CrmError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or INVALID_INPUT if the body is not a JSON object or
 *   has too many members
 */
export async function readInput(req: Request, res: Response, match: Match): Promise<Given> {
  const { route, params } = match;
  const { input, faults } = await readGiven(req, res, route);
  const ignored = checkMembers(input).hasProto ? pathsOfProto(input) : [];
  const clashing = Object.keys(params).filter((name) => Object.hasOwn(input, name));
  return {
    input: { ...input, ...params },
    faults: [
      ...faults,
      ...parameterFaults(
        ignored,
        "unrecognized_key",
        "is not a member of this operation's input. Leave it out",
      ),
      ...parameterFaults(clashing, "unrecognized_key", "belongs only in the path. Leave it out"),
    ],
  };
}

/** Names columns of a file. A column may have this name, and the schema keeps it. */
const COLUMN_PROTO = "mapping.__proto__";

/** Lists the members called `__proto__` at any depth. The schemas ignore this name, and would accept it. */
function pathsOfProto(value: unknown, path = "", level = 0): readonly string[] {
  if (typeof value !== "object" || value === null || level > DEEPEST_LEVEL) return [];
  return Object.keys(value).flatMap((name) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (at === COLUMN_PROTO) return [];
    return name === "__proto__" ? [at] : pathsOfProto((value as Input)[name], at, level + 1);
  });
}

async function readGiven(req: Request, res: Response, route: Match["route"]): Promise<Given> {
  const query = parseQuery(req.url, route.takesBody && !route.hasBody);
  if (!route.takesBody) {
    await refuseBody(req, res);
    return query;
  }
  if (route.hasBody) {
    const input = hasContent(req) ? await readObject(req, res, route) : {};
    const message = "is not a query parameter of this operation. Leave it out";
    const unknown = parameterFaults(Object.keys(query.input), "unrecognized_key", message);
    return { input, faults: unknown };
  }
  // This operation has no members of its own, so the body and its Content-Type are optional. The schema rejects members.
  const body = hasContent(req) ? await readObject(req, res, route, true) : {};
  return { input: { ...query.input, ...body }, faults: query.faults };
}

/** Largest body that may be an empty object. */
const EMPTY_BYTES = 64;

/** @throws CrmError INVALID_INPUT if a request has a body, other than the empty object that some clients always send */
export async function refuseBody(req: Request, res: Response): Promise<void> {
  if (!hasContent(req)) return;
  const body = await readJsonBody(req, res, { anyType: true, limit: EMPTY_BYTES }).catch(
    () => null,
  );
  if (isObject(body) && Object.keys(body).length === 0) return;
  const message = `This ${req.method} takes no body. Send it without one, or with {}.`;
  throw CrmError.ofIssue("INVALID_INPUT", { path: "", code: "body_not_allowed", message });
}

export function hasContent({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Reads a body that is an object. An empty body is an empty one. */
async function readObject(
  req: Request,
  res: Response,
  { bodyBytes, exampleBody }: Match["route"],
  anyType = false,
): Promise<Input> {
  const limit = bodyBytes;
  const body = await readJsonBody(req, res, { limit, anyType, example: exampleBody });
  if (body === undefined) return {};
  if (isObject(body)) return body;
  const message = `The body must be a JSON object. ${exampleBody}`;
  throw new CrmError("INVALID_INPUT", "The request is invalid.", {
    issues: [{ path: "", code: "invalid_type", message }],
  });
}

function isObject(body: unknown): body is Input {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** Parameters with a comma-separated list, which may also be repeated. */
const LISTS: ReadonlySet<string> = new Set(["properties", "associations", "expand", "types"]);

/**
 * Returns the parameters of a query string, and a fault for each that is repeated although it is no list, or is not in
 * UTF-8. An empty one is absent.
 *
 * @param keepsEmpty whether an empty one is none of the operation, and is to be refused
 */
export function parseQuery(url: string, keepsEmpty = false): Given {
  const start = url.indexOf("?");
  if (start < 0) return { input: {}, faults: [] };
  const input = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (value === "" && !keepsEmpty) continue;
    const before = input.get(name);
    const isList = LISTS.has(name);
    if (before !== undefined && !isList) repeated.add(name);
    input.set(name, before !== undefined && isList ? `${before},${value}` : value);
  }
  return {
    input: Object.fromEntries(input),
    faults: [
      ...parameterFaults(
        [...repeated],
        "parameter_repeated",
        "is given more than once. Give it once",
      ),
      ...parameterFaults(notInUtf8(url.slice(start + 1)), "value_invalid", NOT_IN_UTF8),
    ],
  };
}

/**
 * Refuses `If-Match` where it has no meaning, because the sender relies on it (specification §23).
 *
 * @param path of the operation, without its parameters' values
 * @throws CrmError INVALID_INPUT if the request has the header
 */
export function refuseIfMatch(req: Request, path: string): void {
  if (req.headers["if-match"] === undefined) return;
  const message = `${req.method} ${path} takes no If-Match. The header works on PATCH and DELETE of a record of the Public Object API.`;
  throw CrmError.ofIssue("INVALID_INPUT", {
    path: "If-Match",
    code: "header_not_allowed",
    message,
  });
}

const NOT_IN_UTF8 = "is not in UTF-8. Encode ü as %C3%BC, not as %FC";

/**
 * Returns the names of the parameters whose encoded bytes are not UTF-8. They would become U+FFFD, and a look-up would find
 * nothing.
 */
function notInUtf8(query: string): readonly string[] {
  const names = query.split("&").flatMap((pair) => {
    const isWrong = pair.match(/(?:%[0-9a-f]{2})+/gi)?.some((bytes) => !isEncodedText(bytes));
    return isWrong ? [...new URLSearchParams(pair).keys()] : [];
  });
  return [...new Set(names)];
}

function isEncodedText(bytes: string): boolean {
  try {
    // The bundler would leave out a call whose result is not used.
    return decodeURIComponent(bytes) !== "";
  } catch {
    return false;
  }
}

function parameterFaults(names: readonly string[], code: string, fault: string): readonly Issue[] {
  return names.map((name) => ({
    path: name,
    code,
    message: `"${name.slice(0, 80)}" ${fault}.`,
  }));
}
