import type { Selected } from "../../changes/selected.ts";
import type { Table } from "../use-table.ts";
import type { Selection } from "./use-selection.ts";

/** Returns the records that a selection has, as a bulk change takes them. */
export function selectedOf(
  type: string,
  { ids, except }: Selection,
  { input, count }: Table,
): Selected {
  if (except === null) {
    return {
      type,
      selection: { ids: [...ids].toSorted((a, b) => a - b) },
      count: { value: ids.size, relation: "eq" },
    };
  }
  const { projectId: _project, type: _type, ...table } = input;
  const matching = count?.matching ?? { value: 0, relation: "gte" };
  return {
    type,
    selection: { table, except: [...except] },
    count: { ...matching, value: Math.max(0, matching.value - except.size) },
  };
}
