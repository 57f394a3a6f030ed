import { Alert, Anchor, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { Page } from "../../../ui/pages/page.tsx";
import { Panel } from "../../../ui/pages/panel.tsx";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import { undoTitle } from "../../../ui/values/job-line.tsx";
import { Mark } from "../../../ui/values/mark.tsx";
import { KeptUntil, Moment } from "../../../ui/values/moment.tsx";
import { type Import, importMark } from "../states.ts";
import { CancelImport } from "./cancel-import.tsx";
import { Result } from "./result.tsx";
import { UndoImport } from "./undo-import.tsx";

/** The page of an import: its progress, then its result. */
export function Run() {
  const projectId = useProjectId();
  const { importId } = useParams({ from: "/signed-in/p/$projectId/imports/$importId" });
  const query = useQuery(api.imports.read.queryOptions({ projectId, id: Number(importId) }));
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
  return canUndo(one) ? <UndoImport one={one} /> : null;
}

function canUndo(one: Import): boolean {
  const { state, undo, created, updated } = one;
  if (state === "undone" || undo?.state === "running" || created + updated === 0) return false;
  return isKept(one);
}

function isKept({ keptUntil }: Import): boolean {
  return keptUntil !== null && Date.parse(keptUntil) > Date.now();
}

function Content({ one }: { readonly one: Import }) {
  const { tone, text } = importMark(one);
  return (
    <Stack gap="lg">
      <div role="status">
        <Mark tone={tone}>{text}</Mark>
      </div>
      {one.state === "running" && <Running one={one} />}
      {one.failure !== null && (
        <Alert color="red" variant="light">
          {one.failure} What was imported before stays.
        </Alert>
      )}
      <Result one={one} />
      {one.undo !== null && <Undone undo={one.undo} />}
      {hasRefused(one) && <Refused one={one} />}
      {one.keptUntil !== null && isKept(one) && (
        <KeptUntil
          {...{ job: "import", parts: "rows", canUndo: canUndo(one) }}
          {...{ hasRefused: one.refused > 0, until: one.keptUntil }}
        />
      )}
    </Stack>
  );
}

/** True if the refused rows can be downloaded. */
function hasRefused(one: Import): boolean {
  return one.refused > 0 && (one.endedAt === null || isKept(one));
}

function Running({ one: { read, rows, bytesRead, bytes } }: { readonly one: Import }) {
  const share = bytes === null || bytes === 0 ? 0 : Math.min(bytesRead / bytes, 1);
  return (
    <Stack gap={4}>
      <Text fz="sm">
        {formatNumber(read)} of {rows === null ? "?" : counted(rows, "row")},{" "}
        {formatNumber(Math.floor(share * 100))} %
      </Text>
      <Progress value={share * 100} aria-label="Import" />
      <Text fz="xs" c="dimmed">
        You can leave this page. The import continues.
      </Text>
    </Stack>
  );
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
