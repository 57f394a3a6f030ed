import { type Db, recordsById } from "@rapport/db";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import type { Properties } from "./record.ts";

/** A record as pickers and links show it. */
export interface NamedRecord {
  readonly type: string;
  readonly id: number;
  readonly name: string;
  /** A second line that distinguishes records with the same name; null if there is none. */
  readonly detail: string | null;
}

/**
 * Returns the display name of a record: a contact's full name, email or phone, another record's name, or its
 * number.
 */
export function namedRecord(
  object: ObjectSchema,
  { id, properties }: { readonly id: number; readonly properties: Properties },
): NamedRecord {
  const name = recordName(object, { id, properties });
  const valueText = (property: string) => {
    const value = plainText(properties[property]);
    const options = object.properties.get(property)?.options ?? [];
    return options.find((option) => option.value === value)?.label ?? value;
  };
  const details = object.detailProperties.map((names) => joined(names, valueText));
  const detail = details.find((text) => text !== "" && text !== name) ?? null;
  return { type: object.name, id, name, detail };
}

/** Returns the `namedRecord` of a row of any type. */
export function namedIn(
  schema: ProjectSchema,
  row: { readonly id: number; readonly type: string; readonly properties: Properties },
): NamedRecord {
  return namedRecord(schema.object(row.type), row);
}

/** Returns the properties that `namedRecord` reads of records of any type. */
export function namingProperties({ types }: ProjectSchema): readonly string[] {
  return [
    ...new Set(
      types.flatMap(({ nameProperties, detailProperties }) =>
        [...nameProperties, ...detailProperties].flat(),
      ),
    ),
  ];
}

/** Returns the `namedRecord` of those of the given records that are live, by id. */
export async function readNamed(
  db: Db,
  scope: { readonly projectId: number },
  schema: ProjectSchema,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedRecord>> {
  const found = await recordsById.findTexts(db, scope, ids, namingProperties(schema));
  return new Map([...found].map(([id, row]) => [id, namedIn(schema, row)]));
}

/** Returns the first line of `namedRecord`. */
export function recordName(
  { nameProperties, properties: definitions }: Pick<ObjectSchema, "nameProperties" | "properties">,
  { id, properties }: { readonly id: number; readonly properties: Properties },
): string {
  const names = nameProperties.map((one) =>
    joined(one, (property) => {
      const text = plainText(properties[property]);
      return definitions.get(property)?.format === "markdown" ? withoutMarks(text) : text;
    }),
  );
  return names.find((text) => text !== "") ?? `#${id}`;
}

function joined(names: readonly string[], readText: (property: string) => string): string {
  return names
    .map(readText)
    .filter((text) => text !== "")
    .join(" ");
}

/** Longest name of a record. The name of a note is the first line of its text. */
const MAX_CHARACTERS = 200;

/** Returns a line without its marks of Markdown: `# [Ann](admin:4) **called**` is `Ann called`. */
function withoutMarks(line: string): string {
  const plain = line
    .replace(/^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)]|\[[ xX]\])\s+)+/, "")
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^*_~`]+)\1/g, "$2")
    .replaceAll(/(?<!\w)([*_])(?=\S)([^*_]*\S)\1(?!\w)/g, "$2")
    .trim();
  return plain === "" ? line : plain;
}

function plainText(value: Properties[string] | undefined): string {
  const [line = ""] = typeof value === "string" ? value.trim().split("\n", 1) : [];
  return line.length <= MAX_CHARACTERS
    ? line.trimEnd()
    : `${line.slice(0, MAX_CHARACTERS - 1).replace(HALF_CHARACTER, "")}…`;
}

/** The first half of a pair of UTF-16 units, which a cut can leave. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;
