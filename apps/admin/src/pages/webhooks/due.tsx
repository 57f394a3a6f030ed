import { Text, Tooltip } from "@mantine/core";
import { useEffect, useReducer } from "react";
import { formatAgo, formatMoment } from "../../ui/values/format.ts";

const RENDER_EVERY_MS = 15_000;

/** A relative time in the future, or a dash for none. */
export function Due({ at }: { readonly at: string | null }) {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(render, RENDER_EVERY_MS);
    return () => clearInterval(timer);
  }, [at]);
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
