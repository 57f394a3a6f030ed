import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";

/** Queries to invalidate after a change of a record: lists, board, figures and audit log. */
export const INVALIDATED_BY_RECORDS = [
  api.records,
  api.duplicates,
  api.board,
  api.home,
  api.audit,
].map((part) => part.pathKey());

/** Refetches the queries that depend on records. */
export async function refreshRecords(client: QueryClient): Promise<void> {
  await Promise.all(
    INVALIDATED_BY_RECORDS.map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
