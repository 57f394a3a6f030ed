import type { Outputs } from "../../api.ts";
import { readGroups, readSort, writeGroups, writeSort } from "../search.ts";

export type View = Outputs["views"]["list"][number];
export type ViewContent = View["content"];

/**
 * Query parameters that are part of a view, each as text. `-` means the default: no filter, the usual columns, the usual
 * cards.
 */
export interface ViewParams {
  readonly filter: string;
  readonly sort: string;
  readonly columns: string;
  readonly group: string;
  readonly pipeline: string;
  readonly collapsed: string;
  readonly cards: string;
}

export const DEFAULT = "-";
export const VIEW_PARAMS = [
  "filter",
  "sort",
  "columns",
  "group",
  "pipeline",
  "collapsed",
  "cards",
] as const satisfies readonly (keyof ViewParams)[];

/** What a table shows without a view. */
export const NO_PARAMS: ViewParams = {
  filter: DEFAULT,
  sort: DEFAULT,
  columns: DEFAULT,
  group: DEFAULT,
  pipeline: DEFAULT,
  collapsed: DEFAULT,
  cards: DEFAULT,
};

/** Returns a view's content as query parameters. */
export function toViewParams({ groups, sort, columns, group, board }: ViewContent): ViewParams {
  return {
    filter: writeGroups(groups) ?? DEFAULT,
    sort: (sort && writeSort(sort)) ?? DEFAULT,
    columns: columns === null ? DEFAULT : writeColumns(columns),
    group: group ?? DEFAULT,
    pipeline: board.pipeline ?? DEFAULT,
    collapsed: writeNames(board.collapsed),
    cards: board.cards === null ? DEFAULT : writeCards(board.cards),
  };
}

/** @returns a comma if the cards show no property, because `-` means the usual ones */
export function writeCards(names: readonly string[]): string {
  return names.length === 0 ? "," : names.join(",");
}

/** Returns the content to save for query parameters. */
export function toViewContent(params: ViewParams, layout: ViewContent["layout"]): ViewContent {
  const given = (text: string) => (text === DEFAULT ? null : text);
  const columns = given(params.columns);
  const cards = given(params.cards);
  const group = given(params.group);
  return {
    layout,
    groups: readGroups(params.filter).groups.map((group) => [...group]) as ViewContent["groups"],
    sort: given(params.sort) === null ? null : readSort(params.sort),
    columns: columns === null ? null : ([...readColumns(columns)] as ViewContent["columns"]),
    ...(group !== null && { group }),
    board: {
      pipeline: given(params.pipeline),
      collapsed: [...readNames(params.collapsed)],
      cards: cards === null ? null : [...readNames(cards)],
    },
  };
}

type Column = NonNullable<Outputs["views"]["list"][number]["content"]["columns"]>[number];
/** A column of a table: a field with how it is shown. */
export type ShownColumn = { readonly [Member in keyof Column]: Column[Member] | undefined } & {
  readonly name: string;
};

/** Bounds of a column's width, in pixels. The server has the same. */
export const MIN_WIDTH_PX = 60;
export const MAX_WIDTH_PX = 1_000;
const MAX_COLUMNS = 100;

/** Parses columns such as `amount:120:p,stage`. Skips malformed ones. */
export function readColumns(text: string): readonly ShownColumn[] {
  return text
    .split(",")
    .flatMap((part) => readColumn(part) ?? [])
    .slice(0, MAX_COLUMNS);
}

function readColumn(part: string): ShownColumn | null {
  const [, name, width, pinned] = /^([\w.]+)(?::(\d{0,4}))?(?::(p))?$/.exec(part) ?? [];
  if (name === undefined) return null;
  return {
    name,
    ...(width ? { width: clampWidth(Number(width)) } : {}),
    ...(pinned ? { pinned: true } : {}),
  };
}

export function writeColumns(columns: readonly ShownColumn[]): string {
  const texts = columns.map(({ name, width, pinned }) => {
    if (width === undefined && !pinned) return name;
    return `${name}:${width ?? ""}${pinned ? ":p" : ""}`;
  });
  return texts.length === 0 ? NO_COLUMNS : texts.join(",");
}

/** The name column alone: no field has this name. */
const NO_COLUMNS = ",";

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width)));
}

/** Parses names, such as keys of stages, that are separated by commas. */
export function readNames(text: string): readonly string[] {
  return text === "-" ? [] : text.split(",").filter((name) => name !== "");
}

export function writeNames(names: readonly string[]): string {
  return names.length === 0 ? "-" : names.join(",");
}
