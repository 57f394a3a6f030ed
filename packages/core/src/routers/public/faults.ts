import { historyNameIssues } from "../../audit/record-history.ts";
import { type Issue, MAX_ISSUES } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { cursorIssues } from "../../paging.ts";
import { keyIssues } from "../../query/by-key.ts";
import { exclusionIssues } from "../../query/record-list.ts";
import { unknownTypeIssue } from "../../records/associations/associations.ts";
import { invalid } from "../../records/errors.ts";
import { parseWholeSelection } from "../../records/selection.ts";
import type { Check, ObjectContext } from "../reading.ts";
import { namesIn } from "./records/record-input.ts";

/** Finds the faults of a list of records. */
export const listFaults: Check<ObjectContext> = (ctx, input) => {
  const given = (input ?? {}) as Members;
  return [
    ...selectionFaults(ctx, input),
    ...exclusionIssues(given),
    ...cursorIssues(ctx.deps, given.cursor),
  ];
};

/** Finds the faults of a read by a property. */
export const keyFaults: Check<ObjectContext> = (ctx, input) => {
  const { internal_name: property, value } = (input ?? {}) as Members;
  return [...keyIssues(ctx.object, { property, value }), ...selectionFaults(ctx, input)];
};

/** Finds the faults of a history. */
export const historyFaults: Check<ObjectContext> = ({ deps, object }, input) => {
  const { internal_name: name, cursor } = (input ?? {}) as Members;
  return [
    ...historyNameIssues(object, typeof name === "string" ? name : undefined),
    ...cursorIssues(deps, cursor),
  ];
};

/** Finds an unknown type in `toPlural`, and what `more` finds. */
export function associatedFaults(
  more: (ctx: ObjectContext, other: ObjectSchema | undefined, input: Members) => readonly Issue[],
): Check<ObjectContext> {
  return (ctx, input) => {
    const given = (input ?? {}) as Members;
    const { schema } = ctx.object;
    const name = typeof given.toPlural === "string" ? given.toPlural : undefined;
    const other = name === undefined ? undefined : schema.objects.get(name);
    const isUnknown = name !== undefined && other === undefined;
    return [
      ...(isUnknown ? [unknownTypeIssue(name, "toPlural", schema.types)] : []),
      ...more(ctx, other, given),
    ];
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the object type that a checked `toPlural` names. */
export function otherObject(
  { object }: Pick<ObjectContext, "object">,
  toPlural: string,
): ObjectSchema {
  const { schema } = object;
  const other = schema.objects.get(toPlural);
  if (other === undefined) throw invalid([unknownTypeIssue(toPlural, "toPlural", schema.types)]);
  return other;
}

/** Finds the wrong names in a selection. */
export function selectionFaults(
  { principal, object }: ObjectContext,
  input: unknown,
): readonly Issue[] {
  const givenNames = (member: string) => {
    const given = (input as Readonly<Record<string, unknown>> | null | undefined)?.[member];
    return typeof given === "string" ? namesIn(given)?.slice(0, MAX_ISSUES) : undefined;
  };
  const select = {
    properties: givenNames("properties"),
    associations: givenNames("associations"),
    expand: givenNames("expand"),
  };
  return parseWholeSelection({ principal, object }, select).issues;
}
