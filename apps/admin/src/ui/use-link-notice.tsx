import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type LinkProps, useRouter } from "@tanstack/react-router";

/** The notification has a link, so it stays for longer than others. */
const SHOWN_MS = 15_000;

interface LinkNotice {
  /** The text before the link. */
  readonly text: string;
  readonly label: string;
  readonly to: Pick<LinkProps, "to" | "params">;
}

/** Returns a function that shows a notification whose last word is a link to a page. */
export function useLinkNotice(): (notice: LinkNotice) => void {
  const router = useRouter();
  return ({ text, label, to }) => {
    const id = notifications.show({
      color: "teal",
      autoClose: SHOWN_MS,
      message: (
        <>
          {text}{" "}
          <Anchor
            fz="inherit"
            href={router.buildLocation(to).href}
            // Notifications are outside of the router, so its links do not work there.
            onClick={(event) => {
              event.preventDefault();
              notifications.hide(id);
              void router.navigate(to);
            }}
          >
            {label}
          </Anchor>
          .
        </>
      ),
    });
  };
}
