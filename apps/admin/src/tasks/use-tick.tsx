import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";
import { refreshRecords } from "../pages/records/invalidated.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { Undo } from "../ui/undo.tsx";
import type { Task } from "./task.ts";

const UNDO_OFFER_MS = 10_000;

interface Ticked extends Pick<Task, "id" | "version"> {
  readonly name: string;
}

/** Marks a task as done, and offers to open it again. */
export function useTick(projectId: number) {
  const client = useQueryClient();
  const setting = useChange(api.records.set.mutationOptions());
  const set = (id: number, status: "open" | "done", ifVersion?: number) =>
    setting.mutateAsync({
      ...{ projectId, type: "task", id, item: { internal_name: "status", value: status } },
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
  return useChange(
    {
      mutationFn: async ({ id, version }: Ticked) => {
        // The error has been shown.
        const done = await set(id, "done", version).then(
          () => true,
          () => false,
        );
        await refreshRecords(client);
        return done;
      },
    },
    {
      onDone: (done, ticked) => {
        if (done) offerUndo(ticked);
      },
    },
  );

  function offerUndo({ id, name }: Ticked): void {
    const notice = `done ${id}`;
    const undo = async () => {
      await set(id, "open");
      await refreshRecords(client);
    };
    notifications.show({
      id: notice,
      autoClose: UNDO_OFFER_MS,
      message: (
        <Undo text={`Done: ${name}`} undo={undo} onUndone={() => notifications.hide(notice)} />
      ),
    });
  }
}
