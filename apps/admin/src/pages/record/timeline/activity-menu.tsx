import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ActivityType } from "@rapport/model";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Undo } from "../../../ui/undo.tsx";
import { INVALIDATED_BY_RECORDS, refreshRecords } from "../../records/invalidated.ts";
import { useRecordSearch } from "../record-model.ts";

interface ActivityMenuProps {
  readonly projectId: number;
  readonly activity: { readonly kind: ActivityType; readonly id: number; readonly version: number };
}

/** Edits or deletes an activity. */
export function ActivityMenu({ projectId, activity }: ActivityMenuProps) {
  const [, change] = useRecordSearch();
  const remove = useRemoveActivity(projectId);
  const { kind, id, version } = activity;
  if (!useMay("admin")) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`Actions for ${kind} #${id}`}
          loading={remove.isPending}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => change({ form: `${kind}-${id}` })}
        >
          Edit
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => remove.mutate({ projectId, type: kind, id, ifVersion: version })}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const UNDO_OFFER_MS = 20_000;

/** Moves a note or a task to the bin at once, and offers to restore it. */
function useRemoveActivity(projectId: number) {
  const client = useQueryClient();
  const restoring = useChange(api.records.restore.mutationOptions());
  return useChange(api.records.delete.mutationOptions(), {
    invalidates: INVALIDATED_BY_RECORDS,
    onDone: (_, { type, id }) => offerUndo(type, id),
  });

  function offerUndo(type: string, id: number): void {
    const notice = `deleted ${id}`;
    const undo = async () => {
      await restoring.mutateAsync({ projectId, type, id });
      await refreshRecords(client);
    };
    notifications.show({
      id: notice,
      autoClose: UNDO_OFFER_MS,
      message: (
        <Undo
          text={`Moved the ${type} to the bin.`}
          undo={undo}
          onUndone={() => notifications.hide(notice)}
        />
      ),
    });
  }
}
