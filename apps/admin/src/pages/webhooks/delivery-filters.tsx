import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { AnySelect, FilterGrid, MomentFilter } from "../../ui/tables/filter-grid.tsx";
import { type DeliveriesSearch, type DeliveryStatus, STATUSES } from "./search.ts";
import { useEndpoints } from "./use-endpoints.ts";

interface DeliveryFiltersProps {
  readonly search: DeliveriesSearch;
  /** Called with the changed filters; undefined removes one. */
  readonly onChange: (change: DeliveriesSearch) => void;
}

/** The filters of the list of deliveries. */
export function DeliveryFilters({ search, onChange }: DeliveryFiltersProps) {
  const endpoints = useEndpoints();
  const types = useQuery(api.webhooks.eventTypes.queryOptions());
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
