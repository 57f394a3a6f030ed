import { Text, Tooltip } from "@mantine/core";
import { formatAgo, formatMoment } from "../../ui/format.ts";

/** A relative time in the future, or a dash for none. */
export function Due({ at }: { readonly at: string | null }) {
  if (at === null) {
    return (
      <Text span inherit c="dimmed" aria-label="None">
        –
      </Text>
    );
  }
  const seconds = (new Date(at).getTime() - Date.now()) / 1000;
  return (
    <Tooltip label={formatMoment(at)}>
      <time dateTime={at} title={formatMoment(at)}>
        {seconds < 60 ? "in under a minute" : formatAgo(at)}
      </time>
    </Tooltip>
  );
}
