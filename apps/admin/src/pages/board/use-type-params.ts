import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";

/** Returns the URL parameters of a type's table and board. */
export function useTypeParams(type: ObjectType): { projectId: string; plural: string } {
  return { projectId: String(useProjectId()), plural: TYPES[type].plural };
}
