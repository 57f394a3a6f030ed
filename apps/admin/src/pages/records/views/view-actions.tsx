import { ActionIcon, Button, Menu } from "@mantine/core";
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
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import type { Asked } from "../use-records-search.ts";
import { copyViewLink, PRIVATE_LINK } from "./copy-view-link.tsx";
import { DeleteView } from "./delete-view.tsx";
import { NameView } from "./name-view.tsx";
import { useOpenView } from "./use-open-view.ts";
import { contentOf, type View } from "./view-params.ts";
import classes from "./view-tabs.module.css";

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

function useSave({ params, layout }: Asked, open: ReturnType<typeof useOpenView>) {
  const projectId = useProjectId();
  const saving = useChange(api.views.change.mutationOptions(), {
    invalidates: [api.views.pathKey()],
  });
  return {
    isPending: saving.isPending,
    content: (view: View) =>
      saving.mutate(
        {
          ...{ projectId, id: view.id, version: view.version },
          changes: { content: contentOf(params, layout) as never },
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
          ...{ projectId, id: view.id, version: view.version },
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
