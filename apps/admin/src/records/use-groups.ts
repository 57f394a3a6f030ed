import type { Color } from "@rapport/model";
import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  keepPreviousData,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo, useReducer, useState } from "react";
import { api, type Inputs, NEXT_PAGE, type Outputs } from "../api.ts";
import type { Schema } from "../property/use-schema.ts";
import type { Field } from "./fields.ts";
import {
  type CountedGroup,
  groupFields,
  groupKey,
  inGroup,
  labelOfGroup,
  sumFields,
} from "./grouping.ts";
import type { Asked } from "./use-records-search.ts";
import type { Table, TableRow } from "./use-table.ts";

export interface Group
  extends Pick<CountedGroup, "value" | "pipeline" | "count" | "sums" | "converted"> {
  readonly key: string;
  readonly label: string;
  readonly color: Color | undefined;
  readonly isOpen: boolean;
  /** What the table is asked for of this group. */
  readonly input: Table["input"];
  /** Its records; undefined while it is closed. */
  readonly list: ListedRecords | undefined;
}

/** A table whose records are in groups. */
export interface Groups {
  readonly by: Field;
  readonly groups: readonly Group[];
  /** The records of the open groups. */
  readonly rows: readonly TableRow[];
  readonly toggle: (key: string) => void;
  /** Whether there are more groups, which are not shown. */
  readonly isMore: boolean;
  /** Of all groups; null if there are too many records to add them up. */
  readonly sums: Outputs["records"]["groups"]["sums"];
  /** The amounts of all groups in the reporting currency. */
  readonly converted?: CountedGroup["converted"] | undefined;
  /** The currency of such totals; null if there are none. */
  readonly reporting: Outputs["records"]["groups"]["reporting"];
  readonly query: Table["query"];
}

/** Groups that are open until the admin closes them. */
const OPEN_GROUPS = 10;
/** Records that a group shows first, and with each further click. */
const GROUP_ROWS = 25;

interface Grouped {
  readonly schema: Schema;
  readonly asked: Asked;
  readonly columns: readonly Field[];
  readonly associations: readonly string[];
}

/** Fetches the groups of a table, and the records of those that are open. Returns null if the table is not grouped. */
export function useGroups(table: Table, grouped: Grouped): Groups | null {
  const { schema, asked, columns, associations } = grouped;
  const { params, sort } = asked;
  const by = groupFields(schema).find(({ name }) => name === params.group);
  const { input } = table;
  const sums = sumFields(columns, schema).map(({ name }) => name);
  const query = useQuery({
    ...api.records.groups.queryOptions({ ...input, by: by?.name ?? "", sums }),
    placeholderData: keepPreviousData,
    enabled: by !== undefined,
  });
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(() => {
    const all = query.data?.groups ?? [];
    const namesPipeline = new Set(all.map(({ pipeline }) => pipeline)).size > 1;
    return by === undefined
      ? []
      : all.map((group, i) => ({
          ...group,
          key: groupKey(group),
          ...labelOfGroup(group, by, { schema, namesPipeline }),
          isOpen: i < OPEN_GROUPS !== toggled.has(`${by.name} ${groupKey(group)}`),
          input: inGroup(input, group, by),
        }));
  }, [by, query.data, schema, toggled, input]);
  const open = found.filter(({ isOpen }) => isOpen);
  const lists = useLists(
    open.map((group) => ({
      ...group.input,
      sort,
      limit: GROUP_ROWS,
      associations: [...associations],
    })),
  );
  if (by === undefined) return null;
  const groups = found.map((group) => ({
    ...group,
    color: group.color,
    list: group.isOpen ? lists[open.indexOf(group)] : undefined,
  }));
  return {
    by,
    groups,
    rows: groups.flatMap(({ list }) => list?.rows ?? []),
    toggle: (key) => {
      const name = `${by.name} ${key}`;
      setToggled((before) =>
        before.has(name)
          ? new Set([...before].filter((one) => one !== name))
          : new Set([...before, name]),
      );
    },
    isMore: query.data?.isMore ?? false,
    sums: query.data?.sums ?? null,
    converted: query.data?.converted,
    reporting: query.data?.reporting ?? null,
    query: { ...table.query, ...query, ...WHOLE, data: undefined },
  };
}

/** The groups are one page. */
const WHOLE = { hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false };

/** Records that are listed page by page. */
export interface ListedRecords {
  readonly rows: readonly TableRow[];
  readonly query: Pick<
    InfiniteQueryObserverResult,
    "isPending" | "hasNextPage" | "isFetchingNextPage"
  > & {
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
}

/** A list that was shown a moment ago is not fetched again when another group opens or closes. */
const FRESH_MS = 30_000;

/** Fetches several lists of records, each page by page. */
function useLists(inputs: readonly Inputs["records"]["list"][]): readonly ListedRecords[] {
  const client = useQueryClient();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const wanted = JSON.stringify(inputs);
  const observers = useMemo(
    () =>
      (JSON.parse(wanted) as typeof inputs).map((input) => {
        const options = api.records.list.infiniteQueryOptions(input, NEXT_PAGE);
        return new InfiniteQueryObserver(client, { ...options, staleTime: FRESH_MS });
      }),
    [client, wanted],
  );
  useEffect(() => {
    const ends = observers.map((observer) => observer.subscribe(render));
    // What arrived between the first render and now is shown.
    render();
    return () => {
      for (const end of ends) end();
    };
  }, [observers]);
  return observers.map((observer) => {
    const query = observer.getCurrentResult();
    return { rows: query.data?.pages.flatMap(({ records }) => records) ?? [], query };
  });
}
