import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";

/** Returns the URL parameters of a type's table and board. */
export function useTypeParams(type: string): { projectId: string; plural: string } {
  return { projectId: String(useProjectId()), plural: typeNames(type).plural };
}
