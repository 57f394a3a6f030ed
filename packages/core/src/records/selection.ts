import type { ObjectCall } from "../call.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import { parseTypes } from "./associations/associations.ts";
import { type Expansion, parseExpand } from "./expand.ts";

/** What to return of records, as a request names it. */
export interface SelectionInput {
  /** Internal names; all properties with a value if undefined. */
  readonly properties?: readonly string[] | undefined;
  /** Object types whose associations to return; none if undefined. */
  readonly associations?: readonly string[] | undefined;
}

export interface Selection {
  readonly properties: readonly string[] | undefined;
  readonly associations: readonly string[] | undefined;
  /** Properties of associated records to return with the associations; none if undefined. */
  readonly expand?: readonly Expansion[] | undefined;
}

export interface ParsedSelection {
  readonly selection: Selection;
  readonly issues: readonly Issue[];
}

/** What a read of whole records returns of them, as a request names it. */
export interface WholeSelectionInput extends SelectionInput {
  /** Properties of associated records, such as `company.name`. */
  readonly expand?: readonly string[] | undefined;
}

type Caller = Pick<ObjectCall, "principal" | "object">;

/**
 * Checks the names of a selection and of its `expand`.
 *
 * @throws CrmError INSUFFICIENT_SCOPE if the caller may not read a type in `expand`
 */
export function parseWholeSelection(
  { principal, object }: Caller,
  select: WholeSelectionInput,
): ParsedSelection {
  const { selection, issues } = parseSelection(object, select);
  const found = parseExpand(object.schema, principal, select.expand);
  return {
    selection: expandedSelection(selection, found.expand),
    issues: [...issues, ...found.issues],
  };
}

/**
 * Adds an `expand` to a selection. Returns the issues of both.
 *
 * @param given names in a body of any shape; an issue has the path of its name
 * @throws CrmError INSUFFICIENT_SCOPE if the caller may not read a type in `expand`
 */
export function withExpand(
  { principal, object }: Caller,
  { selection, issues }: ParsedSelection,
  given: unknown,
): ParsedSelection {
  const found = parseExpand(object.schema, principal, given, (i) => `expand.${i}`);
  return {
    selection: expandedSelection(selection, found.expand),
    issues: [...issues, ...found.issues],
  };
}

/** Checks the names of a selection in a body of any shape. An issue has the path of its name. */
export function readSelection(
  object: ObjectSchema,
  request: { readonly properties?: unknown; readonly associations?: unknown },
): ParsedSelection {
  const issues: Issue[] = [];
  const namesIn = (member: "properties" | "associations") => {
    const given = request[member];
    if (!Array.isArray(given)) return undefined;
    for (const [i, name] of given.entries()) {
      if (typeof name !== "string") continue;
      const [issue] = parseSelection(object, { [member]: [name] }).issues;
      if (issue !== undefined) issues.push({ ...issue, path: `${member}.${i}` });
    }
    return given.filter((name) => typeof name === "string");
  };
  const select = { properties: namesIn("properties"), associations: namesIn("associations") };
  return { selection: parseSelection(object, select).selection, issues };
}

/** An expanded type is one whose associations are returned. */
function expandedSelection(selection: Selection, expand: readonly Expansion[]): Selection {
  if (expand.length === 0) return selection;
  const types = [...(selection.associations ?? []), ...expand.map(({ object }) => object.name)];
  return { ...selection, associations: [...new Set(types)], expand };
}

/** Checks the names of a selection. Returns one issue per unknown or forbidden name. */
function parseSelection(
  object: ObjectSchema,
  { properties, associations }: SelectionInput,
): ParsedSelection {
  const { types, issues } = parseTypes(object.schema, associations ?? []);
  return {
    selection: { properties, associations: associations && types },
    issues: [...nameIssues(object, properties ?? []), ...issues],
  };
}

function nameIssues(object: ObjectSchema, names: readonly string[]): readonly Issue[] {
  return names
    .filter((name) => !object.properties.has(name))
    .map((name) =>
      FORBIDDEN_NAMES.has(name)
        ? forbiddenNameIssue(name, "properties")
        : unknownNameIssue(name, object.properties.keys(), "properties"),
    );
}
