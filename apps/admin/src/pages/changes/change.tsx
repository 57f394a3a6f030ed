import { Alert, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { KeptUntil, Moment } from "../../ui/values/moment.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { Csv } from "./change-line.tsx";
import { Edits } from "./edits.tsx";
import { Refusals } from "./refusals.tsx";
import { UndoButton } from "./undo-button.tsx";
import { Undone } from "./undone.tsx";
import { type Change, changeMark, progressOf, resultOf, titleOf } from "./words.ts";

/** The page of a bulk change: its progress, then its result. */
export function ChangePage() {
  const projectId = useProjectId();
  const { changeId } = useParams({ from: "/signed-in/p/$projectId/changes/$changeId" });
  const query = useQuery(api.changes.read.queryOptions({ projectId, id: Number(changeId) }));
  const { data } = query;
  return (
    <Page
      title={data === undefined ? `Bulk change ${changeId}` : titleOf(data)}
      lead={data && <Lead change={data} />}
      above={[{ label: "Bulk changes", to: `/p/${projectId}/changes` }]}
      actions={data && <Actions change={data} />}
    >
      <Loaded query={query}>{(change) => <Content change={change} />}</Loaded>
    </Page>
  );
}

function Lead({ change: { id, actor, createdAt } }: { readonly change: Change }) {
  return (
    <>
      Bulk change {id} · started by {actor.label} <Moment at={createdAt} />
    </>
  );
}

function Actions({ change }: { readonly change: Change }) {
  const mayChange = useMay("admin");
  if (!mayChange) return null;
  if (change.state === "running") return <CancelButton change={change} />;
  return change.canUndo ? <UndoButton change={change} /> : null;
}

function Content({ change }: { readonly change: Change }) {
  const { tone, text } = changeMark(change);
  const { state, failure, undo, refused, canUndo, keptUntil } = change;
  const progress = progressOf(change);
  return (
    <Stack gap="lg">
      <div role="status">
        <Mark tone={tone}>{text}</Mark>
      </div>
      {state === "running" && (
        <Stack gap={4}>
          <Text fz="sm">{progress.text}</Text>
          <Progress value={progress.percent} aria-label={titleOf(change)} />
          <Text fz="xs" c="dimmed">
            You can leave this page. The change continues.
          </Text>
        </Stack>
      )}
      {failure !== null && (
        <Alert color="red" variant="light">
          {failure} What was changed before stays.
        </Alert>
      )}
      <Panel title="Result">
        <Text>
          {formatNumber(change.selected)} selected: {resultOf(change)}.
        </Text>
        <Edits change={change} />
        {refused > 0 && (
          <>
            <Refusals change={change} />
            <Group mt="sm">
              <Csv id={change.id} part="refused" count={refused} />
            </Group>
          </>
        )}
      </Panel>
      {undo !== null && <Undone id={change.id} undo={undo} />}
      {keptUntil !== null && (
        <KeptUntil
          {...{ job: "change", parts: "records", canUndo }}
          {...{ hasRefused: refused > 0, until: keptUntil }}
        />
      )}
    </Stack>
  );
}
