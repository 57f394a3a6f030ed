import { ActionIcon, Checkbox, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconExternalLink, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { type MouseEvent, memo } from "react";
import { useMark } from "../../../live/changed.ts";
import { typeNames } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { ID, isEditable } from "../../../records/fields.ts";
import { isOfPeople, Picture } from "../../../records/picture.tsx";
import type { TableRow } from "../../../records/use-table.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { LazyMenu } from "../../../ui/dialogs/lazy-menu.tsx";
import { copyText } from "../../../ui/values/copy-icon.tsx";
import { CellValue } from "../cells/cell-value.tsx";
import { MENU_STOP, NAME_STOP, SELECT_STOP } from "../cells/stops.ts";
import type { PlacedColumn } from "./place-columns.ts";
import classes from "./record-table.module.css";

interface RecordRowProps {
  readonly schema: Schema;
  readonly placed: readonly PlacedColumn[];
  readonly row: TableRow;
  /** Index in the table, from 0. */
  readonly index: number;
  readonly isSelected: boolean;
  /** The place in the row that the Tab key reaches; null if it is in another row. */
  readonly tabStop: string | null;
  readonly onSelect: (index: number, isRange: boolean) => void;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => void;
}

/** A row. A click on it opens the record, but a click on a cell that can be edited focuses the cell. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { schema, placed, row, index, isSelected, tabStop } = props;
  const { name: type } = schema;
  const { onSelect, onEdit, onDelete } = props;
  const may = useMay("admin");
  const navigate = useNavigate();
  const projectId = String(useProjectId());
  const { plural } = typeNames(type);
  const to = {
    to: "/p/$projectId/$plural/$recordId",
    params: { projectId, plural, recordId: String(row.id) },
  } as const;
  const stopTabIndex = (stop: string) => (stop === tabStop ? 0 : -1);
  const open = (event: MouseEvent) => {
    const isOnControl =
      (event.target as HTMLElement).closest(
        "a, button, input, [role=menu], [data-editable=true]",
      ) !== null;
    // Ctrl and Cmd clicks are for the link, and a click may end a text selection.
    if (isOnControl || event.metaKey || event.ctrlKey || getSelection()?.isCollapsed === false)
      return;
    void navigate(to);
  };
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-selected={isSelected}
      data-changed={useMark(row.id)}
      onClick={open}
    >
      <th scope="row">
        <div className={classes.name}>
          {may && (
            <Checkbox
              className={classes.select}
              size="xs"
              aria-label={`Select ${row.name}`}
              data-stop={SELECT_STOP}
              tabIndex={stopTabIndex(SELECT_STOP)}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          )}
          {hasPicture(schema) && (
            <span className={classes.picture}>
              <Picture type={type} record={row} size="sm" />
            </span>
          )}
          <Link
            {...to}
            className={classes.link}
            data-stop={NAME_STOP}
            tabIndex={stopTabIndex(NAME_STOP)}
            title={row.name}
          >
            {row.name}
          </Link>
          <RowMenu
            {...{ row, onEdit, onDelete }}
            href={`/p/${projectId}/${plural}/${row.id}`}
            tabIndex={stopTabIndex(MENU_STOP)}
          />
        </div>
      </th>
      {placed.map(({ field, left, isEdge }) => (
        <td
          key={field.name}
          data-stop={field.name}
          tabIndex={stopTabIndex(field.name)}
          {...(may && isEditable(field) ? { "data-editable": true } : { "aria-readonly": true })}
          data-number={field.type === "number" && field !== ID}
          data-pinned={left !== null}
          data-edge={isEdge}
          style={left === null ? {} : { left }}
        >
          <CellValue field={field} row={row} schema={schema} links={!may || field.readOnly} />
        </td>
      ))}
    </tr>
  );
});

/** People and what has a domain are told apart by their pictures. The initials of other names would say nothing. */
function hasPicture({ name: type, properties }: Schema): boolean {
  return isOfPeople(type) || properties.some(({ name, builtIn }) => builtIn && name === "domain");
}

interface RowMenuProps {
  readonly row: TableRow;
  /** Address of the record. */
  readonly href: string;
  readonly tabIndex: number;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => void;
}

/** The actions of a row, under the pointer and beside the focus. Read-only admins have those that change nothing. */
function RowMenu({ row, href, tabIndex, onEdit, onDelete }: RowMenuProps) {
  const may = useMay("admin");
  const copyLink = async () => {
    const isCopied = await copyText(
      location.origin + href,
      "Open the record and copy its address.",
    );
    if (isCopied) notifications.show({ message: "Link copied.", color: "teal" });
  };
  return (
    <LazyMenu
      position="bottom-start"
      width={180}
      shadow="md"
      target={
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
      }
    >
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={href}
          target="_blank"
          leftSection={<IconExternalLink size={15} aria-hidden />}
        >
          Open in new tab
        </Menu.Item>
        <Menu.Item leftSection={<IconLink size={15} aria-hidden />} onClick={() => void copyLink()}>
          Copy link
        </Menu.Item>
        {may && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={15} aria-hidden />}
              onClick={() => onEdit(row)}
            >
              Edit
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => onDelete(row)}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LazyMenu>
  );
}
