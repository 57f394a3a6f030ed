import { ActionIcon, Button, Text, Tooltip } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { AnchorLink, RowLink } from "../../ui/links.tsx";
import { type Column, column } from "../../ui/tables/data-table.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark, type Tone } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./delivery.module.css";
import type { Delivery, Endpoint } from "./queries.ts";
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
    column("event", "Event", (one) => (
      <>
        <Event delivery={one} />
        {endpoints && <To url={byId.get(one.endpointId)?.url} />}
      </>
    )),
    column("status", "Status", (one) => <State delivery={one} />),
    column("record", "Record", ({ record }) => <DeliveredRecord record={record} />),
    column("last", "Last response", (one) => <Last delivery={one} />),
    column("created", "Created", ({ createdAt }) => <Moment at={createdAt} />),
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

/** The endpoint that a delivery goes to. */
function To({ url }: { readonly url: string | undefined }) {
  return (
    <Text fz="xs" c="dimmed" maw={{ sm: 160, lg: 340 }} truncate title={url}>
      {url === undefined ? "Deleted endpoint" : url.replace("https://", "")}
    </Text>
  );
}

function State({ delivery }: DeliveryProps) {
  const { tone, words } = deliveryState(delivery);
  const { nextAttemptAt } = delivery;
  return (
    <Mark tone={tone}>
      {words} {words === "Retrying" && nextAttemptAt && <Due at={nextAttemptAt} />}
    </Mark>
  );
}

function Last({ delivery: { lastStatus, lastError, attemptCount } }: DeliveryProps) {
  const words = [lastStatus, lastError].filter((part) => part !== null).join(": ");
  return (
    <>
      <Text
        inherit
        maw={{ lg: 260 }}
        lineClamp={2}
        title={words}
        c={words === "" ? "dimmed" : "inherit"}
        style={{ overflowWrap: "anywhere" }}
      >
        {words || "None yet"}
      </Text>
      {attemptCount > 1 && (
        <Text fz="xs" c="dimmed">
          {formatNumber(attemptCount)} attempts
        </Text>
      )}
    </>
  );
}

function replaying(isEnabled: (endpointId: number) => boolean): Column<Delivery> {
  return column("actions", "Actions", (one) =>
    isEnabled(one.endpointId) ? <ReplayIcon delivery={one} /> : null,
  );
}

/** The button of a row that replays its delivery. */
function ReplayIcon({ delivery }: ReplayProps) {
  const replay = useReplay(delivery);
  return (
    <Tooltip label="Replay">
      <ActionIcon variant="subtle" color="gray" {...replay}>
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface ReplayProps {
  readonly delivery: { readonly id: number; readonly eventType: string };
}

/** The button that replays a delivery with a new series of attempts. */
export function Replay({ delivery }: ReplayProps) {
  const replay = useReplay(delivery);
  return (
    <Button variant="default" leftSection={<IconRefresh size={15} aria-hidden />} {...replay}>
      Replay
    </Button>
  );
}

/** Returns what the button that replays a delivery needs. */
function useReplay({ id, eventType }: ReplayProps["delivery"]) {
  const replay = useChange(useProject().webhooks.deliveries.replay, {
    done: "Delivery queued for replay.",
    failed: `Delivery ${id} was not replayed`,
  });
  return {
    "aria-label": `Replay delivery ${id}, ${eventType}`,
    loading: replay.isPending,
    onClick: () => replay.mutate({ id }),
  };
}

type Listed = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
type Attempt = Outputs["webhooks"]["deliveries"]["read"]["attempts"][number];

interface Words {
  readonly tone: Tone;
  readonly words: string;
}

/** Returns the state of a delivery in words. */
export function deliveryState({
  status,
  attemptCount,
}: Pick<Listed, "status" | "attemptCount">): Words {
  if (status === "delivered") return { tone: "good", words: "Delivered" };
  if (status === "failed") return { tone: "bad", words: "Failed" };
  return attemptCount === 0
    ? { tone: "busy", words: "Pending" }
    : { tone: "warn", words: "Retrying" };
}

/** Returns the outcome of an attempt in words, for the developer of the receiver. */
export function attemptOutcome({ status, error }: Pick<Attempt, "status" | "error">): Words {
  if (status === null)
    return { tone: "bad", words: `No response: ${error ?? "the connection closed"}` };
  if (error !== null) return { tone: "bad", words: `Response ${status}, then: ${error}` };
  if (status >= 200 && status < 300) return { tone: "good", words: `Accepted with ${status}` };
  return { tone: "bad", words: `Response ${status}: ${statusMeaning(status)}` };
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
      <AnchorLink inherit c="inherit" className={classes.name} title={name} {...target}>
        {name}
      </AnchorLink>
      {isDeleted && (
        <Text span inherit c="dimmed" flex="none">
          in the bin
        </Text>
      )}
    </span>
  );
}

function statusMeaning(status: number): string {
  if (status === 410) return "gone, so the endpoint was disabled";
  if (status === 429) return "too many requests, so the next attempt waits as requested";
  if (status === 401 || status === 403) return "the receiver rejected the credentials";
  if (status === 404) return "the receiver did not find this address";
  if (status >= 500) return "the receiver failed";
  if (status >= 300 && status < 400) return "redirects are not followed, so use the final address";
  return "the receiver refused the request";
}
