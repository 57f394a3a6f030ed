import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { api, calls, type Outputs } from "../../api.ts";
import { typeKeys, typeNames } from "../../object-types.ts";
import { formatDetail, RecordLink } from "../../records/record-link.tsx";
import { deletedNotice } from "../../records/use-delete-record.tsx";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { useLinkNotice } from "../../ui/notices.tsx";
import { failureIssues, failureMessage } from "../../ui/pages/error-notice.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import selectionClasses from "../../ui/tables/selection-bar.module.css";
import { Address } from "../../ui/values/address.tsx";
import { formatDay, formatNumber } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";

type BinnedRecord = Outputs["records"]["bin"]["records"][number];

/** The table of deleted records. */
export function Binned({ records }: { readonly records: readonly BinnedRecord[] }) {
  const projectId = useProjectId();
  const mayChange = useMay("admin");
  const [tried, setTried] = useState<BinnedRecord | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const show = useLinkNotice();
  const recordName = (id: number) => (tried?.id === id ? tried.name : `#${id}`);
  const { mutate, error, isPending, reset } = useChange(api.records.restore, {
    showsError: true,
    onDone: (_, { type, id }) => {
      // There is nothing left to undo.
      notifications.hide(deletedNotice(id));
      show({
        text: "The record and its associations were restored. Open",
        label: recordName(id),
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

interface RestoreSelectedProps {
  readonly selected: readonly BinnedRecord[];
  readonly onDone: () => void;
}

/** The bar that restores the selected records: one bulk change for each of their types. */
function RestoreSelected({ selected, onDone }: RestoreSelectedProps) {
  const projectId = useProjectId();
  const restore = useChange(
    {
      mutationFn: async (records: readonly BinnedRecord[]) => {
        for (const type of typeKeys()) {
          const ids = records.filter((record) => record.type === type).map(({ id }) => id);
          const action = { kind: "restore" } as const;
          if (ids.length > 0) {
            await calls.changes.start.mutate({ projectId, type, selection: { ids }, action });
          }
          for (const id of ids) notifications.hide(deletedNotice(id));
        }
      },
    },
    { changes: "changes", failed: "Not all of the records are being restored", onDone },
  );
  if (selected.length === 0) return null;
  return (
    <Group
      component="section"
      aria-label="Selection"
      gap="sm"
      className={selectionClasses.bar ?? ""}
    >
      <Text role="status" className="tabular">
        {formatNumber(selected.length)} selected
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        loading={restore.isPending}
        onClick={() => restore.mutate(selected)}
      >
        Restore {formatNumber(selected.length)}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
        Clear selection
      </Button>
    </Group>
  );
}

interface NotRestoredProps {
  readonly record: BinnedRecord;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Says why a record was not restored, with a link to the record that took its unique value. */
function NotRestored({ record, error, onClose }: NotRestoredProps) {
  const { singular } = typeNames(record.type);
  const others = failureIssues(error).flatMap(({ conflictingId }) => conflictingId ?? []);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`“${record.name}” was not restored`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Stack gap={6} align="flex-start">
        <Text>{failureMessage(error)}</Text>
        {[...new Set(others)].map((id) => (
          <RecordLink key={id} type={record.type} id={id} c="inherit" underline="always">
            Open {singular.toLowerCase()} {id}
          </RecordLink>
        ))}
        {others.length > 0 && <Text>Change the value there, then restore this record.</Text>}
      </Stack>
    </Alert>
  );
}

function Name({ record }: { readonly record: BinnedRecord }) {
  const { icon: Icon, singular } = typeNames(record.type);
  const detail = formatDetail(record);
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={17} stroke={1.6} style={{ flex: "none" }} aria-hidden />
      <Stack
        gap={0}
        miw={{ base: 0, xs: 150 }}
        style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}
      >
        <Text inherit fw={500}>
          {record.name}
        </Text>
        <Text c="dimmed" fz="xs">
          <Address>{detail === null ? singular : `${singular} · ${detail}`}</Address>
        </Text>
      </Stack>
    </Group>
  );
}
