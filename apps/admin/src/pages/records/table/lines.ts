import type { Group, Groups } from "../../../records/use-groups.ts";
import type { TableRow } from "../../../records/use-table.ts";

/** A line of the table: a record, the heading of a group, or its end. */
export interface Line {
  readonly key: string;
  /** Index of the record among all rows. */
  readonly index?: number;
  readonly group?: Group;
  /** Whether it is the end of the group, which loads more or says why there are none. */
  readonly isMore?: boolean;
}

/** Returns the lines of a table. A group that is open ends with a line if not all of its records are loaded. */
export function linesOf(rows: readonly TableRow[], groups: Groups | null): readonly Line[] {
  if (groups === null) return rows.map(({ id }, index) => ({ key: String(id), index }));
  let index = 0;
  return groups.groups.flatMap((group) => {
    const { key, list } = group;
    const own = (list?.rows ?? []).map(({ id }) => ({ key: `${key} ${id}`, index: index++ }));
    const isWhole = list === undefined || (!list.query.hasNextPage && !list.query.isPending);
    const end = isWhole && !list?.query.error ? [] : [{ key: `${key} more`, group, isMore: true }];
    return [{ key, group }, ...own, ...end];
  });
}
