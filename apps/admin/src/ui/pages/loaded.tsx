import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { failureStatus } from "../../api.ts";
import { ErrorNotice } from "./error-notice.tsx";

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Shown while loading; grey lines by default. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query's data, its skeleton while loading, or its error. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton ?? <Lines />;
}

/** Returns whether there is nothing to show, also if it was there when the page was opened. */
export function isGone({ error }: { readonly error: unknown }): boolean {
  return failureStatus(error) === 404;
}

/** Grey lines as a placeholder for text. */
export function Lines({ count = 4 }: { readonly count?: number }) {
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: count }, (_, i) => `line ${i}`).map((line) => (
        <Skeleton key={line} height={18} radius="sm" />
      ))}
    </Stack>
  );
}
