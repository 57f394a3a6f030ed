import { ActionIcon, Menu } from "@mantine/core";
import type { ActivityType } from "@rapport/model";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMay } from "../../../session.ts";
import { useRecordSearch } from "../record-model.ts";
import { useRemoveActivity } from "./use-remove-activity.tsx";

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
