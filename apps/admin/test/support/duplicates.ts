import { startWorker, type Worker } from "@rapport/core";
import { vi } from "vitest";
import type { AdminApp, SignedIn } from "./admin-app.ts";

type Type = Parameters<SignedIn["trpc"]["duplicates"]["list"]["query"]>[0]["type"];

/** A pair of the queue: both ids, lower first, and what they have in common. */
export type Found = readonly [one: number, other: number, ...reasons: readonly string[]];

/** Starts a worker on the app's database. Its errors make the test fail. */
export function startTestWorker(app: AdminApp): Worker & { readonly errors: readonly unknown[] } {
  const errors: unknown[] = [];
  const worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  return { ...worker, errors };
}

/** Waits until a worker has compared every change and every older record. */
export async function compared({ deps }: AdminApp): Promise<void> {
  const { kysely } = deps.db;
  const left = [
    () => kysely.selectFrom("events").select("project_id").where("pending", "=", 1),
    () =>
      kysely
        .selectFrom("project_feeds")
        .select("project_id")
        .whereRef("compared_number", "<", "last_number"),
    () => kysely.selectFrom("duplicate_backfills").select("project_id"),
  ];
  await vi.waitFor(
    async () => {
      for (const query of left) {
        const rows = await query().execute();
        if (rows.length > 0) throw new Error(`${rows.length} changes are not compared`);
      }
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Lists the whole queue of a type, as an admin sees it. */
export async function queueOf(
  { trpc }: SignedIn,
  projectId: number,
  type: Type = "contact",
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await trpc.duplicates.list.query({ projectId, type, limit: 50, cursor });
    found.push(
      ...page.candidates.map(({ one, other, reasons }): Found => [one.id, other.id, ...reasons]),
    );
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
