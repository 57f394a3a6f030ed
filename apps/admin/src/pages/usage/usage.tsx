import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Outputs } from "../../api.ts";
import { Chart } from "../../reports/chart/chart.tsx";
import { FigureTable } from "../../reports/figure-table.tsx";
import {
  isUsageLive,
  type RequestSpan,
  timeFigure,
  usageFetching,
} from "../../reports/kinds/usage.ts";
import { useProject } from "../../shell/use-project.ts";
import { AnchorLink, RowLink } from "../../ui/links.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable, numberColumn } from "../../ui/tables/data-table.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { Mark } from "../../ui/values/mark.tsx";
import type { Outcome, Period } from "./search.ts";
import classes from "./usage.module.css";
import { formatDuration, formatShare, NoRequests, UsagePage } from "./usage-page.tsx";

const route = getRouteApi("/signed-in/p/$projectId/usage");

/** The requests of each client and key over time. */
export function Usage() {
  const { period = "24h" } = route.useSearch();
  const navigate = route.useNavigate();
  const input = { period, timeZone: TIME_ZONE };
  const query = useQuery(useProject().reports.usage.queryOptions(input, usageFetching(period)));
  return (
    <UsagePage
      title="API usage"
      lead={`Requests of OAuth clients and API keys to this project, updated ${isUsageLive(period) ? "as they arrive" : "every 10 seconds"}.`}
      actions={
        <SegmentedControl
          aria-label="Period"
          data={PERIODS}
          value={period}
          onChange={(value) =>
            void navigate({ search: value === "24h" ? {} : { period: value as Period } })
          }
        />
      }
    >
      <Loaded query={query}>
        {({ spans, credentials }) =>
          credentials.length === 0 ? (
            <NoRequests title="No requests in this period" />
          ) : (
            <Stack gap="md">
              <Panel title="Requests">
                <RequestChart spans={spans} period={period} />
              </Panel>
              <DataTable
                label="Usage by credential"
                columns={CREDENTIAL_COLUMNS}
                rows={credentials}
                rowKey={({ credential }) => `${credential.kind}:${credential.id}`}
                empty={null}
              />
            </Stack>
          )
        }
      </Loaded>
    </UsagePage>
  );
}

type CredentialUsage = Outputs["reports"]["usage"]["credentials"][number];

/** Below this headroom a credential is close to its rate limit. */
const LITTLE_HEADROOM_PERCENT = 20;

const CREDENTIAL_COLUMNS: readonly Column<CredentialUsage>[] = [
  column("credential", "Credential", (usage) => <Credential usage={usage} />),
  numberColumn("requests", "Requests", ({ requests }) => formatNumber(requests)),
  numberColumn("refused", "Client errors", (usage) => (
    <Errors usage={usage} outcome="refused" count={usage.refused} />
  )),
  numberColumn("failed", "Server errors", (usage) => (
    <Errors usage={usage} outcome="broken" count={usage.failed} />
  )),
  numberColumn("throttled", "Rate limited", (usage) => (
    <Errors usage={usage} outcome="throttled" count={usage.throttled} />
  )),
  numberColumn("p95", "95% within", ({ p95Ms }) => (p95Ms === null ? "" : formatDuration(p95Ms))),
  numberColumn("headroom", "Least headroom", (usage) => <Headroom usage={usage} />),
];

interface UsageProps {
  readonly usage: CredentialUsage;
}

function Credential({ usage: { credential } }: UsageProps) {
  const section = credential.kind === "key" ? "keys" : "clients";
  const open = credential.kind === "key" ? Number(credential.id) : credential.id;
  return (
    <RowLink
      from="/p/$projectId/usage"
      to="/p/$projectId/access/$section"
      params={(before) => ({ ...before, section })}
      search={{ open }}
    >
      {credential.label}
    </RowLink>
  );
}

/** A count that links to its requests in the log. */
function Errors(props: UsageProps & { readonly outcome: Outcome; readonly count: number }) {
  const { usage, outcome, count } = props;
  if (count === 0) {
    return (
      <Text span inherit c="dimmed">
        0
      </Text>
    );
  }
  const credential = `${usage.credential.kind}:${usage.credential.id}`;
  return (
    <AnchorLink
      inherit
      from="/p/$projectId/usage"
      to="/p/$projectId/usage/requests"
      search={{ credential, outcome }}
    >
      {formatNumber(count)} ({formatShare(count / usage.requests)})
    </AnchorLink>
  );
}

function Headroom({ usage: { peakPercent } }: UsageProps) {
  const left = Math.max(0, 100 - peakPercent);
  const text = formatShare(left / 100);
  return left < LITTLE_HEADROOM_PERCENT ? (
    <Mark tone={left === 0 ? "bad" : "warn"}>{text}</Mark>
  ) : (
    text
  );
}

const HEIGHT_PX = 200;

interface RequestChartProps {
  readonly spans: readonly RequestSpan[];
  readonly period: Period;
}

/** Requests per hour or day, stacked by outcome, and the same as a table. */
function RequestChart({ spans, period }: RequestChartProps) {
  const figure = useMemo(
    () => timeFigure(period === "24h" ? "hour" : "day", spans),
    [spans, period],
  );
  return (
    <>
      <Chart figure={figure} label="API usage" height={HEIGHT_PX} />
      <details>
        <summary className={classes.summary}>Show as a table</summary>
        <FigureTable figure={figure} label="Requests" />
      </details>
    </>
  );
}

const PERIODS = [
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
];
