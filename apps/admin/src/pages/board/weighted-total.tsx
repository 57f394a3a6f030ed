import { Text } from "@mantine/core";
import { formatMoney } from "../../ui/values/format.ts";
import type { Board } from "./moves.ts";
import { weightedAmounts } from "./weighted.ts";

/** The amounts of all open stages times their probabilities. Types without probabilities have none. */
export function WeightedTotal({ board }: { readonly board: Board }) {
  const open = board.stages.filter(({ closed }) => !closed);
  const amounts = (weightedAmounts(open) ?? []).filter(({ amount }) => /[1-9]/.test(amount));
  if (amounts.length === 0) return null;
  return (
    <Text fz="sm" c="dimmed" mb="xs" className="tabular">
      Open, weighted by probability:{" "}
      {amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(" · ")}
    </Text>
  );
}
