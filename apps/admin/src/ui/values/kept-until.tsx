import { Text } from "@mantine/core";
import { formatMinute } from "./format.ts";

/** Says until when a job can be undone and its refused parts can be downloaded; nothing if neither is possible. */
export function KeptUntil({
  job,
  parts,
  canUndo,
  hasRefused,
  until,
}: {
  readonly job: "import" | "change";
  readonly parts: "rows" | "records";
  readonly canUndo: boolean;
  readonly hasRefused: boolean;
  readonly until: string;
}) {
  const what = [
    ...(canUndo ? [`The ${job} can be undone`] : []),
    ...(hasRefused ? [`${canUndo ? "its" : "The"} refused ${parts} are kept`] : []),
  ];
  if (what.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed">
      {what.join(", and ")} until {formatMinute(until)}.
    </Text>
  );
}
