import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconArrowMerge,
  IconDots,
  IconEraser,
  IconFileExport,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { focusNextHeading } from "../../ui/pages/heading-focus.ts";
import { CopyIcon } from "../../ui/values/copy-icon.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { recallList } from "../records/opened-list.ts";
import { useDeleteRecord } from "../records/use-delete-record.tsx";
import { EraseRecord } from "./erase-record.tsx";
import { useExportRecord } from "./export-record.ts";
import { MergeRecord } from "./merge-record.tsx";
import classes from "./record-header.module.css";
import type { RecordParts } from "./record-model.ts";

/** The record's type, id and times. */
export function RecordLead({ recordKey: { type, id }, record }: RecordParts) {
  const { icon: Icon, singular } = typeNames(type);
  return (
    <span className={classes.lead}>
      <span className={classes.part}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {singular}
      </span>
      <span className={classes.part}>
        <span className="tabular">#{id}</span>
        <CopyIcon value={String(id)} what="id" />
      </span>
      <span>
        Created <Moment at={record.createdAt} />
      </span>
      <span>
        Changed <Moment at={record.updatedAt} />
      </span>
    </span>
  );
}

/** The actions on the record. */
export function RecordActions(parts: RecordParts) {
  const { recordKey, record } = parts;
  const { projectId, type } = recordKey;
  const navigate = useNavigate();
  const may = useMay("admin");
  const table = `/p/${projectId}/${typeNames(type).plural}`;
  const list = recallList(projectId, type) ?? { to: table, search: {} };
  const { remove, question } = useDeleteRecord(type, {
    onDeleted: () => {
      focusNextHeading();
      return navigate({ to: list.to, search: list.search as never });
    },
    onRestored: (id) => {
      focusNextHeading();
      return navigate({ to: `${table}/${id}` });
    },
  });
  const [isErasing, erasing] = useDisclosure();
  const [isMerging, merging] = useDisclosure();
  const exporting = useExportRecord(recordKey);
  if (!may) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={merging.open}>
            Merge
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileExport size={16} aria-hidden />}
            onClick={() => exporting.mutate(recordKey)}
          >
            Export everything about it
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => remove(record)}
          >
            Delete
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconEraser size={16} aria-hidden />}
            onClick={erasing.open}
          >
            Erase for good
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <MergeRecord {...parts} opened={isMerging} onClose={merging.close} />
      {question}
      <EraseRecord {...parts} opened={isErasing} onClose={erasing.close} />
    </>
  );
}
