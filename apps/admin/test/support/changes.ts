import { expect } from "vitest";
import type { AdminApp, SignedIn } from "./admin-app.ts";

type Start = Parameters<SignedIn["trpc"]["changes"]["start"]["mutate"]>[0];
type Wanted = Omit<Start, "projectId">;

/** What a preview can show. */
export type ChangeAction = Parameters<
  SignedIn["trpc"]["changes"]["preview"]["mutate"]
>[0]["action"];

const EVENTUALLY = { timeout: 60_000, interval: 25 };

/** Makes bulk changes as an admin, and waits for them. A worker must run. */
export function bulkChanges({ projectId }: AdminApp, { trpc }: SignedIn) {
  const read = (id: number) => trpc.changes.read.query({ projectId, id });
  const ended = async (id: number) => {
    await expect.poll(async () => (await read(id)).state, EVENTUALLY).not.toBe("running");
    return read(id);
  };
  return {
    read,
    ended,
    start: async (wanted: Wanted) =>
      (await trpc.changes.start.mutate({ projectId, ...wanted })).changeId,
    /** Makes a change and returns it after its end. */
    async make(wanted: Wanted) {
      return ended(await this.start(wanted));
    },
    /** Undoes a change and returns it after that. */
    async undo(id: number) {
      await trpc.changes.undo.mutate({ projectId, id });
      await expect.poll(async () => (await read(id)).undo?.state, EVENTUALLY).not.toBe("running");
      return read(id);
    },
    async csv(id: number, part: "refused" | "left", send: AdminApp["send"], cookie: string) {
      const answer = await send("GET", `/downloads/changes/${projectId}/${id}/${part}.csv`, {
        cookie,
      });
      return (await answer.text()).trimEnd().split("\r\n");
    },
  };
}
