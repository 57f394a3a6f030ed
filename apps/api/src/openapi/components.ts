import type { Document, Json } from "./document.ts";

/** A part of an operation that a component may replace. */
interface Part {
  readonly value: Json;
  /** Candidate names for the component. The first free one is used. */
  readonly names: readonly string[];
  replace(reference: Json): void;
}

type Kind = "parameters" | "requestBodies" | "responses" | "schemas";

/** Largest integer that has the format `int32`. */
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Moves what several operations have in common into the document's components, and gives every integer its format.
 * Otherwise a document has four times the size, and types generated from it seven times the lines.
 */
export function withComponents(original: Document): Document {
  const document = structuredClone(original);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  // Schemas first: responses are the same only with the same references.
  share(document, "schemas", operations.flatMap(answerParts));
  share(document, "responses", operations.flatMap(responseParts));
  // A body is shared as a whole: as schemas, members with a default would be required in generated types.
  share(document, "requestBodies", operations.flatMap(requestParts));
  share(document, "parameters", operations.flatMap(listParameters));
  addFormats(document);
  return document;
}

type Operation = Document["paths"][string][string];

function answerParts({ operationId, responses }: Operation): readonly Part[] {
  return Object.values(responses).flatMap((response) =>
    listMedia(response as Operation["requestBody"]).flatMap((media) => {
      const value = media.schema as Json | undefined;
      if (value?.type !== "object") return [];
      const names = [2, 1].map((from) => `${componentName(operationId, from)}Answer`);
      const replace = (reference: Json) => {
        media.schema = reference;
      };
      return [{ value, names: [...nameByData(value), ...names], replace }];
    }),
  );
}

function requestParts(operation: Operation): readonly Part[] {
  const { operationId, requestBody: value } = operation;
  if (value === undefined) return [];
  const replace = (reference: Json) => {
    operation.requestBody = reference;
  };
  return [{ value, names: [2, 1].map((from) => componentName(operationId, from)), replace }];
}

function listMedia(holder: Operation["requestBody"]): readonly Json[] {
  return Object.values(holder?.content ?? {});
}

/** Names a response by the component that its `data` is. */
function nameByData({ properties }: Json): readonly string[] {
  const data = (properties as Record<string, Json> | undefined)?.data;
  if (data?.type === "null") return ["EmptyAnswer"];
  const [, name] = /([^/]+)$/.exec(String(data?.$ref ?? "")) ?? [];
  return name === undefined ? [] : [name.endsWith("Answer") ? `${name}Response` : `${name}Answer`];
}

function responseParts({ operationId, responses }: Operation): readonly Part[] {
  return Object.entries(responses).map(([status, value]) => {
    const name = STATUS_NAMES[status] ?? `Status${status}`;
    const names = [
      name,
      `${name}Of${componentName(operationId, 2)}`,
      `${name}Of${componentName(operationId, 1)}`,
    ];
    return {
      ...{ value: value as Json, names },
      replace: (reference: Json) => {
        responses[status] = reference;
      },
    };
  });
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  ...{ 200: "Ok", 201: "Created", 202: "Accepted", 206: "Part", 207: "SomeFailed" },
  ...{ 304: "NotModified", 400: "BadRequest", 401: "Unauthorized", 403: "Forbidden" },
  ...{ 404: "NotFound", 409: "Conflict", 410: "Gone", 412: "PreconditionFailed" },
  ...{ 413: "TooLarge", 415: "UnsupportedMediaType", 416: "RangeNotSatisfiable" },
  ...{ 422: "KeyReused", 429: "TooManyRequests", 431: "HeadersTooLarge" },
  ...{ 500: "ServerError", 502: "PlatformFailed", 503: "Unavailable" },
};

function listParameters({ operationId, parameters = [] }: Operation): readonly Part[] {
  return parameters.map((value, at) => ({
    value,
    names: [String(value.name), `${value.name}Of${componentName(operationId, 1)}`],
    replace: (reference: Json) => {
      parameters[at] = reference;
    },
  }));
}

/** Returns a name in Pascal case from an operation's id without its first parts: API, and then the object type. */
function componentName(operationId: string, from: number): string {
  const parts = operationId.split("-");
  const named = parts.slice(parts.length > from ? from : 1);
  return named.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}

/** Replaces parts that occur more than once by references to one component, the most frequent ones first. */
function share(document: Document, kind: Kind, parts: readonly Part[]): void {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    if ("$ref" in part.value) continue;
    const text = JSON.stringify(part.value);
    groups.set(text, [...(groups.get(text) ?? []), part]);
  }
  const components: Json = { ...(document.components?.[kind] as Json | undefined) };
  const known = new Map(
    Object.entries(components).map(([name, one]) => [JSON.stringify(one), name]),
  );
  const shared = [...groups].filter(([text, { length }]) => length > 1 || known.has(text));
  for (const [text, group] of shared.toSorted(([, a], [, b]) => b.length - a.length)) {
    const [{ value, names }] = group as [Part];
    const name = known.get(text) ?? freeName(components, names);
    components[name] = value;
    for (const part of group) part.replace({ $ref: `#/components/${kind}/${name}` });
  }
  document.components = { ...document.components, [kind]: components };
}

function freeName(components: Json, names: readonly string[]): string {
  const free = names.find((name) => !Object.hasOwn(components, name));
  if (free !== undefined) return free;
  const [base = ""] = names.slice(-1);
  for (let n = 2; ; n++) if (!Object.hasOwn(components, `${base}${n}`)) return `${base}${n}`;
}

/** Gives integers the format that parsers of other languages choose their types by, in place: without one, 32 bits. */
function addFormats(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as Json;
  if ([schema.type].flat().includes("integer")) {
    const most = typeof schema.maximum === "number" ? schema.maximum : Number.POSITIVE_INFINITY;
    schema.format = most <= MAX_INT32 ? "int32" : "int64";
  }
  for (const [name, value] of Object.entries(schema)) {
    if (name !== "example" && name !== "examples") addFormats(value);
  }
}
