import type { Outputs } from "../../../api.ts";
import { readGroups, readSort, writeGroups, writeSort } from "../search.ts";
import { readColumns, readNames, writeColumns, writeNames } from "./view-columns.ts";

export type View = Outputs["views"]["list"][number];
export type ViewContent = View["content"];

/** Query parameters that are part of a view, each as text. `-` stands for nothing. */
export interface ViewParams {
  readonly filter: string;
  readonly sort: string;
  readonly columns: string;
  readonly pipeline: string;
  readonly collapsed: string;
  readonly cards: string;
}

export const NOTHING = "-";
export const VIEW_PARAMS = [
  "filter",
  "sort",
  "columns",
  "pipeline",
  "collapsed",
  "cards",
] as const satisfies readonly (keyof ViewParams)[];

/** What a table shows without a view. */
export const NO_PARAMS: ViewParams = {
  filter: NOTHING,
  sort: NOTHING,
  columns: NOTHING,
  pipeline: NOTHING,
  collapsed: NOTHING,
  cards: NOTHING,
};

/** Returns a view's content as query parameters. */
export function paramsOf({ groups, sort, columns, board }: ViewContent): ViewParams {
  return {
    filter: writeGroups(groups) ?? NOTHING,
    sort: (sort && writeSort(sort)) ?? NOTHING,
    columns: columns === null ? NOTHING : writeColumns(columns),
    pipeline: board.pipeline ?? NOTHING,
    collapsed: writeNames(board.collapsed),
    cards: board.cards === null ? NOTHING : writeCards(board.cards),
  };
}

/** @returns a comma if the cards show no property, because `-` stands for the usual ones */
export function writeCards(names: readonly string[]): string {
  return names.length === 0 ? "," : names.join(",");
}

/** Returns the content to save for query parameters. */
export function contentOf(params: ViewParams, layout: ViewContent["layout"]): ViewContent {
  const given = (text: string) => (text === NOTHING ? null : text);
  const columns = given(params.columns);
  const cards = given(params.cards);
  return {
    layout,
    groups: readGroups(params.filter).groups.map((group) => [...group]) as ViewContent["groups"],
    sort: given(params.sort) === null ? null : readSort(params.sort),
    columns: columns === null ? null : ([...readColumns(columns)] as ViewContent["columns"]),
    board: {
      pipeline: given(params.pipeline),
      collapsed: [...readNames(params.collapsed)],
      cards: cards === null ? null : [...readNames(cards)],
    },
  };
}
