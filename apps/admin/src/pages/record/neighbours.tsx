import { ActionIcon, Group, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, queryClient } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { type OpenedList, recallList, rememberList } from "../../records/opened-list.ts";
import type { RecordKey } from "../../records/record-model.ts";
import { usePageKeys } from "../../ui/keyboard.ts";
import { formatNumber } from "../../ui/values/format.ts";

/** Leads to the previous and the next record of the list that the admin came from, also by the keys k and j. */
export function Neighbours({ recordKey }: { readonly recordKey: RecordKey }) {
  const { projectId, type, id } = recordKey;
  const navigate = useNavigate();
  const [isLoading, setIsLoading] = useState(false);
  const list = recallList(projectId, type);
  const at = list?.ids.indexOf(id) ?? -1;
  const noun = typeNames(type).singular.toLowerCase();
  const open = (neighbour: number | undefined) => {
    if (neighbour === undefined) return;
    void navigate({
      to: `/p/${projectId}/${typeNames(type).plural}/${neighbour}`,
      search: ((before: { tab?: string }) => ({ tab: before.tab })) as never,
    });
  };
  const previous = at > 0 ? list?.ids[at - 1] : undefined;
  const next = at < 0 ? undefined : list?.ids[at + 1];
  const hasMore = at >= 0 && next === undefined && list?.more != null;
  const openNext = async () => {
    if (next !== undefined || list === null || !hasMore || isLoading) return open(next);
    setIsLoading(true);
    try {
      const longer = await withMore(list);
      rememberList(projectId, type, longer);
      open(longer.ids[longer.ids.indexOf(id) + 1]);
    } finally {
      setIsLoading(false);
    }
  };
  usePageKeys([
    ["j", () => void openNext()],
    ["k", () => open(previous)],
  ]);
  if (list === null || at < 0) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Text c="dimmed" fz="sm" className="tabular">
        {formatNumber(at + 1)} of {totalText(list)}
      </Text>
      <Tooltip label={`Previous ${noun} (K)`}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`Previous ${noun}`}
          disabled={previous === undefined}
          onClick={() => open(previous)}
        >
          <IconChevronUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`Next ${noun} (J)`}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`Next ${noun}`}
          disabled={next === undefined && !hasMore}
          loading={isLoading}
          onClick={() => void openNext()}
        >
          <IconChevronDown size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function totalText({ ids, more, total }: OpenedList): string {
  if (more === null) return formatNumber(ids.length);
  return total ?? `${formatNumber(ids.length)}+`;
}

/** A page may be empty although more follow. */
const MAX_EMPTY_PAGES = 20;

/** Loads the next records of a list. */
async function withMore(list: OpenedList): Promise<OpenedList> {
  let longer = list;
  for (let page = 0; longer.more !== null && page < MAX_EMPTY_PAGES; page++) {
    const { input, cursor } = longer.more;
    const { records, nextCursor } = await queryClient.fetchQuery({
      ...api.records.list.queryOptions({ ...input, cursor }),
      staleTime: 0,
      gcTime: 0,
    });
    const ids = [...longer.ids, ...records.map((record) => record.id)];
    longer = { ...longer, ids, more: nextCursor === null ? null : { input, cursor: nextCursor } };
    if (records.length > 0) break;
  }
  return longer;
}
