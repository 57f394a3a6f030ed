import { Text } from "@mantine/core";
import { isDay } from "@rapport/model";
import { formatAgo, formatDay, formatMoment, formatShortDay, formatShortMoment } from "./format.ts";

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
    <time dateTime={at} title={formatMoment(at)} style={{ whiteSpace: "nowrap" }}>
      {formatAgo(at)}
    </time>
  );
}

interface ShortDayProps {
  readonly at: string;
  /** Whether a moment shows its time, as what begins or is due at one does. */
  readonly hasTime?: boolean;
}

/** A day or a time as its day, without the year if it is this one; the whole of it on hover. */
export function ShortDay({ at, hasTime = false }: ShortDayProps) {
  const isWhole = at.length === 10 || isDay(at);
  return (
    <time dateTime={at} title={isWhole ? formatDay(at.slice(0, 10)) : formatMoment(at)}>
      {hasTime ? formatShortMoment(at) : formatShortDay(at)}
    </time>
  );
}
