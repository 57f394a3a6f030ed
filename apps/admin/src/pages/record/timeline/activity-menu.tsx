import { ActionIcon, Menu } from "@mantine/core";
import type { ActivityType } from "@rapport/model";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { api } from "../../../api.ts";
import { refetch } from "../../../invalidation.ts";
import { useMay } from "../../../session.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { offerUndo } from "../../../ui/undo.tsx";
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

/** Moves a note or a task to the bin at once, and offers to restore it. */
function useRemoveActivity(projectId: number) {
  const restoring = useChange(api.records.restore);
  return useChange(api.records.delete, {
    changes: "records",
    onDone: (_, { type, id }) => offer(type, id),
  });

  function offer(type: string, id: number): void {
    const undo = async () => {
      await restoring.mutateAsync({ projectId, type, id });
      await refetch("records");
    };
    const text = `Moved the ${type} to the bin.`;
    offerUndo({ id: `deleted ${id}`, text, undo, isLong: true });
  }
}
