import { Switch, Text } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { SidePanel } from "../../ui/pages/side-panel.tsx";
import { DataTable } from "../../ui/tables/data-table.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { NoRequests } from "./no-requests.tsx";
import { REQUEST_COLUMNS } from "./request-columns.tsx";
import { RequestDetails } from "./request-details.tsx";
import { RequestFilters } from "./request-filters.tsx";
import type { RequestsSearch } from "./search.ts";
import { UsagePage } from "./usage-page.tsx";
import { useRequests } from "./use-requests.ts";

const route = getRouteApi("/signed-in/p/$projectId/usage/requests");

/** The log of requests. */
export function Requests() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setLive] = useState(true);
  const requests = useRequests(search, isLive);
  const switchLive = (isOn: boolean) => {
    setLive(isOn);
    // What came meanwhile was left out.
    if (isOn) void requests.refetch();
  };
  const change = (changed: RequestsSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace, resetScroll: false });
  const { open, ...filters } = search;
  return (
    <UsagePage
      title="Requests"
      lead="What OAuth clients and API keys asked for, newest first. Values that they sent are not kept."
      wide
      actions={
        <Switch
          label="Live"
          checked={isLive}
          onChange={({ currentTarget }) => switchLive(currentTarget.checked)}
        />
      }
    >
      <RequestFilters search={filters} onChange={change} />
      <Loaded query={requests}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.requests);
          return (
            <>
              <DataTable
                label="Requests"
                columns={REQUEST_COLUMNS}
                rows={rows}
                rowKey={({ id }) => id}
                empty={<Nothing isFiltered={Object.keys(filters).length > 0} />}
              />
              <Text role="status" fz="xs" c="dimmed" mt="xs">
                {rows.length > 0 && shown(rows.length, requests.hasNextPage)}
              </Text>
            </>
          );
        }}
      </Loaded>
      <LoadMore query={requests} />
      <SidePanel
        title="Request"
        opened={open !== undefined}
        onClose={() => change({ open: undefined }, true)}
      >
        <RequestDetails address={open ?? ""} />
      </SidePanel>
    </UsagePage>
  );
}

function shown(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${formatNumber(count)} are shown.`;
  return count === 1 ? "1 request." : `${formatNumber(count)} requests.`;
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty icon={IconListDetails} title="No request matches">
      Clear a filter to see more.
    </Empty>
  ) : (
    <NoRequests title="No requests yet" />
  );
}
