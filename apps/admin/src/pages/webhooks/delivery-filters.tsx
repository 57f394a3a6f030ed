import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import classes from "../../ui/filter-grid.module.css";
import { MomentInput } from "../../ui/moment-input.tsx";
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
    <search className={classes.filters} aria-label="Filter the deliveries">
      <Select
        label="Endpoint"
        placeholder="Any"
        data={urls}
        value={search.endpoint === undefined ? null : String(search.endpoint)}
        onChange={(id) => onChange({ endpoint: id === null ? undefined : Number(id) })}
        clearable
        clearButtonProps={{ "aria-label": "Any endpoint" }}
      />
      <Select
        label="Status"
        placeholder="Any"
        data={Object.entries(STATUSES).map(([value, label]) => ({ value, label }))}
        value={search.status ?? null}
        onChange={(status) => onChange({ status: (status ?? undefined) as DeliveryStatus })}
        clearable
        clearButtonProps={{ "aria-label": "Any status" }}
      />
      <Select
        label="Event type"
        placeholder="Any"
        data={types.data?.types ?? []}
        value={search.event ?? null}
        onChange={(event) => onChange({ event: event ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Any event type" }}
        nothingFoundMessage="No event type matches"
      />
      <div className={classes.moment}>
        <MomentInput
          label="Created from"
          value={search.from}
          onChange={(from) => onChange({ from })}
        />
      </div>
      <div className={classes.moment}>
        <MomentInput label="Created until" value={search.to} onChange={(to) => onChange({ to })} />
      </div>
      {Object.keys(search).length > 0 && (
        <Button
          variant="subtle"
          px="xs"
          className={classes.clear}
          onClick={() => onChange(UNFILTERED)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

const UNFILTERED: DeliveriesSearch = {
  endpoint: undefined,
  status: undefined,
  event: undefined,
  from: undefined,
  to: undefined,
};
