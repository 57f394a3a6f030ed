import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { useProject, useProjectId } from "../../../shell/use-project.ts";
import { ChangeButton } from "../../../ui/dialogs/ask.tsx";
import { isKept, JobContent } from "../../../ui/pages/job-content.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { Page } from "../../../ui/pages/page.tsx";
import { Panel } from "../../../ui/pages/panel.tsx";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import { undoTitle } from "../../../ui/values/job-line.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { type Import, importMark } from "../states.ts";
import { Result } from "./result.tsx";

/** The page of an import: its progress, then its result. */
export function Run() {
  const projectId = useProjectId();
  const project = useProject();
  const { importId } = useParams({ from: "/signed-in/p/$projectId/imports/$importId" });
  const query = useQuery(project.imports.read.queryOptions({ id: Number(importId) }));
  return (
    <Page
      title={query.data?.fileName ?? `Import ${importId}`}
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
      done="The import was cancelled"
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
function UndoImport({ one: { id, created, updated } }: { readonly one: Import }) {
  const consequences = [
    ...(created > 0 ? [`${counted(created, "new record")} will be moved to the bin.`] : []),
    ...(updated > 0 ? [`Values that ${counted(updated, "row")} changed will be set back.`] : []),
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

const WORDS = { job: "import", inputs: "rows", done: "imported" } as const;

function Content({ one }: { readonly one: Import }) {
  return (
    <JobContent job={one} words={WORDS} mark={importMark(one)} progress={progressOf(one)}>
      <Result one={one} />
      {one.undo !== null && <Undone undo={one.undo} />}
      {hasRefused(one) && <Refused one={one} />}
    </JobContent>
  );
}

/** True if the refused rows can be downloaded. */
function hasRefused(one: Import): boolean {
  return one.refused > 0 && (one.endedAt === null || isKept(one));
}

function progressOf({ read, rows, bytesRead, bytes }: Import) {
  const share = bytes === null || bytes === 0 ? 0 : Math.min(bytesRead / bytes, 1);
  const of = rows === null ? "?" : counted(rows, "row");
  const text = `${formatNumber(read)} of ${of}, ${formatNumber(Math.floor(share * 100))} %`;
  return { percent: share * 100, text, label: "Import" };
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

function Refused({ one }: { readonly one: Import }) {
  const projectId = useProjectId();
  return (
    <Panel
      title="Refused rows"
      lead="The file says in its last column why each row was refused. Fix it and import it again."
    >
      <Group gap="xs">
        <Button
          component="a"
          href={`/downloads/imports/${projectId}/${one.id}/refused.csv`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download {counted(one.refused, "row")}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/p/$projectId/imports/new"
              params={{ projectId: String(projectId) }}
              search={{ object: typeNames(one.object).plural }}
            />
          )}
        >
          Import the fixed file
        </Button>
      </Group>
    </Panel>
  );
}
