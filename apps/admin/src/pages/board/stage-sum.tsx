import { Text } from "@mantine/core";
import classes from "./board.module.css";
import { useBoardContext } from "./board-context.ts";
import { SumText } from "./sum-text.tsx";
import { type Sum, sumText, weightedText } from "./sums.ts";

/** The sum of a stage in one currency, and its weighted amount. */
export function StageSum({ sum, weighted }: Sum) {
  const { areSumsShort: isShort } = useBoardContext();
  return (
    <Text fz="xs" c="dimmed" component="div" className={`tabular ${classes.sum}`}>
      <div>
        <SumText text={(short) => sumText(sum, short)} isShort={isShort} />
      </div>
      {weighted && (
        <div>
          <SumText text={(short) => weightedText(weighted, short)} isShort={isShort} />
        </div>
      )}
    </Text>
  );
}
