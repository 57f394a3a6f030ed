import { SegmentedControl, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { TIME_ZONE } from "../../reports/time-zone.ts";
import { isUsageLive, usageFetching } from "../../reports/usage.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { DataTable } from "../../ui/tables/data-table.tsx";
import { CREDENTIAL_COLUMNS } from "./credential-columns.tsx";
import { NoRequests } from "./no-requests.tsx";
import { RequestChart } from "./request-chart.tsx";
import type { Period } from "./search.ts";
import { UsagePage } from "./usage-page.tsx";

const route = getRouteApi("/signed-in/p/$projectId/usage");

/** The requests of each client and key over time. */
export function Usage() {
  const { period = "24h" } = route.useSearch();
  const navigate = route.useNavigate();
  const input = { projectId: useProjectId(), period, timeZone: TIME_ZONE };
  const query = useQuery(api.reports.usage.queryOptions(input, usageFetching(period)));
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

const PERIODS = [
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
];
