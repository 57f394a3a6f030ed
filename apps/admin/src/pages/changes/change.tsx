import { Group, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  CancelButton,
  type Change,
  Csv,
  changeMark,
  changeProgress,
  changeResult,
  changeTitle,
  Edits,
  UndoButton,
} from "../../jobs/changes.tsx";
import { JobContent, undoTitle } from "../../jobs/job-content.tsx";
import { useMay } from "../../session.ts";
import { PageMissing } from "../../shell/page-errors.tsx";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { isGone, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";

/** The page of a bulk change: its progress, then its result. */
export function ChangePage() {
  const projectId = useProjectId();
  const project = useProject();
  const { changeId } = useParams({ from: "/signed-in/p/$projectId/changes/$changeId" });
  const query = useQuery(project.changes.read.queryOptions({ id: Number(changeId) }));
  const { data } = query;
  if (isGone(query)) return <PageMissing />;
  return (
    <Page
      title={data === undefined ? `Bulk change ${changeId}` : changeTitle(data)}
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
  if (change.state === "running") return <CancelButton change={change} size="sm" />;
  return change.canUndo ? <UndoButton change={change} size="sm" /> : null;
}

const WORDS = { job: "change", inputs: "records", done: "changed" } as const;

function Content({ change }: { readonly change: Change }) {
  const { id, undo, refused, selected } = change;
  const progress = { ...changeProgress(change), label: changeTitle(change) };
  return (
    <JobContent job={change} words={WORDS} mark={changeMark(change)} progress={progress}>
      <Panel title="Result">
        <Text>
          {formatNumber(selected)} selected: {changeResult(change)}.
        </Text>
        <Edits change={change} />
        {refused > 0 && (
          <>
            <Refusals change={change} />
            <Group mt="sm">
              <Csv id={id} part="refused" count={refused} />
            </Group>
          </>
        )}
      </Panel>
      {undo !== null && <Undone id={id} undo={undo} />}
    </JobContent>
  );
}

/** Why records were refused, most frequent reasons first. */
function Refusals({ change: { id, refused } }: { readonly change: Change }) {
  const project = useProject();
  const { data } = useQuery(project.changes.reasons.queryOptions({ id }));
  if (data === undefined || data.reasons.length === 0) return null;
  const { reasons, read } = data;
  const others = read - reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Text mt="sm">
        {read < refused ? `Of the first ${formatNumber(read)} refused:` : "Refused:"}
      </Text>
      <List>
        {reasons.map(({ message, count }) => (
          <List.Item key={message}>
            {formatNumber(count)}: {message}
          </List.Item>
        ))}
        {others > 0 && <List.Item>{formatNumber(others)}: other reasons</List.Item>}
      </List>
    </>
  );
}

interface UndoneProps {
  readonly id: number;
  readonly undo: NonNullable<Change["undo"]>;
}

function Undone({ id, undo: { state, undone, left, failure } }: UndoneProps) {
  return (
    <Panel title={undoTitle(state)}>
      <Text>
        {formatNumber(undone)} {undone === 1 ? "record is" : "records are"} as before.
        {left > 0 &&
          ` ${formatNumber(left)} left, wholly or in part, because something else changed since.`}
      </Text>
      {failure !== null && <Text>{failure}</Text>}
      {left > 0 && (
        <Group mt="sm">
          <Csv id={id} part="left" count={left} />
        </Group>
      )}
    </Panel>
  );
}
