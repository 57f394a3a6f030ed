import { notifications } from "@mantine/notifications";
import { onlineManager } from "@tanstack/react-query";
import { useEffect } from "react";

const NOTICE = "offline";

/** Says that the browser is offline, as long as it is. Until then, TanStack Query holds back what is saved. */
export function useOfflineNotice(): void {
  useEffect(() => {
    const show = (isOnline: boolean) => {
      if (isOnline) notifications.hide(NOTICE);
      else
        notifications.show({
          id: NOTICE,
          role: "status",
          color: "gray",
          autoClose: false,
          withCloseButton: false,
          title: "You are offline",
          message:
            "What you save is sent when you are online again. Keep this page open until then.",
        });
    };
    show(onlineManager.isOnline());
    return onlineManager.subscribe(show);
  }, []);
}
