import type { PropertyDefinition } from "@rapport/model";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";

/**
 * Returns TypeScript types of a project's schema, for `createPublicClient<Schema>()` of `@rapport/client`: of each object type,
 * by plural, the values that records have and that writes take.
 */
export function typesOfSchema({ types }: ProjectSchema): string {
  return `// Written by \`rapport schema types\`. Run it again after the schema has changed.

/** Object types of the project, for \`createPublicClient<Schema>()\`. */
export interface Schema {
${types.map(typeText).join("")}}
`;
}

function typeText(object: ObjectSchema): string {
  const { name, plural, pluralTitle, rules, properties } = object;
  const all = [...properties.values()];
  const written = all.filter(({ readOnly }) => !readOnly);
  const required = (rules.required ?? []).flatMap(([one = "", ...others]) =>
    others.length === 0 &&
    rules.initial?.[one] === undefined &&
    properties.get(one)?.default === undefined
      ? [one]
      : [],
  );
  const members = (listed: readonly PropertyDefinition[], isWritten: boolean) =>
    listed
      .map((one) => `${comment(one, 6)}      ${one.name}?: ${valueType(object, one, isWritten)};\n`)
      .join("");
  return `  /** ${plain(pluralTitle)} */
  ${plural}: {
    name: ${JSON.stringify(name)};
    required: ${required.length === 0 ? "never" : union(required)};
    /** What reads return. */
    stored: {
${members(all, false)}    };
    /** What writes take. */
    written: {
${members(written, true)}    };
  };
`;
}

function valueType(
  { pipelines }: ObjectSchema,
  { name, type, multi, closed, options = [], builtIn }: PropertyDefinition,
  isWritten: boolean,
): string {
  const keys = {
    pipeline: pipelines.map(({ key }) => key),
    stage: pipelines.flatMap(({ stages }) => stages.map(({ key }) => key)),
  };
  const known =
    builtIn && (name === "pipeline" || name === "stage")
      ? [...new Set(keys[name])]
      : options.map(({ value }) => value);
  const one = oneValue(type, known, closed && isWritten, isWritten);
  if (!multi) return `${one} | null`;
  return isWritten ? `readonly (${one})[] | null` : `(${one})[] | null`;
}

function oneValue(
  type: PropertyDefinition["type"],
  known: readonly string[],
  isClosed: boolean,
  isWritten: boolean,
): string {
  // Editors complete the known values, and others are allowed.
  if (known.length > 0) return isClosed ? union(known) : `${union(known)} | (string & {})`;
  if (type === "boolean") return "boolean";
  return type === "number" && isWritten ? "number | string" : "string";
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function comment({ label, description }: PropertyDefinition, indent: number): string {
  const text = plain(description === undefined ? label : `${label}: ${description}`);
  return `${" ".repeat(indent)}/** ${text} */\n`;
}

/** Returns a text on one line that cannot end a comment. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/").trim();
}
