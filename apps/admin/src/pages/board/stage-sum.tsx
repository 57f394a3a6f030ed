import { Text, VisuallyHidden } from "@mantine/core";
import { compactMoney, formatMoney } from "../../ui/values/format.ts";
import classes from "./board.module.css";
import type { Amount } from "./stage-amount.ts";

/** Characters of a sum that fit in the narrowest column. */
const MAX_LENGTH = 24;

/** A sum and its weighted amount. If both are too long for a column, they are shortened, and the title is exact. */
export function StageSum({
  sum,
  weighted,
}: {
  readonly sum: Amount;
  readonly weighted: Amount | undefined;
}) {
  const { amount, currency } = sum;
  const exact = sumText(
    formatMoney(amount, currency),
    weighted && formatMoney(weighted.amount, null),
  );
  if (exact.length <= MAX_LENGTH) {
    return (
      <Text fz="xs" c="dimmed" className="tabular">
        {exact}
      </Text>
    );
  }
  const short = (one: Amount, of: string | null) => compactMoney(of)(Number(one.amount));
  return (
    <Text fz="xs" c="dimmed" className={`tabular ${classes.sum}`} title={exact}>
      <span aria-hidden className={classes.short}>
        <span>{short(sum, currency)}</span>
        {weighted && <span>(weighted {short(weighted, null)})</span>}
      </span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </Text>
  );
}

function sumText(sum: string, weighted: string | undefined): string {
  return weighted === undefined ? sum : `${sum} (weighted ${weighted})`;
}
