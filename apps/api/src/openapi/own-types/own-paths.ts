import { setImmediate as nextTurn } from "node:timers/promises";
import { OBJECT_TYPES, type ObjectSchema, type ProjectSchema, PUBLIC_SCOPES } from "@rapport/core";
import { OBJECT_PARAM } from "@rapport/core/routers";
import type { Json } from "../document.ts";
import { type OperationText, REFERENCE, referencesIn, type Template } from "./template.ts";
import { exampleBody, valueSchemas } from "./values.ts";

/** Milliseconds that one turn of the event loop builds a document. */
const TURN_MS = 10;

/**
 * Builds the OpenAPI document of one project: its object types with their properties and options, and the operations that
 * a credential may call (specification §4.1). It may have megabytes, so it comes as pieces of JSON text. Other requests
 * run in between.
 *
 * @param scopes what the credential may do
 */
export async function* ownDocument(
  template: Template,
  schema: ProjectSchema,
  scopes: ReadonlySet<string>,
): AsyncGenerator<string, void, void> {
  const { head, tags, ofType, typed } = template;
  const components = new Components(template);
  const pause = pauses();
  const used: OperationText[] = [];
  const usedTags: Json[] = [];
  const others = allowed(template.others, scopes);
  yield `${JSON.stringify(head).slice(0, -1)},"paths":{`;
  let separator = "";
  for (const [path, operations] of groupByPath(others)) {
    const texts = operations.map(({ method, text }) => `"${method}":${components.noteAll(text)}`);
    yield `${separator}${JSON.stringify(path)}:{${texts.join(",")}}`;
    separator = ",";
  }
  for (const type of namedTypes(template, schema)) {
    const { plural } = type.object;
    const operations = allowed(
      ofType.get(plural) ?? ofType.get(OBJECT_PARAM) ?? [],
      scopes,
      plural,
    );
    if (operations.length === 0) continue;
    const named = new Set<string>();
    for (const [path, ofPath] of groupByPath(operations)) {
      const texts = ofPath.map(({ method, text }) => {
        for (const name of referencesIn(text)) named.add(name);
        return `"${method}":${filled(text, type, typed)}`;
      });
      yield `,${JSON.stringify(path)}:{${texts.join(",")}}`;
    }
    components.addTyped(type, named);
    usedTags.push(typeTag(type));
    used.push(...operations);
    if (pause()) await nextTurn();
  }
  const isUsed = (tag: string) => others.some(({ text }) => text.includes(`"tags":["${tag}"]`));
  usedTags.push(...tags.filter(({ name }) => isUsed(name)));
  components.addShared(schema);
  yield `},"tags":${JSON.stringify(usedTags)},"components":{`;
  for (const piece of components.pieces()) {
    yield piece;
    if (pause()) await nextTurn();
  }
  const schemes = securitySchemes(template, schema, [...others, ...used]);
  yield `"securitySchemes":${JSON.stringify(schemes)}}}`;
}

/** Returns a function that says when the turn of the event loop has been long enough. */
function pauses(): () => boolean {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return false;
    began = performance.now();
    return true;
  };
}

/** An object type with the names that it has in the document. */
interface NamedType {
  readonly object: ObjectSchema;
  /** Begins the names of its components. */
  readonly prefix: string;
  readonly tag: string;
  /** What `@@…@@` stands for in texts about its records. */
  readonly words: Readonly<Record<string, string>>;
}

function namedTypes(template: Template, schema: ProjectSchema): readonly NamedType[] {
  const tags = new Set(template.tags.map(({ name }) => name));
  const prefixes = new Set<string>();
  return schema.types.map((object) => {
    const { name, plural, title, article } = object;
    const tag = unused(tags, [title, `${title} (${plural})`]);
    const pascal = name.replaceAll(/(?:^|_+)(.?)/g, (_, letter: string) => letter.toUpperCase());
    const prefix = unused(prefixes, [pascal, `${name}_`]);
    const said = name.replaceAll("_", " ");
    const words = {
      ...{ plural, tag, name: said, names: plural.replaceAll("_", " ") },
      ...{ "a-name": `${article} ${said}`, "A-name": `${article === "an" ? "An" : "A"} ${said}` },
    };
    return { object, prefix, tag, words };
  });
}

function unused(used: Set<string>, names: readonly [string, string]): string {
  const name = used.has(names[0]) ? names[1] : names[0];
  used.add(name);
  return name;
}

function typeTag({ object, tag }: NamedType): Json {
  const { plural, description } = object as ObjectSchema & { readonly description?: string | null };
  const about = `Create, read, search, update and delete ${plural.replaceAll("_", " ")}.`;
  return { name: tag, description: description ? `${about} ${description}` : about };
}

/** Returns the operations that a credential may call, with the sets of scopes that it has. */
function allowed(
  operations: readonly OperationText[],
  scopes: ReadonlySet<string>,
  plural = "",
): readonly OperationText[] {
  return operations.flatMap((operation) => {
    const named = operation.security.map((one) =>
      Object.entries(one).map(
        ([scheme, needed]) =>
          [scheme, needed.map((scope) => scope.replace(OBJECT_PARAM, plural))] as const,
      ),
    );
    const needsScopes = named.some((one) => one.some(([, needed]) => needed.length > 0));
    const held = named.filter((one) =>
      one.every(([, needed]) => needed.every((scope) => scopes.has(scope))),
    );
    const isHeld = held.some((one) => one.some(([, needed]) => needed.length > 0));
    if (needsScopes && !isHeld) return [];
    const security = held.map((one) => Object.fromEntries(one));
    const path = operation.path.replace("@@plural@@", plural);
    const text = operation.text.replace('"@@security@@"', JSON.stringify(security));
    return [{ ...operation, path, text, security }];
  });
}

function groupByPath(
  operations: readonly OperationText[],
): ReadonlyMap<string, readonly OperationText[]> {
  return Map.groupBy(operations, ({ path }) => path);
}

/** Puts the names, the examples and the components of a type into a text about its records. */
function filled(
  text: string,
  { object, prefix, words }: NamedType,
  typed: Template["typed"],
): string {
  return text
    .replaceAll(/,"example":"@@example ([\w.]+)@@"/g, (_, name: string) => {
      const example = exampleBody(object, name);
      return example === undefined ? "" : `,"example":${JSON.stringify(example)}`;
    })
    .replaceAll(/@@([\w-]+)@@/g, (_, word: string) =>
      JSON.stringify(words[word] ?? "").slice(1, -1),
    )
    .replaceAll(REFERENCE, (whole, name: string) =>
      typed.has(name) ? whole.replace(/[^/]+$/, (last) => `${prefix}${last}`) : whole,
    );
}

/** Collects the components that a document refers to. */
class Components {
  readonly #template: Template;
  readonly #shared = new Set<string>();
  readonly #texts = new Map<string, string[]>();

  constructor(template: Template) {
    this.#template = template;
  }

  /** Notes the components that a text refers to, and returns the text. */
  noteAll(text: string): string {
    for (const name of referencesIn(text)) this.#shared.add(name);
    return text;
  }

  /** Adds the versions that a type has of components, and of those that they refer to. */
  addTyped(type: NamedType, named: Set<string>): void {
    const { typed } = this.#template;
    const values = valueSchemas(type.object, (name) => ({ $ref: `#/components/schemas/${name}` }));
    // The set grows while it is gone through.
    for (const name of named) {
      if (!typed.has(name)) {
        this.#shared.add(name);
        continue;
      }
      const [kind = "", own = ""] = name.split("/");
      const value = kind === "schemas" ? values[own] : undefined;
      const text = value === undefined ? typed.get(name) : JSON.stringify(value);
      for (const other of referencesIn(text ?? "")) named.add(other);
      this.#add(kind, `${type.prefix}${own}`, filled(text ?? "", type, typed));
    }
  }

  /** Adds those that are the same for all types. */
  addShared(schema: ProjectSchema): void {
    const plurals = JSON.stringify(schema.types.map(({ plural }) => plural));
    for (const name of this.#shared) {
      const text = this.#template.shared.get(name) ?? "{}";
      for (const other of referencesIn(text)) this.#shared.add(other);
      const [kind = "", own = ""] = name.split("/");
      this.#add(kind, own, text.replaceAll(BUILT_IN_PLURALS, plurals));
    }
  }

  /** Returns all of them as members of an object, each followed by a comma. */
  *pieces(): Generator<string> {
    for (const [kind, texts] of this.#texts) {
      yield `${JSON.stringify(kind)}:{`;
      for (const [at, text] of texts.entries()) yield at === 0 ? text : `,${text}`;
      yield "},";
    }
  }

  #add(kind: string, name: string, text: string): void {
    const texts = this.#texts.get(kind) ?? [];
    texts.push(`${JSON.stringify(name)}:${text}`);
    this.#texts.set(kind, texts);
  }
}

const BUILT_IN_PLURALS = JSON.stringify(Object.values(OBJECT_TYPES).map(({ plural }) => plural));

/** Returns the ways to authenticate, with the scopes that the operations need. */
function securitySchemes(
  { securitySchemes }: Template,
  { types }: ProjectSchema,
  operations: readonly OperationText[],
): Json {
  const used = new Set(
    operations.flatMap(({ security }) => security.flatMap((one) => Object.values(one).flat())),
  );
  const titles = new Map(types.map(({ plural, pluralTitle }) => [plural, pluralTitle]));
  const scopes = Object.fromEntries([...used].map((scope) => [scope, scopeMeaning(scope, titles)]));
  const { oauth2, ...others } = securitySchemes as Readonly<Record<string, OAuth2>>;
  const flow = oauth2?.flows.clientCredentials;
  return { oauth2: { ...oauth2, flows: { clientCredentials: { ...flow, scopes } } }, ...others };
}

type OAuth2 = Json & { readonly flows: { readonly clientCredentials: Json } };

function scopeMeaning(scope: string, titles: ReadonlyMap<string, string>): string {
  const [, plural = "", access = ""] = scope.split(".");
  const known = PUBLIC_SCOPES.get(scope);
  return known ?? `${ACCESS[access] ?? access} ${(titles.get(plural) ?? plural).toLowerCase()}`;
}

const ACCESS: Readonly<Record<string, string>> = {
  read: "Read",
  write: "Create and update",
  delete: "Delete",
  erase: "Erase",
};
