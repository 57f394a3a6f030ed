import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../api.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import classes from "./audit.module.css";
import { isType } from "./links.tsx";
import { actorOf, type Entry } from "./search.ts";

interface RunEntriesProps {
  readonly entry: Entry;
  readonly since: string;
  readonly projectId: number;
  readonly children: (
    entry: Entry,
    opened: string | undefined,
    onToggle: (id: string) => void,
  ) => ReactNode;
}

/** The entries of a run, one by one. */
export function RunEntries({ entry, since, projectId, children }: RunEntriesProps) {
  const { action, at, subject } = entry;
  const [opened, setOpened] = useState<string>();
  const query = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      {
        projectId,
        actor: actorOf(entry),
        objectType: isType(subject.kind) ? subject.kind : undefined,
        action,
        from: since,
        to: at,
      },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const toggle = (id: string) => setOpened(id === opened ? undefined : id);
  const data = query.data?.pages.flatMap(({ entries }) => entries);
  return (
    <div className={classes.run}>
      <Loaded query={{ ...query, data }} skeleton={<Lines count={3} />}>
        {(entries) => (
          <ol className={classes.entries}>{entries.map((one) => children(one, opened, toggle))}</ol>
        )}
      </Loaded>
      <LoadMore query={query} label="Show more of these" mt="xs" />
    </div>
  );
}
