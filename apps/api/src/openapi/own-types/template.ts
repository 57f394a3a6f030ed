import { OBJECT_TYPES } from "@rapport/core";
import { OBJECT_PARAM } from "@rapport/core/routers";
import type { Document, Json, Operation } from "../document.ts";
import { oncePerIssuer } from "../once-per-issuer.ts";
import { EVERY_API } from "../openapi.ts";
import { describePublicApi, SCHEMA_EXAMPLES } from "../public.ts";

/** Schemas that `valueSchemas` makes for each type. */
const VALUE_SCHEMAS = [
  "Properties",
  "PropertiesToCreate",
  "PropertyName",
  "ValuesToWrite",
  "ValuesToCreate",
  "StoredValues",
];

/** An operation as JSON text, in which `@@…@@` stands for what differs between object types and credentials. */
export interface OperationText {
  readonly path: string;
  readonly method: string;
  readonly text: string;
  /** Alternative ways to authenticate, each with the scopes that it needs. Those without scopes come last. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** What the documents of all projects are made of. */
export interface Template {
  /** The document without paths and components. */
  readonly head: Json;
  /** Ways to authenticate. */
  readonly securitySchemes: Readonly<Record<string, Json>>;
  readonly tags: readonly { readonly name: string }[];
  /** Operations on records, by the plural of a built-in type, or `OBJECT_PARAM` for those of any other type. */
  readonly ofType: ReadonlyMap<string, readonly OperationText[]>;
  readonly others: readonly OperationText[];
  /** JSON texts of the components that are the same for all types, by kind and name, such as `schemas/Error`. */
  readonly shared: ReadonlyMap<string, string>;
  /** Those that each type has in a version of its own. */
  readonly typed: ReadonlyMap<string, string>;
}

/** Makes the template from the document of the Public Object API. */
export const ownTemplate = oncePerIssuer(async (issuer): Promise<Template> => {
  const document = await describePublicApi(issuer, {
    withAnyType: true,
    bodyExample: (procedure) => {
      const name = procedure.slice("public.".length);
      if (SCHEMA_EXAMPLES[name] !== undefined) return SCHEMA_EXAMPLES[name];
      const [plural = "", ...operation] = name.split(".");
      return isType(plural) ? (`@@example ${operation.join(".")}@@` as unknown as Json) : undefined;
    },
  });
  referToValues(document);
  const { paths, components = {}, tags, info, ...head } = document;
  const { securitySchemes = {}, ...kinds } = components as Record<string, Json>;
  const texts = new Map(
    Object.entries(kinds).flatMap(([kind, named]) =>
      Object.entries(named as Json).map(([name, one]) => [`${kind}/${name}`, JSON.stringify(one)]),
    ),
  ) as Map<string, string>;
  const typed = typedTexts(texts);
  const ofType = new Map<string, OperationText[]>();
  const others: OperationText[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const plural = operation.operationId.split("-")[1] ?? "";
      const text = operationText({ path, method, operation, texts, typed });
      const group = plural === "objects" ? OBJECT_PARAM : plural;
      if (isType(plural)) ofType.set(group, [...(ofType.get(group) ?? []), text]);
      else others.push(text);
    }
  }
  // Each type has its own copy of these responses within its operations.
  for (const name of [...typed.keys()]) if (name.startsWith("responses/")) typed.delete(name);
  const shared = new Map([...texts].filter(([name]) => !typed.has(name)));
  return {
    head: { ...head, info: { ...(info as Json), ...ABOUT } },
    securitySchemes: securitySchemes as Record<string, Json>,
    tags: (tags as Template["tags"]).filter(({ name }) => !TITLES.has(name)),
    ...{ ofType, others, shared, typed },
  };
});

const ABOUT = {
  title: "Rapport API of your project",
  description: `The object types, properties and options of one project, and the operations that the credential may call.

Exchange a client id and secret for an access token at \`POST /oauth2/token\` and send it as
\`Authorization: Bearer …\`.

${EVERY_API}`,
};

const PLURALS = new Set<string>(Object.values(OBJECT_TYPES).map(({ plural }) => plural));
const TITLES = new Set<string>(Object.values(OBJECT_TYPES).map(({ title }) => title));

function isType(plural: string): boolean {
  return plural === "objects" || PLURALS.has(plural);
}

/** A reference to a component in JSON text. */
export const REFERENCE = /"#\/components\/(\w+\/[^"]+)"/g;

function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Makes schemas of records and properties refer to those of a type's values, in place. */
function referToValues(document: Document): void {
  const schemas = document.components?.schemas as Record<
    string,
    { properties: Record<string, Json> }
  >;
  const { Record: record, PropertyItem: item, CreateInput: created } = schemas;
  if (record !== undefined) record.properties.properties = schemaRef("StoredValues");
  if (item !== undefined) item.properties.internal_name = schemaRef("PropertyName");
  if (created !== undefined) created.properties.properties = schemaRef("PropertiesToCreate");
  // Other inputs of a batch are upserts, whose schema may be the same one.
  for (const operation of Object.values(document.paths).flatMap(Object.values<Operation>)) {
    const { operationId, requestBody } = operation;
    const schema = requestBody?.content?.["application/json"]?.schema as
      | { properties?: Record<string, Json> }
      | undefined;
    const members = schema?.properties;
    if (members === undefined) continue;
    if (/-create(Whole)?$/.test(operationId) && "$ref" in (members.properties ?? {})) {
      members.properties = schemaRef("PropertiesToCreate");
    }
    if (/-set$/.test(operationId)) members.internal_name = schemaRef("PropertyName");
  }
}

/** Returns the components that differ between types, because they show values or examples, or refer to such. */
function typedTexts(texts: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Set(VALUE_SCHEMAS.map((name) => `schemas/${name}`));
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const [name, text] of texts) {
      if (text.includes('"@@') || referencesIn(text).some((other) => names.has(other))) {
        names.add(name);
      }
    }
  }
  return new Map(
    [...names].map((name) => [
      name,
      VALUE_SCHEMAS.includes(name.slice("schemas/".length)) ? "" : (texts.get(name) ?? ""),
    ]),
  );
}

/** Returns the components that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].map(([, name = ""]) => name);
}

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly texts: ReadonlyMap<string, string>;
  readonly typed: ReadonlyMap<string, string>;
}

function operationText({ path, method, operation, texts, typed }: Described): OperationText {
  const {
    operationId,
    summary,
    description,
    tags = [],
    parameters,
    responses,
    security,
  } = operation;
  const isAny = operationId.startsWith("public-objects-");
  const [tag = ""] = tags as readonly string[];
  const parts = {
    ...operation,
    ...(isAny && {
      operationId: operationId.replace("public-objects-", "public-@@plural@@-"),
      summary: inWords(String(summary)),
      description: inWords(String(description)),
    }),
    tags: isAny || TITLES.has(tag) ? ["@@tag@@"] : tags,
    security: "@@security@@",
    ...(parameters && { parameters: ownParameters(parameters, texts, isAny) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const whole = inlined(response as Json, texts, typed);
        const isOther = isAny && status.startsWith("2");
        return [status, isOther || looksLikeSchema(whole) ? withoutExample(whole) : whole];
      }),
    ),
  };
  return {
    path: path.replace(OBJECT_PARAM, "@@plural@@"),
    method,
    text: JSON.stringify(parts).replaceAll(OBJECT_PARAM, "@@plural@@"),
    security: (security ?? []) as OperationText["security"],
  };
}

/** Puts marks for the names of a type into a text about records of any type. */
function inWords(text: string): string {
  return text
    .replaceAll(/(?<!\.)\{object\}/g, "@@names@@")
    .replaceAll(/\b(A|a) record\b/g, "@@$1-name@@")
    .replaceAll(/\b(the|The) record\b/g, "$1 @@name@@");
}

function ownParameters(
  parameters: readonly Json[],
  texts: ReadonlyMap<string, string>,
  isAny: boolean,
): readonly Json[] {
  return parameters.flatMap((given) => {
    const whole = resolved(given, texts);
    if (whole.name === "object" && whole.in === "path") return [];
    if (!isAny || whole.name !== "properties") return [given];
    return [{ ...whole, description: String(whole.description).replace(/, for example ``$/, "") }];
  });
}

function inlined(
  part: Json,
  texts: ReadonlyMap<string, string>,
  typed: ReadonlyMap<string, string>,
): Json {
  const [, name = ""] = /^#\/components\/(.+)$/.exec(String(part.$ref ?? "")) ?? [];
  return typed.has(name) ? resolved(part, texts) : part;
}

function resolved(part: Json, texts: ReadonlyMap<string, string>): Json {
  const [, name = ""] = /^#\/components\/(.+)$/.exec(String(part.$ref ?? "")) ?? [];
  const text = texts.get(name);
  return text === undefined ? part : JSON.parse(text);
}

/** Returns whether linters take the example of a response for a schema: those of properties have a type and a default. */
function looksLikeSchema(response: Json): boolean {
  return JSON.stringify(response.content ?? {}).includes('"default":');
}

/** Removes the example of a response. */
function withoutExample(response: Json): Json {
  const content = Object.entries((response.content ?? {}) as Record<string, Json>);
  if (content.length === 0) return response;
  const plain = content.map(([type, { example: _, ...media }]) => [type, media]);
  return { ...response, content: Object.fromEntries(plain) };
}
