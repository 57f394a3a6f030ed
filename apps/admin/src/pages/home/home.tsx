import { Group, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { TYPE_KEYS } from "../../object-types.ts";
import { TIME_ZONE, UNKNOWN_ZONE } from "../../reports/time-zone.ts";
import { usePins } from "../../reports/use-pins.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import classes from "./home.module.css";
import { LatestChanges } from "./latest-changes.tsx";
import { MyTasks, useMyTasks } from "./my-tasks.tsx";
import { NoRecords } from "./no-records.tsx";
import { PinnedReports } from "./pinned-reports.tsx";
import { RecordCounts } from "./record-counts.tsx";
import { TemplateStates } from "./template-states.tsx";
import { useWebhookHealth, WebhookAlert } from "./webhook-alert.tsx";
import { WebhookHealth } from "./webhook-health.tsx";

/** The project's figures, each linked to its list. */
export function Home() {
  const projectId = useProjectId();
  const figures = useQuery({
    ...api.home.figures.queryOptions({ projectId, timeZone: TIME_ZONE }),
    placeholderData: keepPreviousData,
  });
  // Their heights are not known before, so what is below them would move.
  const isWaiting = [useMyTasks(), usePins().query, useWebhookHealth()].some(
    ({ isPending }) => isPending,
  );
  return (
    <Page title="Home" lead={`An overview of the project. ${UNKNOWN_ZONE ?? ""}`.trim()}>
      <Loaded
        query={{ ...figures, data: isWaiting ? undefined : figures.data }}
        skeleton={<Waiting />}
      >
        {(data) => <Figures figures={data} />}
      </Loaded>
    </Page>
  );
}

function Figures({ figures }: { readonly figures: Outputs["home"]["figures"] }) {
  const isEmpty = figures.counts.every(({ total }) => total === 0);
  return (
    <Stack gap="md">
      <WebhookAlert />
      {isEmpty ? (
        <NoRecords />
      ) : (
        <>
          <RecordCounts figures={figures} />
          <MyTasks />
          <PinnedReports />
        </>
      )}
      <div className={classes.columns}>
        <LatestChanges />
        <Stack gap="md">
          <WebhookHealth />
          <TemplateStates />
        </Stack>
      </div>
    </Stack>
  );
}

function Waiting() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading" role="status">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {TYPE_KEYS.map((type) => (
          <Skeleton key={type} height={104} />
        ))}
      </SimpleGrid>
      <Skeleton height={280} />
      <Group grow gap="md">
        <Skeleton height={240} />
        <Skeleton height={240} />
      </Group>
    </Stack>
  );
}
