import { Anchor, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { actorName } from "../../actors.ts";
import type { Outputs } from "../../api.ts";
import { typeNames, useTypes } from "../../object-types.ts";
import { usePins } from "../../reports/use-pins.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { TIME_ZONE, UNKNOWN_ZONE } from "../../ui/values/local-time.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { FirstActs } from "./first-acts.tsx";
import classes from "./home.module.css";
import { Mentions, useMentions } from "./mentions.tsx";
import { MyTasks, useMyTasks } from "./my-tasks.tsx";
import { PinnedReports, REPORT_HEIGHT } from "./pinned-reports.tsx";
import {
  TemplateStates,
  useWebhookHealth,
  useWebhookProblem,
  WebhookHealth,
} from "./platform-state.tsx";
import { RecordCounts } from "./record-counts.tsx";

/** The project's figures, each linked to its list. */
export function Home() {
  useTypes();
  const project = useProject();
  const figures = useQuery({
    ...project.home.figures.queryOptions({ timeZone: TIME_ZONE }),
    placeholderData: keepPreviousData,
  });
  // Their heights are not known before, so what is below them would move.
  const isWaiting = [useMyTasks(), useMentions(), usePins().query, useWebhookHealth()].some(
    ({ isPending }) => isPending,
  );
  return (
    <Page title="Home" lead={UNKNOWN_ZONE}>
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
  const isFailing = useWebhookProblem();
  const isEmpty = figures.counts.every(({ total }) => total === 0);
  return (
    <Stack gap="md" className={classes.home}>
      {isFailing && <Platform />}
      {isEmpty ? (
        <FirstActs />
      ) : (
        <>
          <div className={classes.columns} data-even>
            <MyTasks />
            <LatestChanges />
            <Mentions />
          </div>
          <PinnedReports>
            <RecordCounts figures={figures} />
          </PinnedReports>
        </>
      )}
      {isEmpty && <LatestChanges />}
      {!isFailing && <Platform />}
    </Stack>
  );
}

/** The states of webhooks and templates: first if deliveries fail, else last. In both places they fit a window 900 px high. */
function Platform() {
  return (
    <div className={classes.platform}>
      <WebhookHealth />
      <TemplateStates />
    </div>
  );
}

type Change = Outputs["home"]["latestChanges"][number];

/** About as many lines as the list of tasks next to it. The audit log shows all changes. */
const SHOWN_CHANGES = 4;

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
              {changes.slice(0, SHOWN_CHANGES).map((change) => (
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
        <div className={classes.done}>
          <Anchor
            component={Link}
            to={to}
            inherit
            c="inherit"
            fw={500}
            title={change.name}
            className={classes.name}
          >
            {change.name}
          </Anchor>{" "}
          <span>{done(change)}</span>
        </div>
        <Text fz="xs" c="dimmed" className={classes.who}>
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

/** The place of a tile: its edge and its title. */
function Tile({ height }: { readonly height: number }) {
  return (
    <Paper withBorder p="md" h={height}>
      <Skeleton height={18} width={140} />
    </Paper>
  );
}

function Waiting() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading" role="status">
      <div className={classes.columns}>
        <Tile height={200} />
        <Tile height={200} />
      </div>
      <Skeleton height={24} width={80} />
      <div className={classes.reports}>
        {Array.from({ length: 6 }, (_, i) => (
          <Tile key={i} height={REPORT_HEIGHT + 96} />
        ))}
      </div>
    </Stack>
  );
}
