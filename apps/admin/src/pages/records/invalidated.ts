import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";

/** What is out of date once a record has changed: the lists, the board, the figures and the log. */
export const INVALIDATED_BY_RECORDS = [api.records, api.board, api.home, api.audit].map((part) =>
  part.pathKey(),
);

/** Reads anew what is out of date once a record has changed. */
export async function refreshRecords(client: QueryClient): Promise<void> {
  await Promise.all(
    INVALIDATED_BY_RECORDS.map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
