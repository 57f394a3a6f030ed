import { Button, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { DataTable } from "../../ui/tables/data-table.tsx";
import { AnySelect, FilterGrid, MomentFilter } from "../../ui/tables/filter-grid.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { ReplayAll } from "./replay-all.tsx";
import { type DeliveriesSearch, type DeliveryStatus, STATUSES } from "./search.ts";
import { useDeliveries } from "./use-deliveries.ts";
import { useEndpoints } from "./use-endpoints.ts";
import { WebhooksPage } from "./webhooks-page.tsx";

/** The list of deliveries. */
export function Deliveries() {
  const search = useSearch({ from: "/signed-in/p/$projectId/webhooks/deliveries" });
  const navigate = useNavigate({ from: "/p/$projectId/webhooks/deliveries" });
  const deliveries = useDeliveries(search);
  const { data: endpoints } = useEndpoints();
  const mayChange = useMay("admin");
  const columns = useMemo(() => deliveryColumns(endpoints, mayChange), [endpoints, mayChange]);
  return (
    <WebhooksPage
      title="Webhook deliveries"
      lead="Each event that was sent to an endpoint, newest first. Failed attempts are retried for three days."
      wide
      actions={
        mayChange && (
          <>
            <ReplayAll status="retrying" search={search} endpoints={endpoints} />
            <ReplayAll status="failed" search={search} endpoints={endpoints} />
          </>
        )
      }
    >
      <DeliveryFilters
        search={search}
        onChange={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
      <Loaded query={deliveries}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.deliveries);
          return (
            <>
              <DataTable
                label="Deliveries"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                empty={<NoDeliveries isFiltered={Object.keys(search).length > 0} />}
              />
              <Text role="status" fz="xs" c="dimmed" mt="xs">
                {rows.length > 0 && shown(rows.length, deliveries.hasNextPage)}
              </Text>
            </>
          );
        }}
      </Loaded>
      <LoadMore query={deliveries} />
    </WebhooksPage>
  );
}

interface DeliveryFiltersProps {
  readonly search: DeliveriesSearch;
  /** Called with the changed filters; undefined removes one. */
  readonly onChange: (change: DeliveriesSearch) => void;
}

/** The filters of the list of deliveries. */
function DeliveryFilters({ search, onChange }: DeliveryFiltersProps) {
  const endpoints = useEndpoints();
  const project = useProject();
  const types = useQuery(project.webhooks.eventTypes.queryOptions());
  const urls = (endpoints.data ?? []).map(({ id, url }) => ({ value: String(id), label: url }));
  return (
    <FilterGrid
      label="Filter the deliveries"
      isFiltered={Object.keys(search).length > 0}
      onClear={() => onChange(UNFILTERED)}
    >
      <AnySelect
        label="Endpoint"
        data={urls}
        value={search.endpoint === undefined ? undefined : String(search.endpoint)}
        onChange={(id) => onChange({ endpoint: id === undefined ? undefined : Number(id) })}
      />
      <AnySelect
        label="Status"
        data={Object.entries(STATUSES).map(([value, label]) => ({ value, label }))}
        value={search.status}
        onChange={(status) => onChange({ status: status as DeliveryStatus | undefined })}
      />
      <AnySelect
        label="Event type"
        data={types.data?.types ?? []}
        value={search.event}
        onChange={(event) => onChange({ event })}
        searchable
      />
      <MomentFilter
        labels={["Created from", "Created until"]}
        from={search.from}
        to={search.to}
        onChange={onChange}
      />
    </FilterGrid>
  );
}

const UNFILTERED: DeliveriesSearch = {
  endpoint: undefined,
  status: undefined,
  event: undefined,
  from: undefined,
  to: undefined,
};

function shown(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${formatNumber(count)} are shown.`;
  return count === 1 ? "1 delivery." : `${formatNumber(count)} deliveries.`;
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  const endpoints = `/p/${useProjectId()}/webhooks`;
  return isFiltered ? (
    <Empty icon={IconSend} title="No delivery matches">
      Clear a filter to see more.
    </Empty>
  ) : (
    <Empty
      icon={IconSend}
      title="Nothing has been sent yet"
      action={
        <Button component={Link} to={endpoints} variant="default">
          Open endpoints
        </Button>
      }
    >
      Deliveries appear here when events are sent to an endpoint. To try it, send a test.
    </Empty>
  );
}
