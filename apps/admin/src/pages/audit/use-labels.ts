import { useQueries } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { type ObjectType, TYPE_KEYS } from "../../object-types.ts";
import type { Entry } from "./search.ts";

/** Returns a property's label; its internal name until the schema is loaded. */
export type Labels = (type: string, property: string) => string;

/** The schema changes rarely. */
const STALE_AFTER_MS = 5 * 60_000;

/** Fetches the labels of the properties in the entries. */
export function useLabels(entries: readonly Entry[], projectId: number): Labels {
  const types = TYPE_KEYS.filter((type) =>
    entries.some(({ subject, changes }) => subject.kind === type && changes.length > 0),
  );
  const schemas = useQueries({
    queries: types.map((type) => ({
      ...api.schema.read.queryOptions({ projectId, type }),
      staleTime: STALE_AFTER_MS,
    })),
  });
  return (type, property) => {
    const schema = schemas[types.indexOf(type as ObjectType)]?.data;
    return schema?.properties.find(({ name }) => name === property)?.label ?? property;
  };
}
