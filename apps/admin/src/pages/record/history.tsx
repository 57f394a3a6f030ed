import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import classes from "./history.module.css";
import { Entry } from "./history-entry.tsx";
import type { RecordParts } from "./record-model.ts";
import { Side } from "./side.tsx";
import { undoableMerge } from "./unmerge.tsx";

/** The record's changes, newest first. */
export function History(parts: RecordParts) {
  const { projectId, id } = parts.recordKey;
  const query = useInfiniteQuery(
    api.records.history.infiniteQueryOptions(
      { projectId, id, limit: 20 },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  return (
    <Side title="History" lead="Every change, newest first.">
      <Loaded query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) {
            return (
              <Empty icon={IconHistory} title="No history" py="md">
                The next change appears here.
              </Empty>
            );
          }
          const undoable = undoableMerge(entries);
          return (
            <ol className={classes.entries}>
              {entries.map((entry) => (
                <Entry key={entry.id} {...parts} entry={entry} isUndoable={entry.id === undoable} />
              ))}
            </ol>
          );
        }}
      </Loaded>
      <LoadMore query={query} />
    </Side>
  );
}
