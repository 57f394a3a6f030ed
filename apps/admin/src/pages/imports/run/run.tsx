import { Anchor, Button, Code, Group, List, Text } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import {
  type HubspotImport,
  type Import,
  importMark,
  importProgress,
  importTitle,
  isFromHubspot,
} from "../../../jobs/imports.ts";
import { isKept, JobContent, undoTitle } from "../../../jobs/job-content.tsx";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { PageMissing } from "../../../shell/page-errors.tsx";
import { useProject, useProjectId } from "../../../shell/use-project.ts";
import { ChangeButton } from "../../../ui/dialogs/ask.tsx";
import { ButtonLink } from "../../../ui/links.tsx";
import { isGone, Loaded } from "../../../ui/pages/loaded.tsx";
import { Page } from "../../../ui/pages/page.tsx";
import { Panel } from "../../../ui/pages/panel.tsx";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import { Result } from "./result.tsx";

/** The page of an import: its progress, then its result. */
export function Run() {
  const projectId = useProjectId();
  const project = useProject();
  const { importId } = useParams({ from: "/signed-in/p/$projectId/imports/$importId" });
  const query = useQuery(project.imports.read.queryOptions({ id: Number(importId) }));
  if (isGone(query)) return <PageMissing />;
  return (
    <Page
      title={query.data ? importTitle(query.data) : `Import ${importId}`}
      lead={query.data && <Lead one={query.data} />}
      above={[{ label: "Imports", to: `/p/${projectId}/imports` }]}
      actions={query.data && <Actions one={query.data} />}
    >
      <Loaded query={query}>{(one) => <Content one={one} />}</Loaded>
    </Page>
  );
}

function Lead({ one: { object, actor, createdAt } }: { readonly one: Import }) {
  return (
    <>
      {typeNames(object).label} · started by {actor.label} <Moment at={createdAt} />
    </>
  );
}

function Actions({ one }: { readonly one: Import }) {
  const mayImport = useMay("admin");
  if (!mayImport) return null;
  if (one.state === "running" || one.state === "waiting") return <CancelImport one={one} />;
  return one.canUndo ? <UndoImport one={one} /> : null;
}

/** The button that cancels a running import. */
function CancelImport({ one: { id } }: { readonly one: Import }) {
  return (
    <ChangeButton
      of={useProject().imports.cancel}
      input={{ id }}
      done="The import was cancelled."
      asks={{
        title: "Cancel this import?",
        action: "Cancel import",
        cancel: "Let it run",
        children: "What was imported so far stays. You can undo it afterwards.",
      }}
    >
      Cancel import
    </ChangeButton>
  );
}

/** The button that undoes an import. */
function UndoImport({ one }: { readonly one: Import }) {
  const { id, created, updated } = one;
  const what = isFromHubspot(one) ? "record" : "row";
  const consequences = [
    ...(created > 0 ? [`${counted(created, "new record")} will be moved to the bin.`] : []),
    ...(updated > 0 ? [`Values that ${counted(updated, what)} changed will be set back.`] : []),
    "Values that something else has changed since stay as they are.",
  ];
  return (
    <ChangeButton
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      of={useProject().imports.undo}
      input={{ id }}
      asks={{
        title: "Undo this import?",
        action: "Undo import",
        children: consequences.join(" "),
      }}
    >
      Undo import
    </ChangeButton>
  );
}

function Content({ one }: { readonly one: Import }) {
  const isHubspot = isFromHubspot(one);
  const words = {
    job: "import",
    inputs: isHubspot ? "records" : "rows",
    done: "imported",
  } as const;
  const { text, percent = 0 } = importProgress(one);
  const progress = {
    percent,
    text: `${text}, ${formatNumber(Math.floor(percent))}%`,
    label: "Import",
  };
  return (
    <JobContent job={one} words={words} mark={importMark(one)} progress={progress}>
      {isHubspot && one.state === "waiting" && (
        <Text>
          The command <Code>rapport import hubspot</Code> works on it, or was stopped. Run the same
          command again: it continues where it stopped.
        </Text>
      )}
      <Result one={one} />
      {one.undo !== null && <Undone undo={one.undo} />}
      {hasRefused(one) && <Refused one={one} />}
      {isHubspot && one.notBrought.length > 0 && <NotBrought lines={one.notBrought} />}
    </JobContent>
  );
}

/** True if the refused rows can be downloaded. */
function hasRefused(one: Import): boolean {
  return one.refused > 0 && (one.endedAt === null || isKept(one));
}

function Undone({ undo }: { readonly undo: NonNullable<Import["undo"]> }) {
  const projectId = useProjectId();
  return (
    <Panel title={undoTitle(undo.state)}>
      {undo.state === "running" && undo.deleted + undo.restored + undo.left === 0 && (
        <Text>No record yet.</Text>
      )}
      {undo.deleted > 0 && (
        <Text>
          {counted(undo.deleted, "new record")} moved to{" "}
          <Anchor
            component={Link}
            inherit
            to="/p/$projectId/bin"
            params={{ projectId: String(projectId) } as never}
          >
            the bin
          </Anchor>
          .
        </Text>
      )}
      {undo.state === "done" && undo.deleted + undo.restored + undo.left === 0 && (
        <Text>All records were already as before the import.</Text>
      )}
      {undo.restored > 0 && <Text>{counted(undo.restored, "changed record")} set back.</Text>}
      {undo.left > 0 && (
        <Text>
          {counted(undo.left, "record")} left, wholly or in part, because something else has changed
          {undo.left === 1 ? " it" : " them"} since.
        </Text>
      )}
      {undo.failure !== null && <Text>{undo.failure}</Text>}
    </Panel>
  );
}

/** What an import from HubSpot has left out: properties, values, associations and records. */
function NotBrought({ lines }: { readonly lines: HubspotImport["notBrought"] }) {
  return (
    <Panel title="Not imported">
      <List>
        {lines.map(({ what, why, count, examples }) => (
          <List.Item key={`${what} ${why}`}>
            {what}: {why} ({formatNumber(count)}
            {examples.length > 0 && `, such as HubSpot id ${examples.join(", ")}`})
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function Refused({ one }: { readonly one: Import }) {
  const projectId = useProjectId();
  const isHubspot = isFromHubspot(one);
  return (
    <Panel
      title={isHubspot ? "Refused records" : "Refused rows"}
      lead={
        isHubspot
          ? "The file says why each record was refused. Fix them in HubSpot and run the command again."
          : "The file says in its last column why each row was refused. Fix it and import it again."
      }
    >
      <Group gap="xs">
        <Button
          component="a"
          href={`/downloads/imports/${projectId}/${one.id}/refused.csv`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download {counted(one.refused, isHubspot ? "record" : "row")}
        </Button>
        {!isHubspot && (
          <ButtonLink
            variant="default"
            to="/p/$projectId/imports/new"
            params={{ projectId: String(projectId) }}
            search={{ object: typeNames(one.object).plural }}
          >
            Import the fixed file
          </ButtonLink>
        )}
      </Group>
    </Panel>
  );
}
