import {
  Anchor,
  Button,
  Code,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { IconDatabasePlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { actorName } from "../../actors.ts";
import type { Outputs } from "../../api.ts";
import { typeKeys, typeNames, typeOf, useTypes } from "../../object-types.ts";
import { TIME_ZONE, UNKNOWN_ZONE } from "../../reports/time-zone.ts";
import { usePins } from "../../reports/use-pins.ts";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";
import { MyTasks, useMyTasks } from "./my-tasks.tsx";
import { PinnedReports } from "./pinned-reports.tsx";
import { RecordCounts } from "./record-counts.tsx";
import { TemplateStates } from "./template-states.tsx";
import { useWebhookHealth, WebhookAlert, WebhookHealth } from "./webhook-health.tsx";

/** The project's figures, each linked to its list. */
export function Home() {
  useTypes();
  const project = useProject();
  const figures = useQuery({
    ...project.home.figures.queryOptions({ timeZone: TIME_ZONE }),
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

const EXAMPLE = `curl -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"email": "ada@example.com"}' \\
  "$API_URL/v1/contacts"`;

/** The empty state of a project: how to create the first record. */
function NoRecords() {
  const projectId = useProjectId();
  const base = `/p/${projectId}`;
  const mayCreate = useMay("admin");
  return (
    <Paper withBorder component="section" aria-label="No records yet">
      <Empty
        icon={IconDatabasePlus}
        title="No records yet"
        py={40}
        action={
          <Stack gap="md" align="center" mt="xs">
            <Group gap="xs" justify="center">
              {mayCreate && (
                <>
                  <Button
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/p/$projectId/$plural"
                        params={{ projectId: String(projectId), plural: "contacts" }}
                        search={{ form: "new" }}
                      />
                    )}
                  >
                    Create contact
                  </Button>
                  <Button component={Link} to={`${base}/imports/new`} variant="default">
                    Import a file
                  </Button>
                  <Button
                    variant="default"
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/p/$projectId/access/$section"
                        params={{ projectId: String(projectId), section: "keys" }}
                        search={{ open: "new" }}
                      />
                    )}
                  >
                    Create API key
                  </Button>
                </>
              )}
            </Group>
            <Text c="dimmed">A program with an API key creates one like this:</Text>
            <Code block ta="start" maw="100%" tabIndex={0} aria-label="Example of a request">
              {EXAMPLE}
            </Code>
          </Stack>
        }
      >
        {mayCreate && "Create the first one here, import a file or use the API. "}
        Figures appear here as soon as there are records.
      </Empty>
    </Paper>
  );
}

type Change = Outputs["home"]["latestChanges"][number];

/** The latest changes of records. */
function LatestChanges() {
  const projectId = useProjectId();
  const project = useProject();
  const query = useQuery(project.home.latestChanges.queryOptions());
  const all = (
    <Anchor component={Link} to={`/p/${projectId}/audit`}>
      Audit log
    </Anchor>
  );
  return (
    <Panel title="Latest changes" actions={all}>
      <Loaded query={query}>
        {(changes) =>
          changes.length === 0 ? (
            <Text c="dimmed">Changes of records appear here.</Text>
          ) : (
            <ul className={classes.changes}>
              {changes.map((change) => (
                <Entry key={change.id} change={change} base={`/p/${projectId}`} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Entry({ change, base }: { readonly change: Change; readonly base: string }) {
  const { plural, singular, icon: Icon } = typeNames(change.type);
  const to = change.isDeleted ? `${base}/bin` : `${base}/${plural}/${change.recordId}`;
  return (
    <li className={classes.entryOfChange}>
      <Icon size={16} stroke={1.7} className={classes.icon} role="img" aria-label={singular} />
      <div className={classes.said}>
        <Anchor component={Link} to={to} inherit c="inherit" fw={500}>
          {change.name}
        </Anchor>{" "}
        {done(change)}
        <Text fz="xs" c="dimmed">
          {actorName(change.actor)} · <Moment at={change.at} />
        </Text>
      </div>
    </li>
  );
}

function done({ action, changedProperties }: Change): string {
  if (action !== "updated") return action;
  return changedProperties === 1
    ? "updated (1 property)"
    : `updated (${changedProperties} properties)`;
}

function Waiting() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading" role="status">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {typeKeys()
          .filter((type) => typeOf(type).builtIn)
          .map((type) => (
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
