import type { ObjectType } from "@rapport/model";
import type { Issue } from "../../errors.ts";
import type { Principal } from "../../principal.ts";
import { parseSelection } from "../../records/selection.ts";
import { type Context, reportAllFaults } from "../trpc.ts";
import { namesIn } from "./schemas.ts";

/** Returns middleware that reports wrong names of a selection together with the issues of the schema. */
export function reportSelectionFaults(type: ObjectType) {
  return reportAllFaults((ctx, input) => selectionFaults(ctx, type, input));
}

/** Lists the wrong names in the selection of a request. Accepts input of any shape. */
async function selectionFaults(
  { deps, principal }: Pick<Context, "deps"> & { principal: Principal },
  type: ObjectType,
  input: unknown,
): Promise<readonly Issue[]> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const namesOf = (member: string) => {
    const given = (input as Readonly<Record<string, unknown>> | null | undefined)?.[member];
    return typeof given === "string" ? namesIn(given) : undefined;
  };
  const select = { properties: namesOf("properties"), associations: namesOf("associations") };
  return parseSelection(schema, select).issues;
}
