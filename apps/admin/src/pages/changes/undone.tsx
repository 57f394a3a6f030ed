import { Group, Text } from "@mantine/core";
import { Panel } from "../../ui/pages/panel.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { undoTitle } from "../../ui/values/job-line.tsx";
import { Csv } from "./change-line.tsx";
import type { Change } from "./words.ts";

interface UndoneProps {
  readonly id: number;
  readonly undo: NonNullable<Change["undo"]>;
}

export function Undone({ id, undo: { state, undone, left, failure } }: UndoneProps) {
  return (
    <Panel title={undoTitle(state)}>
      <Text>
        {formatNumber(undone)} {undone === 1 ? "record is" : "records are"} as before.
        {left > 0 &&
          ` ${formatNumber(left)} left, wholly or in part, because something else changed since.`}
      </Text>
      {failure !== null && <Text>{failure}</Text>}
      {left > 0 && (
        <Group mt="sm">
          <Csv id={id} part="left" count={left} />
        </Group>
      )}
    </Panel>
  );
}
