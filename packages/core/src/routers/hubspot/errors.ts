import { withoutControls } from "@rapport/model";
import type { CrmError, Issue, QuotaUse } from "../../errors.ts";
import { hubspotName } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { errorAnswer } from "../answers.ts";
import { type HubspotAnswer, toText } from "./operation.ts";
import { isField, NOT_THEIRS } from "./records.ts";

/** HubSpot's categories of errors; VALIDATION_ERROR for the other codes. */
const CATEGORIES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: "INVALID_AUTHENTICATION",
  INSUFFICIENT_SCOPE: "MISSING_SCOPES",
  NOT_FOUND: "OBJECT_NOT_FOUND",
  ERASED: "OBJECT_NOT_FOUND",
  EXPIRED: "OBJECT_NOT_FOUND",
  METHOD_NOT_ALLOWED: "METHOD_NOT_ALLOWED",
  CONFLICT: "CONFLICT",
  IN_USE: "CONFLICT",
  ASSOCIATION_LIMIT: "CONFLICT",
  AMBIGUOUS: "CONFLICT",
  MERGED: "CONFLICT",
  VERSION_MISMATCH: "CONFLICT",
  QUOTA: "CONFLICT",
  RATE_LIMITED: "RATE_LIMITS",
  UPSTREAM_FAILED: "INTERNAL_ERROR",
  UNAVAILABLE: "INTERNAL_ERROR",
  INTERNAL: "INTERNAL_ERROR",
} satisfies Partial<Record<CrmError["code"], string>>;

/** Statuses that HubSpot's clients expect instead of those of the API. */
const STATUSES: Partial<Record<CrmError["code"], number>> = {
  ERASED: 404,
  EXPIRED: 404,
  CURSOR_EXPIRED: 400,
  VERSION_MISMATCH: 409,
};

/** An answer to a request that was refused. */
export interface HubspotRefusal extends HubspotAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Returns HubSpot's answer to an error.
 *
 * @param object the type that the request is about, whose names are HubSpot's in the answer
 */
export function hubspotRefusal(
  error: CrmError,
  requestId: string,
  object?: ObjectSchema,
): HubspotRefusal {
  const { status, headers } = errorAnswer(error, "public", requestId);
  const limit = status === 429 ? limitPolicy(error) : undefined;
  const category = limit === undefined ? CATEGORIES[error.code] : "RATE_LIMITS";
  return {
    status: STATUSES[error.code] ?? status,
    headers,
    body: {
      status: "error",
      message: errorMessage(error, object),
      correlationId: toCorrelationId(requestId),
      category: category ?? "VALIDATION_ERROR",
      ...errorDetails(error, object),
      ...limit,
    },
  };
}

/** Returns the answer of a path that HubSpot has and Rapport does not serve. */
export function notServed(message: string, requestId: string): HubspotAnswer {
  const correlationId = toCorrelationId(requestId);
  return {
    status: 501,
    body: { status: "error", message, correlationId, category: "NOT_IMPLEMENTED" },
  };
}

/** HubSpot's are UUIDs, which some clients check. */
function toCorrelationId(requestId: string): string {
  return requestId.replace(/^req_/, "");
}

/** An error, also one of an input, as operations on batches return it. */
export type Failure = { readonly code: string } & Pick<CrmError, "message" | "issues"> & {
    readonly quota?: QuotaUse | string | undefined;
  };

/** What failed of a batch, in HubSpot's form. */
export function standardError(
  error: Failure,
  object: ObjectSchema,
  context: Readonly<Record<string, readonly string[]>>,
): object {
  return {
    status: "error",
    category: CATEGORIES[error.code] ?? "VALIDATION_ERROR",
    message: errorMessage(error, object),
    context: { ...context, ...quotaContext(error) },
    errors: error.issues.map((issue) => issueDetail(issue, object)),
    links: {},
  };
}

/** HubSpot's client waits and repeats only after these names and messages. */
function limitPolicy({ quota, headers }: CrmError): object {
  if (quota !== undefined) return policy("DAILY");
  return policy(Number(headers["Retry-After"]) <= 2 ? "SECONDLY" : "TEN_SECONDLY_ROLLING");
}

function policy(policyName: string): object {
  const message = `You have reached your ${policyName.toLowerCase()} limit.`;
  return { message, errorType: "RATE_LIMIT", policyName };
}

/** Returns a quota and its use in HubSpot's form. An error of an input has the members of the quota among its own. */
function quotaContext(error: Pick<Failure, "quota">): Readonly<Record<string, readonly string[]>> {
  const use = typeof error.quota === "string" ? (error as QuotaUse) : error.quota;
  if (use === undefined) return {};
  const { quota, limit, used } = use;
  return { quota: [quota], limit: [toText(limit)], used: [toText(used)] };
}

function errorDetails(
  { code, issues, headers, quota }: CrmError,
  object: ObjectSchema | undefined,
): object {
  if (quota !== undefined) return { context: quotaContext({ quota }) };
  const { "WWW-Authenticate": challenge = "" } = headers;
  const [, scopes] = /scope="([^"]+)"/.exec(challenge) ?? [];
  if (code === "INSUFFICIENT_SCOPE" && scopes !== undefined) {
    const context = { requiredGranularScopes: scopes.split(" ") };
    const message = "The credential needs these scopes.";
    return { errors: [{ message, context }] };
  }
  return issues.length === 0 ? {} : { errors: issues.map((issue) => issueDetail(issue, object)) };
}

function errorMessage(
  { code, message, issues }: Failure,
  object: ObjectSchema | undefined,
): string {
  const [first] = issues;
  const holder = issues.find((issue) => issue.code === "value_not_unique")?.conflictingId;
  if (holder !== undefined && object !== undefined) {
    return `${object.title} already exists. Existing ID: ${holder}`;
  }
  if (code !== "INVALID_INPUT" || first === undefined) return inTheirWords(message, object);
  const faulty = issues.flatMap((issue) => {
    const name = propertyIn(issue);
    return name === undefined ? [] : [{ issue, name: theirName(name, object) }];
  });
  if (faulty.length === 0) return issueDetail(first, object).message;
  const faults = faulty.map(({ issue, name }) => {
    const { message, code: error } = issueDetail(issue, object);
    return { isValid: false, message, error, name, localizedErrorMessage: message };
  });
  return `Property values were not valid: ${JSON.stringify(faults)}`;
}

/** HubSpot's codes of faults of properties. */
const CODES: Readonly<Record<string, string>> = {
  property_unknown: "PROPERTY_DOESNT_EXIST",
  property_forbidden: "PROPERTY_DOESNT_EXIST",
  property_read_only: "READ_ONLY_VALUE",
  value_not_allowed: "INVALID_OPTION",
  value_not_unique: "CONFLICTING_UNIQUE_VALUE",
  unknown_pipeline: "INVALID_PIPELINE_ID",
  unknown_stage: "INVALID_PIPELINE_STAGE_ID",
  value_missing: "REQUIRED_FIELD",
  required: "REQUIRED_FIELD",
  property_missing: "REQUIRED_FIELD",
};

const INVALID: Readonly<Record<string, string>> = {
  email: "INVALID_EMAIL",
  date: "INVALID_DATE",
  datetime: "INVALID_DATE",
  number: "INVALID_NUMBER",
  boolean: "INVALID_BOOLEAN",
  phone: "INVALID_PHONE_NUMBER",
  url: "INVALID_URL",
};

interface Detail {
  readonly message: string;
  readonly code: string;
  readonly in?: string;
  readonly context?: object;
}

function issueDetail(issue: Issue, object: ObjectSchema | undefined): Detail {
  const ours = propertyIn(issue);
  const type = ours === undefined ? undefined : object?.properties.get(ours)?.type;
  const code =
    (issue.code === "value_invalid" && type !== undefined ? INVALID[type] : CODES[issue.code]) ??
    issue.code.toUpperCase();
  const message = inTheirWords(issue.message, object);
  if (ours === undefined) return { message, code, in: inTheirWords(issue.path, undefined) };
  const name = theirName(ours, object);
  const about = { in: name, context: { propertyName: [name] } };
  if (isField(ours)) {
    const message = `Property ${JSON.stringify(name)} is set by the server. Leave it out.`;
    return { message, code: "READ_ONLY_VALUE", ...about };
  }
  const isUnknown = code === "PROPERTY_DOESNT_EXIST";
  return { message: isUnknown ? unknownMessage(name, issue, object) : message, code, ...about };
}

function unknownMessage(name: string, { suggestion }: Issue, object?: ObjectSchema): string {
  const message = `Property ${JSON.stringify(name)} does not exist.`;
  if (typeof suggestion !== "string") return message;
  return `${message} Did you mean ${JSON.stringify(theirName(suggestion, object))}?`;
}

/** Returns the property that the path of an issue names. */
function propertyIn({ path }: Issue): string | undefined {
  return /(?:^|\.)properties\.(.+)$/s.exec(path)?.[1];
}

function theirName(name: string, object: ObjectSchema | undefined): string {
  const shown = (object && hubspotName(object, name)) ?? name;
  return withoutControls(shown.replace(NOT_THEIRS, "")).slice(0, 100).toWellFormed();
}

/** Returns a text with HubSpot's names of properties and members. */
function inTheirWords(text: string, object: ObjectSchema | undefined): string {
  return text
    .replaceAll(/"(\w{1,100})"/g, (quoted, name: string) =>
      object?.properties.has(name) || isField(name)
        ? JSON.stringify(theirName(name, object))
        : quoted,
    )
    .replaceAll(/\binternal_name\b/g, "propertyName")
    .replaceAll(/\bprimaryId\b/g, "primaryObjectId")
    .replaceAll(/\bmergeIds(\.0)?\b/g, "objectIdToMerge")
    .replaceAll(/\b(?:(?:a|the) )?cursor\b/gi, "after");
}
