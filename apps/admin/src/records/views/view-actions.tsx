import { ActionIcon, Anchor, Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  IconDots,
  IconLink,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { refetch } from "../../invalidation.ts";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { copyText } from "../../ui/values/copy-icon.tsx";
import type { Asked } from "../use-records-search.ts";
import { NameView, useOpenView } from "./name-view.tsx";
import { toViewContent, type View } from "./view-params.ts";
import classes from "./views.module.css";

interface ViewActionsProps {
  readonly type: string;
  readonly asked: Asked;
}

type Dialog = "create" | "rename" | "delete";

/** What can be done with the open view, or with a table that is not a view yet. */
export function ViewActions({ type, asked }: ViewActionsProps) {
  const { view, isChanged } = asked;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const open = useOpenView(type);
  const save = useSave(asked, open);
  return (
    <div className={classes.actions}>
      {view && isChanged && (
        <>
          {view.mayChange && (
            <Button size="compact-sm" loading={save.isPending} onClick={() => save.content(view)}>
              Save
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setDialog("create")}>
            Save as
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => void open(view)}>
            Reset
          </Button>
        </>
      )}
      {!view && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setDialog("create")}
        >
          Save as view
        </Button>
      )}
      {view && <ViewMenu view={view} onDialog={setDialog} onShare={save.audience} />}
      {dialog === "create" && <NameView {...{ type, asked }} onClose={close} />}
      {dialog === "rename" && view && <NameView {...{ type, asked, view }} onClose={close} />}
      <DeleteView type={type} view={dialog === "delete" ? (view ?? null) : null} onClose={close} />
    </div>
  );
}

interface DeleteViewProps {
  readonly type: string;
  /** Null closes the dialog. */
  readonly view: View | null;
  readonly onClose: () => void;
}

/** Asks before it deletes a view. */
function DeleteView({ type, view, onClose }: DeleteViewProps) {
  const open = useOpenView(type);
  return (
    <Ask
      opened={view !== null}
      onClose={onClose}
      title={`Delete the view “${view?.name ?? ""}”?`}
      action="Delete view"
      of={useProject().views.delete}
      input={{ id: view?.id ?? "" }}
      onDone={async () => {
        // The page must have left the view before it is missing from the list.
        await open(null);
        await refetch("views");
      }}
    >
      {view?.isShared
        ? "It is deleted for everyone in the project, and links to it open all records."
        : "Links to it open all records."}{" "}
      No record is deleted.
    </Ask>
  );
}

function useSave({ params, layout }: Asked, open: ReturnType<typeof useOpenView>) {
  const project = useProject();
  const saving = useChange(project.views.change, { failed: "The view was not saved" });
  return {
    isPending: saving.isPending,
    content: (view: View) =>
      saving.mutate(
        {
          ...{ id: view.id, version: view.version },
          changes: { content: toViewContent(params, layout) as never },
        },
        {
          onSuccess: (saved) => {
            void open(saved);
            notifications.show({ message: `Saved the view ${view.name}.`, color: "teal" });
          },
        },
      ),
    audience: (view: View) =>
      saving.mutate(
        {
          ...{ id: view.id, version: view.version },
          changes: { isShared: !view.isShared },
        },
        {
          onSuccess: (saved) => {
            notifications.hide(PRIVATE_LINK);
            notifications.show({ message: audienceText(saved), color: "teal" });
          },
        },
      ),
  };
}

function audienceText({ name, isShared, mayChange }: View): string {
  if (isShared) return `Everyone in the project can open the view ${name}.`;
  return mayChange
    ? `Only you can open the view ${name}.`
    : `Only the admin who created the view ${name} can open it now.`;
}

interface ViewMenuProps {
  readonly view: View;
  readonly onDialog: (dialog: Dialog) => void;
  readonly onShare: (view: View) => void;
}

function ViewMenu({ view, onDialog, onShare }: ViewMenuProps) {
  const mayShare = useMay("admin") && view.mayChange;
  return (
    <Menu position="bottom-start" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`Actions for the view ${view.name}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLink size={15} aria-hidden />}
          onClick={() => void copyViewLink(view, mayShare ? () => onShare(view) : null)}
        >
          Copy link
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onDialog("create")}
        >
          Save as
        </Menu.Item>
        {view.mayChange && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={15} aria-hidden />}
              onClick={() => onDialog("rename")}
            >
              Rename
            </Menu.Item>
            {mayShare && (
              <Menu.Item
                leftSection={
                  view.isShared ? (
                    <IconLock size={15} aria-hidden />
                  ) : (
                    <IconUsers size={15} aria-hidden />
                  )
                }
                onClick={() => onShare(view)}
              >
                {view.isShared ? "Make private" : "Share with everyone"}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => onDialog("delete")}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The notification has an action, so it stays for longer than others. */
const SHOWN_MS = 15_000;
/** It is hidden when the view is shared, because then it is wrong. */
const PRIVATE_LINK = "link of a private view";

/**
 * Copies the link of the open view. The notification says so if nobody else can open it, because the admin who gets the
 * link only reads that there is no such view.
 *
 * @param share shares the view with everyone; null if the admin may not
 */
async function copyViewLink(view: View, share: (() => void) | null): Promise<void> {
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
