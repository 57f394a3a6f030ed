import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { copyText } from "../../../ui/values/copy-icon.tsx";
import type { View } from "./view-params.ts";

/** The notification has an action, so it stays for longer than others. */
const SHOWN_MS = 15_000;
/** It is hidden when the view is shared, because then it is wrong. */
export const PRIVATE_LINK = "link of a private view";

/**
 * Copies the link of the open view. The notification says so if nobody else can open it, because the admin who gets the
 * link only reads that there is no such view.
 *
 * @param share shares the view with everyone; null if the admin may not
 */
export async function copyViewLink(view: View, share: (() => void) | null): Promise<void> {
  const isCopied = await copyText(location.href, "The link is in the address bar.");
  if (!isCopied) return;
  if (view.isShared) {
    notifications.show({ message: "Link copied.", color: "teal" });
    return;
  }
  notifications.show({
    id: PRIVATE_LINK,
    color: "yellow",
    autoClose: SHOWN_MS,
    message: (
      <>
        Link copied. Only you can open it, because the view {view.name} is private.
        {share !== null && (
          <>
            {" "}
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => {
                notifications.hide(PRIVATE_LINK);
                share();
              }}
            >
              Share with everyone
            </Anchor>
          </>
        )}
      </>
    ),
  });
}
