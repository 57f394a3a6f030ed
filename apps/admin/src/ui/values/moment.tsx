import { Text, Tooltip } from "@mantine/core";
import { formatAgo, formatMinute, formatMoment } from "./format.ts";

/** A relative time; the exact one, in the reader's time zone, on hover and for screen readers. */
export function Moment({
  at,
  never = "Never",
}: {
  readonly at: string | null;
  readonly never?: string;
}) {
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {never}
      </Text>
    );
  return (
    <Tooltip label={formatMoment(at)}>
      <time dateTime={at} title={formatMoment(at)} style={{ whiteSpace: "nowrap" }}>
        {formatAgo(at)}
      </time>
    </Tooltip>
  );
}

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
