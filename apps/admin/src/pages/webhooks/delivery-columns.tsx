import { Anchor, Button, type ButtonProps, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { RowLink } from "../../ui/tables/row-link.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark, type Tone } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./delivered-record.module.css";
import type { Delivery } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";
import { Due } from "./webhooks-page.tsx";

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

interface ReplayProps extends Pick<ButtonProps, "size"> {
  readonly delivery: { readonly id: number; readonly eventType: string };
}

/** The button that replays a delivery with a new series of attempts. */
export function Replay({ delivery: { id, eventType }, size }: ReplayProps) {
  const project = useProject();
  const replay = useChange(project.webhooks.deliveries.replay, {
    done: "Delivery queued for replay.",
  });
  return (
    <Button
      {...(size === undefined ? {} : { size })}
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={replay.isPending}
      onClick={() => replay.mutate({ id })}
      aria-label={`Replay delivery ${id}, ${eventType}`}
    >
      Replay
    </Button>
  );
}

type Listed = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
type Attempt = Outputs["webhooks"]["deliveries"]["read"]["attempts"][number];

interface Words {
  readonly tone: Tone;
  readonly words: string;
}

/** Returns the state of a delivery in words. */
export function stateOf({ status, attemptCount }: Pick<Listed, "status" | "attemptCount">): Words {
  if (status === "delivered") return { tone: "good", words: "Delivered" };
  if (status === "failed") return { tone: "bad", words: "Failed" };
  return attemptCount === 0
    ? { tone: "busy", words: "Pending" }
    : { tone: "warn", words: "Retrying" };
}

/** Returns the outcome of an attempt in words, for the developer of the receiver. */
export function outcomeOf({ status, error }: Pick<Attempt, "status" | "error">): Words {
  if (status === null)
    return { tone: "bad", words: `No response: ${error ?? "the connection closed"}` };
  if (error !== null) return { tone: "bad", words: `Response ${status}, then: ${error}` };
  if (status >= 200 && status < 300) return { tone: "good", words: `Accepted with ${status}` };
  return { tone: "bad", words: `Response ${status}: ${meaningOf(status)}` };
}

/** The record that an event is about, or a dash. */
export function DeliveredRecord({ record }: Pick<Delivery, "record">) {
  const projectId = String(useProjectId());
  if (record === null) {
    return (
      <Text span inherit c="dimmed" aria-label="None">
        –
      </Text>
    );
  }
  const { type, id, name, isDeleted } = record;
  const { plural, singular, icon: Icon } = typeNames(type);
  const target = isDeleted
    ? ({ to: "/p/$projectId/bin", params: { projectId } } as const)
    : ({
        to: "/p/$projectId/$plural/$recordId",
        params: { projectId, plural, recordId: String(id) },
      } as const);
  return (
    <span className={classes.record}>
      <Icon size={15} stroke={1.7} className={classes.icon} role="img" aria-label={singular} />
      <Anchor
        inherit
        c="inherit"
        className={classes.name}
        title={name}
        renderRoot={(props) => <Link {...props} {...target} />}
      >
        {name}
      </Anchor>
      {isDeleted && (
        <Text span inherit c="dimmed" flex="none">
          in the bin
        </Text>
      )}
    </span>
  );
}

function meaningOf(status: number): string {
  if (status === 410) return "gone, so the endpoint was disabled";
  if (status === 429) return "too many requests, so the next attempt waits as requested";
  if (status === 401 || status === 403) return "the receiver rejected the credentials";
  if (status === 404) return "the receiver did not find this address";
  if (status >= 500) return "the receiver failed";
  if (status >= 300 && status < 400) return "redirects are not followed, so use the final address";
  return "the receiver refused the request";
}
