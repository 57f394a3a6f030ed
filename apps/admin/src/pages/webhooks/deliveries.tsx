import { Button, Text } from "@mantine/core";
import { IconRefresh, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Inputs } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { DataTable } from "../../ui/tables/data-table.tsx";
import { AnySelect, FilterGrid, MomentFilter } from "../../ui/tables/filter-grid.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { type Endpoint, useDeliveries, useEndpoints } from "./queries.ts";
import { type DeliveriesSearch, type DeliveryStatus, STATUSES } from "./search.ts";
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

interface ReplayAllProps {
  readonly status: Replayable;
  /** The filters of the list. Its status does not matter. */
  readonly search: DeliveriesSearch;
  /** Undefined while loading. */
  readonly endpoints: readonly Endpoint[] | undefined;
}

/** The button that replays all failed or all retrying deliveries, if there are any. */
function ReplayAll({ status, search, endpoints }: ReplayAllProps) {
  const { endpoint: endpointId, event: eventType, from, to } = search;
  const filter = { endpointId, eventType, from, to };
  const isFiltered = [eventType, from, to].some((value) => value !== undefined);
  const found = useReplayable(status, filter, endpoints);
  const { replayFailed, replayRetrying } = useProject().webhooks.deliveries;
  if (found === undefined || (found.count === 0 && !found.hasMore)) return null;
  const endpoint = endpoints?.find(({ id }) => id === endpointId);
  return (
    <ChangeButton
      leftSection={<IconRefresh size={16} aria-hidden />}
      of={status === "failed" ? replayFailed : replayRetrying}
      input={filter}
      done={({ replayed }) => replaySummary(status, replayed)}
      asks={{
        title: `Replay all ${status} deliveries?`,
        action: `Replay all ${status}`,
        isHarmless: true,
        children: `This sends ${countText(status, found, isFiltered)} to ${endpoint?.url ?? "the project’s enabled endpoints"} again${status === "retrying" ? " now, instead of at the next attempt" : ""}. Receivers recognize repeated events by their webhook-id.`,
      }}
    >
      Replay all {status}
    </ChangeButton>
  );
}

function countText(
  status: Replayable,
  { count, hasMore }: ReplayableCount,
  isFiltered: boolean,
): string {
  if (hasMore) return `every ${status} delivery${isFiltered ? " that meets the filters" : ""}`;
  return count === 1 ? `1 ${status} delivery` : `${formatNumber(count)} ${status} deliveries`;
}

function replaySummary(status: Replayable, replayed: number): string {
  if (replayed === 0) return `No ${status} deliveries to replay.`;
  return replayed === 1
    ? "1 delivery queued for replay."
    : `${formatNumber(replayed)} deliveries queued for replay.`;
}

/** Deliveries that are counted exactly. */
const MAX_COUNTED = 100;

/** The deliveries that can be replayed all at once. */
type Replayable = "failed" | "retrying";

interface ReplayableCount {
  readonly count: number;
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

/**
 * Returns how many deliveries "Replay all failed" or "Replay all retrying" would send again: those to enabled endpoints.
 * Undefined while it is not known.
 *
 * @param filter counts only deliveries that meet it
 * @param endpoints undefined while loading
 */
function useReplayable(
  status: Replayable,
  filter: Omit<Inputs["webhooks"]["deliveries"]["replayFailed"], "projectId">,
  endpoints: readonly Endpoint[] | undefined,
): ReplayableCount | undefined {
  const { data } = useQuery(
    useProject().webhooks.deliveries.list.queryOptions({ status, limit: MAX_COUNTED, ...filter }),
  );
  if (data === undefined || endpoints === undefined) return undefined;
  const enabled = new Set(endpoints.flatMap(({ id, enabled }) => (enabled ? [id] : [])));
  const { endpointId } = filter;
  if (endpointId !== undefined && !enabled.has(endpointId)) return { count: 0, hasMore: false };
  const { length } = data.deliveries.filter((one) => enabled.has(one.endpointId));
  return { count: length, hasMore: data.nextCursor !== null };
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
