import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { detailOf } from "../../record-detail.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { useLinkNotice } from "../../ui/use-link-notice.tsx";
import { formatDay } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { INVALIDATED_BY_RECORDS } from "../records/invalidated.ts";
import { deletedNotice } from "../records/use-delete-record.tsx";
import type { BinnedRecord } from "./binned-record.ts";
import { NotRestored } from "./not-restored.tsx";
import { RestoreSelected } from "./restore-selected.tsx";

/** The table of deleted records. */
export function Binned({ records }: { readonly records: readonly BinnedRecord[] }) {
  const projectId = useProjectId();
  const mayChange = useMay("admin");
  const [tried, setTried] = useState<BinnedRecord | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const show = useLinkNotice();
  const nameOf = (id: number) => (tried?.id === id ? tried.name : `#${id}`);
  const { mutate, error, isPending, reset } = useChange(api.records.restore.mutationOptions(), {
    invalidates: INVALIDATED_BY_RECORDS,
    showsError: true,
    onDone: (_, { type, id }) => {
      // There is nothing left to undo.
      notifications.hide(deletedNotice(id));
      show({
        text: "The record and its associations were restored. Open",
        label: nameOf(id),
        to: {
          to: "/p/$projectId/$plural/$recordId",
          params: {
            projectId: String(projectId),
            plural: typeNames(type).plural,
            recordId: String(id),
          },
        },
      });
    },
  });
  const columns = useMemo<readonly Column<BinnedRecord>[]>(() => {
    const restore = (record: BinnedRecord) => {
      setTried(record);
      mutate({ projectId, type: record.type, id: record.id });
    };
    const toggle = ({ id }: BinnedRecord) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    return [
      {
        id: "name",
        header: "Record",
        cell: ({ row: { original } }) => (
          <Group gap="sm" wrap="nowrap">
            {mayChange && (
              <Checkbox
                size="xs"
                aria-label={`Select ${original.name}`}
                checked={selected.has(original.id)}
                onChange={() => toggle(original)}
              />
            )}
            <Name record={original} />
          </Group>
        ),
      },
      {
        id: "deleted",
        header: "Deleted",
        cell: ({ row }) => <Moment at={row.original.deletedAt} />,
      },
      {
        id: "purged",
        header: "Removed permanently",
        cell: ({ row }) => formatDay(row.original.purgedAt),
      },
      ...(mayChange
        ? [
            {
              id: "actions",
              header: "Actions",
              cell: ({ row }: { readonly row: { readonly original: BinnedRecord } }) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconArrowBackUp size={15} aria-hidden />}
                  aria-label={`Restore ${row.original.name}`}
                  loading={isPending && tried?.id === row.original.id}
                  onClick={() => restore(row.original)}
                >
                  Restore
                </Button>
              ),
            },
          ]
        : []),
    ];
  }, [mayChange, isPending, tried, mutate, projectId, selected]);
  return (
    <Stack gap="sm">
      {error && tried ? <NotRestored record={tried} error={error} onClose={reset} /> : null}
      <DataTable
        label="Deleted records"
        columns={columns}
        rows={records}
        rowKey={({ id }) => id}
        empty={null}
      />
      {/* Below the table, so that a first tick moves no row from under the pointer. */}
      <RestoreSelected
        selected={records.filter(({ id }) => selected.has(id))}
        onDone={() => setSelected(new Set())}
      />
    </Stack>
  );
}

function Name({ record }: { readonly record: BinnedRecord }) {
  const { icon: Icon, singular } = typeNames(record.type);
  const detail = detailOf(record);
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={17} stroke={1.6} style={{ flex: "none" }} aria-hidden />
      <Stack
        gap={0}
        miw={{ base: 178, xs: 150 }}
        style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}
      >
        <Text inherit fw={500}>
          {record.name}
        </Text>
        <Text c="dimmed" fz="xs">
          {detail === null ? singular : `${singular} · ${detail}`}
        </Text>
      </Stack>
    </Group>
  );
}
