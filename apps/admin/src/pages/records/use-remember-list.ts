import { useEffect } from "react";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { type OpenedList, rememberList } from "./opened-list.ts";
import type { Asked } from "./use-records-search.ts";

/**
 * Remembers the list that is shown, for the way back from a record and to its neighbours.
 *
 * @param ids undefined while the list is loading
 * @param total see {@link OpenedList}
 */
export function useRememberList(
  type: string,
  { layout, address }: Asked,
  ids: readonly number[] | undefined,
  more: OpenedList["more"],
  total?: string,
): void {
  const projectId = useProjectId();
  useEffect(() => {
    if (ids === undefined) return;
    const table = `/p/${projectId}/${typeNames(type).plural}`;
    const to = layout === "board" ? `${table}/board` : table;
    rememberList(projectId, type, { to, search: address, ids, more, total });
  }, [projectId, type, layout, address, ids, more, total]);
}
