import type { Outputs } from "../../../api.ts";

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
