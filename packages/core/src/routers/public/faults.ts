import type { ObjectType } from "@rapport/model";
import { historyNameIssues } from "../../audit/record-history.ts";
import { cursorIssues } from "../../cursor.ts";
import { type Issue, MOST_ISSUES } from "../../errors.ts";
import type { Principal } from "../../principal.ts";
import { keyIssues } from "../../query/by-key.ts";
import { exclusionIssues } from "../../query/record-list.ts";
import { parseWholeSelection } from "../../records/selection.ts";
import type { Context } from "../context.ts";
import { reportAllFaults } from "../report-faults.ts";
import { namesIn } from "./record-input.ts";

/** Returns middleware that reports wrong names of a selection together with the issues of the schema. */
export function reportSelectionFaults(type: ObjectType) {
  return reportAllFaults((ctx, input) => selectionFaults(ctx, type, input));
}

/** As `reportSelectionFaults`, for a list of records: reports its other faults too. */
export function reportListFaults(type: ObjectType) {
  return reportAllFaults(async (ctx, input) => {
    const given = (input ?? {}) as Readonly<Record<string, unknown>>;
    return [
      ...(await selectionFaults(ctx, type, input)),
      ...exclusionIssues(given),
      ...cursorIssues(ctx.deps, given.cursor),
    ];
  });
}

/** As `reportSelectionFaults`, for a read by a property: reports its other faults too. */
export function reportKeyFaults(type: ObjectType) {
  return reportAllFaults(async (ctx, input) => {
    const { internal_name: property, value } = (input ?? {}) as Readonly<Record<string, unknown>>;
    const object = await ctx.deps.schemas.object(ctx.principal.projectId, type);
    return [
      ...keyIssues(object, { property, value }),
      ...(await selectionFaults(ctx, type, input)),
    ];
  });
}

/** As `reportSelectionFaults`, for a history: reports its other faults too. */
export function reportHistoryFaults(type: ObjectType) {
  return reportAllFaults(async ({ deps, principal }, input) => {
    const given = (input ?? {}) as Readonly<Record<string, unknown>>;
    const object = await deps.schemas.object(principal.projectId, type);
    const { internal_name: name } = given;
    return [
      ...historyNameIssues(object, typeof name === "string" ? name : undefined),
      ...cursorIssues(deps, given.cursor),
    ];
  });
}

/** Lists the wrong names in the selection of a request. Accepts input of any shape. */
async function selectionFaults(
  { deps, principal }: Pick<Context, "deps"> & { principal: Principal },
  type: ObjectType,
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
  return (await parseWholeSelection({ schemas: deps.schemas }, principal, type, select)).issues;
}
