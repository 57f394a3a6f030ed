import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMay } from "../../../session.ts";
import { MENU_STOP } from "../cells/stops.ts";
import type { TableRow } from "../use-table.ts";
import classes from "./record-table.module.css";

interface RowMenuProps {
  readonly row: TableRow;
  readonly tabIndex: number;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => void;
}

/** The actions of a row; hidden for read-only admins. */
export function RowMenu({ row, tabIndex, onEdit, onDelete }: RowMenuProps) {
  if (!useMay("admin")) return null;
  return (
    <Menu position="bottom-start" width={140} shadow="md">
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          data-stop={MENU_STOP}
          tabIndex={tabIndex}
          variant="subtle"
          color="gray"
          size={26}
          aria-label={`Actions for ${row.name}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onEdit(row)}>
          Edit
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => onDelete(row)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
