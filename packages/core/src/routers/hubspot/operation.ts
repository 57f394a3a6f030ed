import { CrmError, type Issue, quoted } from "../../errors.ts";
import { typeAt } from "../../hubspot/names.ts";
import type { ObjectSchema, ProjectSchema } from "../../object-schema.ts";
import { invalid } from "../../records/errors.ts";
import { scalarText } from "../../scalar-text.ts";
import type { Caller } from "../app.ts";

/** An operation of HubSpot's API, which does what operations of the Public Object API do, in other names and forms. */
export interface HubspotOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The numbered path, from which the dated ones follow. */
  readonly path: `/${string}`;
  /** Whether HubSpot has no dated form of the path. */
  readonly isOnlyNumbered?: boolean;
  /** Largest body, in bytes; 1 MiB if undefined. */
  readonly bodyBytes?: number;
  /** Scopes that every call needs. `{type}` in them stands for the plural of the first type that the path names. */
  readonly scopes: readonly string[];
  run(call: HubspotCall): Promise<HubspotAnswer>;
}

export interface HubspotAnswer {
  readonly status: number;
  readonly body?: object;
}

/** What a request of an operation says. */
export interface HubspotRequest {
  /** The whole path, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Of any shape. */
  readonly body: unknown;
}

export interface HubspotCall extends Caller, HubspotRequest {
  readonly schema: ProjectSchema;
  /** When the operation began, ISO 8601. */
  readonly startedAt: string;
}

/**
 * Returns the object type that the path names.
 *
 * @throws CrmError INVALID_INPUT as HubSpot has it, if the project has no such type
 */
export function objectInPath(
  { schema, params }: Pick<HubspotCall, "schema" | "params">,
  param = "objectType",
): ObjectSchema {
  const given = params[param] ?? "";
  const object = typeAt(schema, given);
  if (object !== undefined) return object;
  const message = `Unable to infer object type from: ${given.slice(0, 80)}`;
  throw invalid([{ path: param, code: "object_type_unknown", message }]);
}

/**
 * Returns the id in the path.
 *
 * @throws CrmError NOT_FOUND if it is not a number
 */
export function idInPath({ params }: Pick<HubspotCall, "params">, param = "objectId"): string {
  return checkedId(params[param] ?? "");
}

/** @throws CrmError NOT_FOUND if the id is not a number */
export function checkedId(id: string): string {
  if (/^[1-9][0-9]{0,18}$/.test(id)) return id;
  throw new CrmError("NOT_FOUND", `There is no object with the id ${quoted(id)}. Ids are numbers.`);
}

export type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a body, or of an input in it; none if it is not an object. */
export function toMembers(given: unknown): Members {
  return typeof given === "object" && given !== null && !Array.isArray(given)
    ? (given as Members)
    : {};
}

/** Returns the names in parameters that are lists: separated by commas, or repeated. */
export function namesIn(query: URLSearchParams, param: string): readonly string[] {
  const names = query.getAll(param).flatMap((text) => text.split(","));
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

/** Returns a text, a number or a boolean as a text. Lists and objects are none: not each can be converted. */
export function toText(given: string | number | boolean): string;
export function toText(given: unknown): string | undefined;
export function toText(given: unknown): string | undefined {
  return scalarText(given);
}

/** Characters of a value of an input that errors repeat. */
const MAX_REPEATED = 100;

/** Returns what an error repeats of an input, so that its sender finds the input. */
export function repeated(given: unknown): string {
  return (toText(given) ?? "").slice(0, MAX_REPEATED).toWellFormed();
}

/** Returns the texts of a list. */
export function textsIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.filter((one) => typeof one === "string") : [];
}

/** Returns the refusal of a request for too much at once. */
export function tooMany(path: string, most: number, what: string): CrmError {
  return invalid([tooManyIssue(path, most, what)]);
}

export function tooManyIssue(path: string, most: number, what: string): Issue {
  const message = `Give at most ${most.toLocaleString("en")} ${what} at a time.`;
  return { path, code: "too_many", message };
}

/** Types of one association that a request names, or associations of a new record. */
export const MAX_NAMED = 100;

/** Returns how a message names an association type of an input. */
export function namedType(given: unknown): string {
  const text = toText(given);
  return text === undefined
    ? "An association without a type"
    : `Association type ${text.slice(0, 40).toWellFormed()}`;
}

/** Items of a list, as many as members of an object. No operation takes as many. */
const MAX_ITEMS = 10_000;

/**
 * Refuses a body with a list of more than 10,000 items, because a list of half a million of the smallest holds up other
 * requests for seconds wherever it is.
 *
 * @throws CrmError INVALID_INPUT
 */
export function refuseLongLists(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  if (Array.isArray(body) && body.length > MAX_ITEMS)
    throw tooMany("", MAX_ITEMS, "items of a list");
  for (const value of Object.values(body)) refuseLongLists(value);
}

/**
 * Returns the size of a page.
 *
 * @param given text of a query, or a number of a body
 * @throws CrmError INVALID_INPUT
 */
export function readLimit(given: unknown, usual: number, most: number): number {
  if (given === undefined || given === null || given === "") return usual;
  const limit = typeof given === "string" && /^\d{1,6}$/.test(given) ? Number(given) : given;
  if (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= most) return Number(limit);
  const message = `limit must be a whole number from 1 to ${most}.`;
  throw invalid([{ path: "limit", code: "value_invalid", message }]);
}

/**
 * Returns the place where a page begins. Clients of HubSpot name the first page `0` too.
 *
 * @throws CrmError INVALID_INPUT
 */
export function readAfter(given: unknown): string | undefined {
  const text = toText(given ?? "");
  if (text !== undefined) return text === "" || text === "0" ? undefined : text;
  const message = "after must be that of the page before.";
  throw invalid([{ path: "after", code: "value_invalid", message }]);
}

/** `paging` of a list that goes on; nothing on its last page. */
export function makePaging(
  { deps, path, query }: Pick<HubspotCall, "deps" | "path" | "query">,
  after: string | null,
): object {
  if (after === null) return {};
  const next = new URLSearchParams(query);
  next.set("after", after);
  return { paging: { next: { after, link: `${deps.issuer}${path}?${next}` } } };
}
