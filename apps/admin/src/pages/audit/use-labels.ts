import { useQueries } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { type ObjectType, TYPE_KEYS } from "../../object-types.ts";
import type { Entry } from "./search.ts";

/** What a property of an object type is called; its own name until that is known. */
export type Labels = (type: string, property: string) => string;

/** The schema changes rarely. */
const FRESH = 5 * 60_000;

/** Reads what the properties that entries name are called in the project. */
export function useLabels(entries: readonly Entry[], projectId: number): Labels {
  const types = TYPE_KEYS.filter((type) =>
    entries.some(({ subject, changes }) => subject.kind === type && changes.length > 0),
  );
  const schemas = useQueries({
    queries: types.map((type) => ({
      ...api.schema.read.queryOptions({ projectId, type }),
      staleTime: FRESH,
    })),
  });
  return (type, property) => {
    const schema = schemas[types.indexOf(type as ObjectType)]?.data;
    return schema?.properties.find(({ name }) => name === property)?.label ?? property;
  };
}
