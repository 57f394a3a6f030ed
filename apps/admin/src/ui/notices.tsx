import { Anchor, Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { type LinkProps, useRouter } from "@tanstack/react-router";

interface Offer {
  /** Of the notification; it replaces an earlier one with the same id. */
  readonly id: string;
  /** What was done, as a sentence with its period. A name alone, as in “Done: Call Ada”, has none. */
  readonly text: string;
  /** Undoes it. If it rejects, the error has already been shown. */
  readonly undo: () => Promise<unknown>;
  /** Whether it stays for longer, because what was done is hard to find again. */
  readonly isLong?: boolean;
}

/** Offers in a notification to undo what was done. */
export function offerUndo({ id, text, undo, isLong = false }: Offer): void {
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: isLong ? 20_000 : 10_000,
    message: (
      <WithButton
        text={text}
        label="Undo"
        act={async () => {
          await undo();
          notifications.hide(id);
        }}
      />
    ),
  });
}

/**
 * Says that a record was created, and leads to it.
 *
 * @param name of the type, such as “Contact”
 * @param open opens the record's page
 */
export function showCreated(name: string, open: () => Promise<unknown>): void {
  const id = notifications.show({
    color: "teal",
    message: (
      <WithButton
        text={`${name} created.`}
        label="Open"
        act={() => {
          notifications.hide(id);
          return open();
        }}
      />
    ),
  });
}

interface WithButtonProps {
  readonly text: string;
  readonly label: string;
  readonly act: () => Promise<unknown>;
}

/** The content of a notification with a button. */
function WithButton({ text, label, act }: WithButtonProps) {
  const acting = useMutation({ mutationFn: act });
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button
        size="compact-sm"
        flex="none"
        variant="light"
        loading={acting.isPending}
        onClick={() => acting.mutate()}
      >
        {label}
      </Button>
    </Group>
  );
}

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
