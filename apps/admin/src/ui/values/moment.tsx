import { Text, Tooltip } from "@mantine/core";
import { formatAgo, formatMoment } from "./format.ts";

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
