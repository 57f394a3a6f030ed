import { notifications } from "@mantine/notifications";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Undo } from "../../ui/undo.tsx";
import type { Candidate } from "./candidate.ts";

const UNDO_OFFER_MS = 20_000;

/** Marks two records as different, and offers to undo it. */
export function useDismiss() {
  const projectId = useProjectId();
  const invalidates = [api.duplicates.pathKey()];
  const reopening = useChange(api.duplicates.dismiss.mutationOptions(), { invalidates });
  const dismissing = useChange(api.duplicates.dismiss.mutationOptions(), { invalidates });
  const dismiss = ({ one, other }: Candidate) => {
    const pair = { projectId, oneId: one.id, otherId: other.id };
    const notice = `different ${one.id} ${other.id}`;
    dismissing.mutate(
      { ...pair, isDifferent: true },
      {
        onSuccess: () =>
          notifications.show({
            id: notice,
            autoClose: UNDO_OFFER_MS,
            message: (
              <Undo
                text={`Marked #${one.id} and #${other.id} as different.`}
                undo={() => reopening.mutateAsync({ ...pair, isDifferent: false })}
                onUndone={() => notifications.hide(notice)}
              />
            ),
          }),
      },
    );
  };
  return { dismiss, isPending: dismissing.isPending };
}
