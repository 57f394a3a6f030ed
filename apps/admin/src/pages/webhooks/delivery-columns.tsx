import { Text } from "@mantine/core";
import type { Column } from "../../ui/tables/data-table.tsx";
import { RowLink } from "../../ui/tables/row-link.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { DeliveredRecord } from "./delivered-record.tsx";
import { Due } from "./due.tsx";
import { Replay } from "./replay.tsx";
import type { Delivery } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";
import { stateOf } from "./words.ts";

/**
 * Returns the columns of the table of deliveries.
 *
 * @param endpoints all except deleted ones; undefined while loading
 * @param mayReplay true if rows have a button to replay
 */
export function deliveryColumns(
  endpoints: readonly Endpoint[] | undefined,
  mayReplay: boolean,
): readonly Column<Delivery>[] {
  const byId = new Map(endpoints?.map((endpoint) => [endpoint.id, endpoint]));
  return [
    { id: "event", header: "Event", cell: ({ row }) => <Event delivery={row.original} /> },
    { id: "status", header: "Status", cell: ({ row }) => <State delivery={row.original} /> },
    {
      id: "record",
      header: "Record",
      cell: ({ row }) => <DeliveredRecord record={row.original.record} />,
    },
    { id: "last", header: "Last response", cell: ({ row }) => <Last delivery={row.original} /> },
    {
      id: "endpoint",
      header: "Endpoint",
      cell: ({ row }) => endpoints && <To url={byId.get(row.original.endpointId)?.url} />,
    },
    {
      id: "attempts",
      header: "Attempts",
      cell: ({ row }) => formatNumber(row.original.attemptCount),
    },
    {
      id: "next",
      header: "Next attempt",
      cell: ({ row }) => <Due at={row.original.nextAttemptAt} />,
    },
    { id: "created", header: "Created", cell: ({ row }) => <Moment at={row.original.createdAt} /> },
    ...(mayReplay ? [replaying((id) => byId.get(id)?.enabled === true)] : []),
  ];
}

interface DeliveryProps {
  readonly delivery: Delivery;
}

function Event({ delivery: { id, eventType } }: DeliveryProps) {
  return (
    <RowLink
      from="/p/$projectId/webhooks/deliveries"
      to="/p/$projectId/webhooks/deliveries/$deliveryId"
      params={(before) => ({ ...before, deliveryId: String(id) })}
      aria-label={`${eventType}, delivery ${id}`}
    >
      {eventType}
    </RowLink>
  );
}

function To({ url }: { readonly url: string | undefined }) {
  if (url === undefined) {
    return (
      <Text span inherit c="dimmed">
        Deleted endpoint
      </Text>
    );
  }
  return (
    <Text inherit maw={190} truncate title={url}>
      {url.replace("https://", "")}
    </Text>
  );
}

function State({ delivery }: DeliveryProps) {
  const { tone, words } = stateOf(delivery);
  return <Mark tone={tone}>{words}</Mark>;
}

function Last({ delivery: { lastStatus, lastError } }: DeliveryProps) {
  const words = [lastStatus, lastError].filter((part) => part !== null).join(": ");
  return (
    <Text inherit maw={160} truncate title={words} c={words === "" ? "dimmed" : "inherit"}>
      {words || "None yet"}
    </Text>
  );
}

function replaying(isEnabled: (endpointId: number) => boolean): Column<Delivery> {
  return {
    id: "actions",
    header: "Actions",
    cell: ({ row: { original } }) =>
      isEnabled(original.endpointId) ? <Replay delivery={original} size="compact-sm" /> : null,
  };
}
