import { Button, Skeleton, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import type { Group, Groups } from "../../../records/use-groups.ts";
import { countText, type TableRow } from "../../../records/use-table.ts";
import { convertedSum } from "../../../reports/totals.tsx";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { compactMoney, formatMoney } from "../../../ui/values/format.ts";
import classes from "./group-rows.module.css";
import type { PlacedColumn } from "./place-columns.ts";

interface GroupRowProps {
  readonly type: string;
  readonly group: Group;
  readonly groups: Groups;
  readonly placed: readonly PlacedColumn[];
}

/** The heading of a group, with its count and sums. A click opens or closes it. */
export function GroupRow({ group, groups, placed }: GroupRowProps) {
  const { key, label, color, isOpen } = group;
  const [next] = placed;
  const isNextEmpty = next !== undefined && next.left === null && next.field.type !== "number";
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <tr className={classes.group} data-group={key}>
      <th scope="row" data-spills={isNextEmpty}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => groups.toggle(key)}
        >
          <Icon size={15} aria-hidden />
          <span className={classes.label}>
            {color === undefined ? label : <Chip color={color}>{label}</Chip>}
          </span>
          <Count group={group} />
        </UnstyledButton>
      </th>
      <SumCells sums={group} reporting={groups.reporting} placed={placed} />
    </tr>
  );
}

/** How many records a group has. In a large table each group is counted when it comes into view. */
function Count({ group: { count, input } }: Pick<GroupRowProps, "group">) {
  const { data } = useQuery({
    ...api.records.count.queryOptions(input),
    enabled: count === null,
    placeholderData: keepPreviousData,
  });
  const matching = count === null ? data?.matching : { value: count, relation: "eq" as const };
  return (
    <Text span inherit c="dimmed" className="tabular">
      {matching && countText(matching)}
    </Text>
  );
}

/** The end of a group: more of its records, or why they cannot be shown. */
export function MoreRow({ type, group, placed }: GroupRowProps) {
  const { label, list } = group;
  if (list === undefined) return null;
  const { query } = list;
  return (
    <tr className={classes.more}>
      <td colSpan={placed.length + 1}>
        {query.error !== null && (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <Skeleton height={12} width={180} />}
        {query.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
            <VisuallyHidden>
              {" "}
              {typeNames(type).label.toLowerCase()} in {label}
            </VisuallyHidden>
          </Button>
        )}
      </td>
    </tr>
  );
}

interface SumsProps {
  readonly sums: Pick<Groups, "sums" | "converted">;
  readonly reporting: Groups["reporting"];
  readonly placed: readonly PlacedColumn[];
  /** True below the table, where each currency has a line. */
  readonly isFoot?: boolean;
}

/** The sums of the whole table below its columns. */
export function GroupFoot({ sums, ...props }: SumsProps) {
  if (sums.sums === null || sums.sums.length === 0) return null;
  return (
    <tfoot>
      <tr className={classes.total}>
        <th scope="row">Total</th>
        <SumCells sums={sums} {...props} isFoot />
      </tr>
    </tfoot>
  );
}

/** Returns the text of a cell with sums, and the exact sums that it stands for. */
function sumText(property: string, { sums, reporting, isFoot }: Omit<SumsProps, "placed">) {
  const own = (sums.sums ?? []).filter((one) => one.property === property);
  if (own.length === 0) return null;
  const { converted } = sums;
  if (reporting !== null && converted?.property === property) {
    const amounts = own.map(({ currency, sum: amount }) => ({ currency, amount }));
    const sum = convertedSum(amounts, converted, reporting.currency);
    if (sum === null) return null;
    const { total, lines } = sum;
    const isPartial = total !== null && converted.leftOut.length > 0;
    return { text: total ?? sum.text(false), isPartial, lines };
  }
  const { lines, text } = sumOfCurrencies(own);
  const fits = isFoot && lines.length <= MAX_CURRENCIES;
  return { lines, text: fits ? lines.join("\n") : text, isPartial: false };
}

/** Currencies whose sums a cell shows. Its title has all of them. */
const MAX_CURRENCIES = 3;

/** Returns the sums of several currencies as one text, shortened, and the exact ones. A single sum is exact. */
function sumOfCurrencies(sums: NonNullable<Groups["sums"]>) {
  const isLast = ({ currency }: (typeof sums)[number]) => Number(currency === null);
  const sorted = sums.toSorted((one, other) => isLast(one) - isLast(other));
  const lines = sorted.map(({ sum, currency }) => {
    const text = formatMoney(sum, currency);
    return currency === null && sums.length > 1 ? `Amount ${text} without currency` : text;
  });
  if (lines.length === 1) return { text: lines.join(), lines };
  const shown = sorted
    .slice(0, MAX_CURRENCIES)
    .map(({ sum, currency }) => compactMoney(currency)(Number(sum)));
  const left = lines.length - shown.length;
  return { text: [...shown, ...(left > 0 ? [`${left} more`] : [])].join(" · "), lines };
}

function SumCells({ placed, ...props }: SumsProps) {
  return placed.map(({ field, left, isEdge }) => {
    const sum = sumText(field.name, props);
    const isWhole = sum === null || sum.lines.join() === sum.text;
    return (
      <td
        key={field.name}
        data-number={field.type === "number"}
        data-pinned={left !== null}
        data-edge={isEdge}
        style={left === null ? {} : { left }}
        title={isWhole ? undefined : sum.lines.join("\n")}
      >
        {sum && (
          <>
            <span aria-hidden={!isWhole}>
              {sum.isPartial && <IconAlertTriangle size={13} className={classes.partial} />}
              {sum.text}
            </span>
            {!isWhole && <VisuallyHidden>{sum.lines.join(", ")}</VisuallyHidden>}
          </>
        )}
      </td>
    );
  });
}

/** A line of the table: a record, the heading of a group, or its end. */
interface Line {
  readonly key: string;
  /** Index of the record among all rows. */
  readonly index?: number;
  readonly group?: Group;
  /** Whether it is the end of the group, which loads more or says why there are none. */
  readonly isMore?: boolean;
}

/** Returns the lines of a table. A group that is open ends with a line if not all of its records are loaded. */
export function toLines(rows: readonly TableRow[], groups: Groups | null): readonly Line[] {
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
