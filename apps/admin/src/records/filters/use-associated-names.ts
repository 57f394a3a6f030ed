import { useQueries } from "@tanstack/react-query";
import { useProject } from "../../shell/use-project.ts";
import { associatedType } from "../fields.ts";
import type { Filter } from "../search.ts";

/** Returns the names of the associated records that filters name, by id. */
export function useAssociatedNames(filters: readonly Filter[]): ReadonlyMap<string, string> {
  const project = useProject();
  const wanted = filters.flatMap(({ property, value, values = [] }) => {
    const type = associatedType({ name: property });
    const ids = [...values, ...(value === undefined ? [] : [value])].map(String);
    return type === null ? [] : ids.map((id) => ({ type, id }));
  });
  return useQueries({
    queries: wanted.map(({ type, id }) =>
      project.records.search.queryOptions({ text: `#${id}`, types: [type], limit: 1 }),
    ),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, i) => {
          const { id = "" } = wanted[i] ?? {};
          const found = data?.find((record) => String(record.id) === id);
          return found === undefined ? [] : [[id, found.name] as const];
        }),
      ),
  });
}
