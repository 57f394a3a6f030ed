import { useEffect } from "react";
import type { Inputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { useProjectId } from "../shell/use-project.ts";
import type { RecordsSearch } from "./search.ts";
import type { Asked } from "./use-records-search.ts";

/** The table or board that an admin last looked at, so that its records know their neighbours. */
export interface OpenedList {
  /** Path of the table or board. */
  readonly to: string;
  readonly search: RecordsSearch;
  /** Ids of the loaded records, in the order of the list. */
  readonly ids: readonly number[];
  /** How to load the next records; null if there are none, or for a board. */
  readonly more: { readonly input: Inputs["records"]["list"]; readonly cursor: string } | null;
  /** How many records the list has, as text such as `1,204`; undefined until they are counted, and for a board. */
  readonly total?: string | undefined;
}

/** More than an admin goes through one by one. */
const MAX_IDS = 5_000;

/** Remembers a list for this tab of the browser, until another one of the type is opened. */
export function rememberList(projectId: number, type: string, list: OpenedList): void {
  const ids = list.ids.slice(-MAX_IDS);
  try {
    sessionStorage.setItem(storageKey(projectId, type), JSON.stringify({ ...list, ids }));
  } catch {
    // The storage may be full or switched off. Then records have no neighbours.
  }
}

/** @returns null if no list of the type was opened in this tab */
export function recallList(projectId: number, type: string): OpenedList | null {
  try {
    const list = JSON.parse(sessionStorage.getItem(storageKey(projectId, type)) ?? "null");
    return Array.isArray(list?.ids) && typeof list.to === "string" ? list : null;
  } catch {
    return null;
  }
}

function storageKey(projectId: number, type: string): string {
  return `rapport.list.${projectId}.${type}`;
}

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
  { more, total }: { readonly more: OpenedList["more"]; readonly total?: string | undefined },
): void {
  const projectId = useProjectId();
  useEffect(() => {
    if (ids === undefined) return;
    const table = `/p/${projectId}/${typeNames(type).plural}`;
    const to = layout === "board" ? `${table}/board` : table;
    rememberList(projectId, type, { to, search: address, ids, more, total });
  }, [projectId, type, layout, address, ids, more, total]);
}
