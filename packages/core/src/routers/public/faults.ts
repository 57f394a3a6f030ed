import { historyNameIssues } from "../../audit/record-history.ts";
import { cursorIssues } from "../../cursor.ts";
import { type Issue, MOST_ISSUES } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { keyIssues } from "../../query/by-key.ts";
import { exclusionIssues } from "../../query/record-list.ts";
import { unknownTypeIssue } from "../../records/associations/associations.ts";
import { invalid } from "../../records/errors.ts";
import { parseWholeSelection } from "../../records/selection.ts";
import { reportAllFaults } from "../report-faults.ts";
import type { ObjectContext } from "./front.ts";
import { namesIn } from "./record-input.ts";

/** Returns middleware that reports wrong names of a selection together with the issues of the schema. */
export function reportSelectionFaults() {
  return reportAllFaults(selectionFaults);
}

/** As `reportSelectionFaults`, for a list of records: reports its other faults too. */
export function reportListFaults() {
  return reportAllFaults(async (ctx: ObjectContext, input) => {
    const given = (input ?? {}) as Readonly<Record<string, unknown>>;
    return [
      ...(await selectionFaults(ctx, input)),
      ...exclusionIssues(given),
      ...cursorIssues(ctx.deps, given.cursor),
    ];
  });
}

/** As `reportSelectionFaults`, for a read by a property: reports its other faults too. */
export function reportKeyFaults() {
  return reportAllFaults(async (ctx: ObjectContext, input) => {
    const { internal_name: property, value } = (input ?? {}) as Readonly<Record<string, unknown>>;
    return [...keyIssues(ctx.object, { property, value }), ...(await selectionFaults(ctx, input))];
  });
}

/** As `reportSelectionFaults`, for a history: reports its other faults too. */
export function reportHistoryFaults() {
  return reportAllFaults(async ({ deps, object }: ObjectContext, input) => {
    const given = (input ?? {}) as Readonly<Record<string, unknown>>;
    const { internal_name: name } = given;
    return [
      ...historyNameIssues(object, typeof name === "string" ? name : undefined),
      ...cursorIssues(deps, given.cursor),
    ];
  });
}

/** Returns middleware that reports an unknown type in `toPlural` and the faults of `more` with the issues of the schema. */
export function reportAssociatedFaults(
  more: (ctx: ObjectContext, other: ObjectSchema | undefined, input: Members) => readonly Issue[],
) {
  return reportAllFaults(async (ctx: ObjectContext, input) => {
    const given = (input ?? {}) as Members;
    const { schema } = ctx.object;
    const name = typeof given.toPlural === "string" ? given.toPlural : undefined;
    const other = name === undefined ? undefined : schema.objects.get(name);
    const isUnknown = name !== undefined && other === undefined;
    return [
      ...(isUnknown ? [unknownTypeIssue(name, "toPlural", schema.types)] : []),
      ...more(ctx, other, given),
    ];
  });
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the object type that a checked `toPlural` names. */
export function otherOf({ object }: Pick<ObjectContext, "object">, toPlural: string): ObjectSchema {
  const { schema } = object;
  const other = schema.objects.get(toPlural);
  if (other === undefined) throw invalid([unknownTypeIssue(toPlural, "toPlural", schema.types)]);
  return other;
}

/** Lists the wrong names in the selection of a request. Accepts input of any shape. */
async function selectionFaults(
  { deps, principal, object }: ObjectContext,
  input: unknown,
): Promise<readonly Issue[]> {
  const namesOf = (member: string) => {
    const given = (input as Readonly<Record<string, unknown>> | null | undefined)?.[member];
    return typeof given === "string" ? namesIn(given)?.slice(0, MOST_ISSUES) : undefined;
  };
  const select = {
    properties: namesOf("properties"),
    associations: namesOf("associations"),
    expand: namesOf("expand"),
  };
  return (await parseWholeSelection({ schemas: deps.schemas }, principal, object.name, select))
    .issues;
}
