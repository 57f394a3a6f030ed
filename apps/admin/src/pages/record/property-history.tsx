import { Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, NEXT_PAGE } from "../../api.ts";
import {
  findDefinition,
  type HistoryEntry,
  type RecordParts,
  useRecordSearch,
} from "../../records/record-model.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { SidePanel } from "../../ui/pages/panel.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import classes from "./history.module.css";
import { FromTo, When, Who } from "./history-entry.tsx";

/** The drawer with the history of a property. */
export function PropertyHistory(parts: RecordParts) {
  const [{ history }, change] = useRecordSearch();
  const label = history === undefined ? "" : findDefinition(parts.schema, history).label;
  return (
    <SidePanel
      opened={history !== undefined}
      onClose={() => change({ history: undefined })}
      title={`History of ${label}`}
    >
      <Changes {...parts} property={history ?? ""} />
    </SidePanel>
  );
}

function Changes({ property, ...parts }: RecordParts & { readonly property: string }) {
  const { projectId, id } = parts.recordKey;
  const query = useInfiniteQuery(
    api.records.history.infiniteQueryOptions({ projectId, id, property, limit: 20 }, NEXT_PAGE),
  );
  return (
    <>
      <Loaded query={query}>
        {({ pages }) => {
          const entries = withFirst(
            pages.flatMap((page) => page.entries),
            property,
            parts,
          );
          return <Entries {...parts} entries={entries} />;
        }}
      </Loaded>
      <LoadMore query={query} />
    </>
  );
}

/** Shown under the pointer. */
const LAST = 3;

/** The last changes of a property, for a glance. */
export function LastChanges({ property, ...parts }: RecordParts & { readonly property: string }) {
  const { projectId, id } = parts.recordKey;
  const query = useQuery(
    api.records.history.queryOptions({ projectId, id, property, limit: LAST }),
  );
  return (
    <Loaded query={query} skeleton={<Lines count={2} />}>
      {({ entries }) => (
        <Entries {...parts} entries={withFirst(entries, property, parts).slice(0, LAST)} />
      )}
    </Loaded>
  );
}

interface EntriesProps extends RecordParts {
  readonly entries: ReturnType<typeof withFirst>;
}

function Entries({ entries, ...parts }: EntriesProps) {
  if (entries.length === 0) return <Text c="dimmed">This property has never been set.</Text>;
  return (
    <ol className={classes.entries}>
      {entries.map(({ entry, change }) => (
        <li key={entry.id} className={classes.body}>
          <FromTo {...parts} change={change} isLine />
          <Text>
            <Who actor={entry.actor} />
          </Text>
          <When entry={entry} />
        </li>
      ))}
    </ol>
  );
}

/**
 * Returns the changes of a property. The entry of the creation has no values, so the initial value is derived:
 * it is the old value of the first change, or the current value.
 */
function withFirst(
  entries: readonly HistoryEntry[],
  property: string,
  { record }: RecordParts,
): readonly { entry: HistoryEntry; change: HistoryEntry["changes"][number] }[] {
  const found = entries.flatMap((entry) => {
    const change = entry.changes.find((one) => one.property === property);
    return change === undefined ? [] : [{ entry, change }];
  });
  const created = entries.find(({ action }) => action === "created");
  const oldest = found.at(-1);
  const first = oldest === undefined ? (record.properties[property] ?? null) : oldest.change.from;
  if (created === undefined || first === null) return found;
  return [...found, { entry: created, change: { property, from: null, to: first } }];
}
