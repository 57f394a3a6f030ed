import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureStatus } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { type Schema, useSchema } from "../property/use-schema.ts";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ErrorNotice } from "../ui/pages/error-notice.tsx";
import { Loaded } from "../ui/pages/loaded.tsx";
import {
  type ChangedRecord,
  changedSince,
  choose,
  differing,
  type MergeChoice,
  mergeInput,
  type PreviewRecord,
} from "./merge-model.ts";
import { MergeTable } from "./merge-table.tsx";
import { useMerge } from "./use-merge.tsx";

interface MergeDialogProps {
  readonly type: string;
  /** Ids of two to ten records; null closes the dialog. The first one is the primary record at first. */
  readonly ids: readonly number[] | null;
  readonly onClose: () => void;
  readonly onMerged?: (primaryId: number) => void;
}

/** Compares records and merges them. */
export function MergeDialog({ type, ids, onClose, onMerged }: MergeDialogProps) {
  const title = `Merge ${typeNames(type).label.toLowerCase()}`;
  const isNarrow = useMediaQuery("(max-width: 48em)");
  return (
    <Dialog
      opened={ids !== null}
      onClose={onClose}
      title={title}
      fullScreen={isNarrow}
      size={ids !== null && ids.length > 3 ? "90%" : "xl"}
    >
      {ids !== null && (
        <Comparison
          type={type}
          ids={ids}
          onClose={onClose}
          onMerged={(primaryId) => {
            onClose();
            onMerged?.(primaryId);
          }}
        />
      )}
    </Dialog>
  );
}

interface ComparisonProps {
  readonly type: string;
  readonly ids: readonly number[];
  readonly onClose: () => void;
  readonly onMerged: (primaryId: number) => void;
}

function Comparison({ type, ids, ...handlers }: ComparisonProps) {
  const project = useProject();
  const preview = useQuery(
    // Do not refetch while the admin compares. If a record has changed, the merge is refused and the records are read again.
    project.duplicates.preview.queryOptions(
      { type, ids: [...ids] },
      { staleTime: 0, refetchOnWindowFocus: false, meta: { isLive: false } },
    ),
  );
  const schema = useSchema(type);
  const both =
    preview.data && schema.data ? { records: preview.data, schema: schema.data } : undefined;
  const query = {
    data: both,
    error: preview.error ?? schema.error,
    refetch: () => Promise.all([preview.refetch(), schema.refetch()]),
  };
  return (
    <Loaded query={query}>
      {(data) => (
        <Form {...data} first={ids[0] ?? 0} onChanged={() => preview.refetch()} {...handlers} />
      )}
    </Loaded>
  );
}

interface FormProps extends Omit<ComparisonProps, "ids" | "type"> {
  readonly records: readonly PreviewRecord[];
  readonly schema: Schema;
  readonly first: number;
  /** Reads the records again, after someone has changed them. */
  readonly onChanged: () => void;
}

function Form({ records, schema, first, onChanged, onClose, onMerged }: FormProps) {
  const { name: type } = schema;
  const projectId = useProjectId();
  const [choice, setChoice] = useState<MergeChoice>({ primaryId: first, values: {} });
  const [seen, setSeen] = useState<readonly PreviewRecord[] | null>(null);
  const change = useMerge(schema, ({ primaryId }) => onMerged(primaryId));
  const isStale = failureStatus(change.error) === 412;
  const merge = () =>
    change.mutate(
      { projectId, type, ...mergeInput(records, choice) },
      {
        onError: (error) => {
          if (failureStatus(error) !== 412) return;
          setSeen(records);
          onChanged();
        },
      },
    );
  const properties = differing(records, schema.properties);
  const isOne = properties.length === 1;
  return (
    <Stack>
      <Text c="dimmed">
        Choose the record to keep, and click a value to keep it. Links to the other records will
        open the one that you keep. You can undo this for 90 days.
      </Text>
      <MergeTable
        records={records}
        schema={schema}
        properties={properties}
        choice={choice}
        onKeep={(primaryId) => setChoice({ ...choice, primaryId })}
        onChoose={(name, id) => setChoice(choose(choice, name, id))}
      />
      <Text c="dimmed" fz="xs">
        {properties.length === 0
          ? "All properties are the same."
          : `The records differ in ${properties.length} ${isOne ? "property" : "properties"}.`}
      </Text>
      {isStale && seen !== null ? (
        <ChangedNotice changed={changedSince(seen, records, schema.properties)} />
      ) : null}
      {change.error && !isStale ? <ErrorNotice error={change.error} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={change.isPending} onClick={merge}>
          Merge {records.length} {typeNames(type).label.toLowerCase()}
        </Button>
      </Group>
    </Stack>
  );
}

interface ChangedNoticeProps {
  readonly changed: readonly ChangedRecord[];
}

/** Says which records someone has changed while they were compared. The table shows them as they are now. */
function ChangedNotice({ changed }: ChangedNoticeProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
    >
      <Text>
        Nothing was merged, because someone else changed a record. The table shows the new values.
        Merge again to continue.
      </Text>
      <List size="sm" mt="xs">
        {changed.map(({ id, name, labels }) => (
          <List.Item key={id}>
            {name} #{id}: {labels.length === 0 ? "the same values again" : labels.join(", ")}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
