import { Code, Stack, Switch, Text, Title } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api, NEXT_PAGE, type Outputs } from "../../api.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { AnchorLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { SidePanel } from "../../ui/pages/panel.tsx";
import { type Column, column, DataTable, numberColumn } from "../../ui/tables/data-table.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { CodeBlock } from "../../ui/values/code-block.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment, formatNumber } from "../../ui/values/format.ts";
import { Mark, type Tone } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { RequestFilters } from "./request-filters.tsx";
import type { RequestsSearch } from "./search.ts";
import classes from "./usage.module.css";
import { formatDuration, NoRequests, UsagePage } from "./usage-page.tsx";

const route = getRouteApi("/signed-in/p/$projectId/usage/requests");

/** The log of requests. */
export function Requests() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setLive] = useState(true);
  const requests = useRequests(search, isLive);
  const switchLive = (isOn: boolean) => {
    setLive(isOn);
    // The list lacks the requests that arrived while it was not live.
    if (isOn) void requests.refetch();
  };
  const change = (changed: RequestsSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace, resetScroll: false });
  const { open, ...filters } = search;
  return (
    <UsagePage
      title="Requests"
      lead="What OAuth clients and API keys asked for, newest first. Values that they sent are not kept."
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

type Details = Outputs["usage"]["request"];

/** @param address time and id of the request, separated by a space */
function RequestDetails({ address }: { readonly address: string }) {
  const [at = "", id = ""] = address.split(" ");
  const input = { projectId: useProjectId(), at, id };
  const request = useQuery(api.usage.request.queryOptions(input, { meta: { isLive: false } }));
  return (
    <Loaded query={request}>
      {(details) => (
        <Stack gap="md">
          <Facts
            facts={[
              ["Request", <Code key="request">{`${details.method} ${details.route}`}</Code>],
              [
                "Status",
                <Mark key="status" tone={statusTone(details.status)}>
                  {details.status}
                </Mark>,
              ],
              ["Duration", formatDuration(details.ms)],
              ["Credential", details.credential.label],
              ["Time", formatMoment(details.at)],
              ["Request id", <Code key="id">{details.id}</Code>],
            ]}
          />
          {details.code !== null && <Fault details={details} />}
          {details.input !== null && (
            <Input isOfTool={details.route.startsWith("/mcp ")} input={details.input} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  column("request", "Request", (request) => <Request request={request} />),
  column("status", "Status", ({ status, code }) => (
    <Mark tone={statusTone(status)}>{code === null ? status : `${status} ${code}`}</Mark>
  )),
  numberColumn("duration", "Duration", ({ ms }) => formatDuration(ms)),
  column("credential", "Credential", ({ credential }) => credential.label),
  column("at", "Time", ({ at }) => <Moment at={at} />),
];

function Request({ request: { at, id, method, route } }: { readonly request: LoggedRequest }) {
  return (
    <AnchorLink
      c="inherit"
      className={classes.route}
      from="/p/$projectId/usage/requests"
      to="."
      search={(before) => ({ ...before, open: `${at} ${id}` })}
      replace
      resetScroll={false}
    >
      {method} {route}
    </AnchorLink>
  );
}

type LoggedRequest = Outputs["usage"]["requests"]["requests"][number];

/**
 * Fetches the logged requests that match the filters, newest first.
 *
 * @param isLive whether to fetch new ones as they are answered
 */
function useRequests({ open: _, ...filters }: RequestsSearch, isLive: boolean) {
  return useInfiniteQuery({
    ...useProject().usage.requests.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
    meta: { isLive },
  });
}

function statusTone(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

interface InputProps {
  readonly isOfTool: boolean;
  readonly input: unknown;
}

function Input({ isOfTool, input }: InputProps) {
  return (
    <section>
      <Title order={3} fz="sm" mb={4}>
        {isOfTool ? "Tool and records" : "Input, without its values"}
      </Title>
      <CodeBlock label="Input" text={JSON.stringify(input, null, 2)} />
    </section>
  );
}

function Fault({ details: { code, message, issues } }: { readonly details: Details }) {
  return (
    <section>
      <Title order={3} fz="sm" mb={4}>
        Error
      </Title>
      <Text>
        <Code>{code}</Code> {message}
      </Text>
      {issues.map((issue, i) => (
        <Text key={i} mt={6} fz="sm">
          <Code>{issue.path || "request"}</Code> {issue.message}
        </Text>
      ))}
    </section>
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
