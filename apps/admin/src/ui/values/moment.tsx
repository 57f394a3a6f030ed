import { Text, Tooltip } from "@mantine/core";
import { isDay } from "@rapport/model";
import { formatAgo, formatDay, formatMoment, formatShortDay } from "./format.ts";

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

/** A day or a time as its day, without the year if it is this one; the whole of it on hover. */
export function ShortDay({ at }: { readonly at: string }) {
  const isWhole = at.length === 10 || isDay(at);
  return (
    <time dateTime={at} title={isWhole ? formatDay(at.slice(0, 10)) : formatMoment(at)}>
      {formatShortDay(at)}
    </time>
  );
}
