import { Text } from "@mantine/core";
import classes from "./board.module.css";
import type { Board } from "./moves.ts";
import { SumText } from "./sum-text.tsx";
import { areSumsShort, openWeighted, sumText } from "./sums.ts";

/** The amounts of all open stages times their probabilities. Types without probabilities have none. */
export function WeightedTotal({ board }: { readonly board: Board }) {
  const amounts = openWeighted(board);
  if (amounts.length === 0) return null;
  const text = (isShort: boolean) => amounts.map((one) => sumText(one, isShort)).join(" · ");
  return (
    <Text fz="sm" c="dimmed" mb="xs" className={`tabular ${classes.sum}`}>
      Open, weighted by probability: <SumText text={text} isShort={areSumsShort(board)} />
    </Text>
  );
}
