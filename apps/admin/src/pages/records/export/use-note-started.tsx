import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";

/** The notification has a link, so it stays for longer than others. */
const SHOWN_MS = 15_000;

/** Returns a function that says that an export has started, with a link to the page of exports. */
export function useNoteStarted(): () => void {
  const projectId = useProjectId();
  const queryClient = useQueryClient();
  const router = useRouter();
  return () => {
    void queryClient.invalidateQueries({ queryKey: api.exports.pathKey() });
    const to = "/p/$projectId/exports" as const;
    const params = { projectId: String(projectId) };
    const id = notifications.show({
      color: "teal",
      autoClose: SHOWN_MS,
      message: (
        <>
          The export has started. See{" "}
          <Anchor
            fz="inherit"
            href={router.buildLocation({ to, params }).href}
            // Notifications are outside of the router, so its links do not work there.
            onClick={(event) => {
              event.preventDefault();
              notifications.hide(id);
              void router.navigate({ to, params });
            }}
          >
            Exports
          </Anchor>
          .
        </>
      ),
    });
  };
}
