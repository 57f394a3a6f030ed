import { Progress as Bar, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconFileExport } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { actorName } from "../../actors.ts";
import { NEXT_PAGE } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { counted, formatBytes, formatMinute, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import {
  type Export,
  ExportedRecords,
  exportMark,
  isOpen,
  wasErased,
} from "./exported-records.tsx";
import classes from "./exports.module.css";

const PAGE_SIZE = 20;

/** The page that lists the exports of the project. */
export function Exports() {
  const project = useProject();
  const exports = useInfiniteQuery(
    project.exports.list.infiniteQueryOptions({ limit: PAGE_SIZE }, NEXT_PAGE),
  );
  return (
    <Page
      title="Exports"
      lead="Files with many records, written in the background. Every admin of the project can download them."
    >
      <Loaded query={exports}>
        {({ pages }) => <List exports={pages.flatMap((page) => page.exports)} />}
      </Loaded>
      <LoadMore query={exports} />
    </Page>
  );
}

function List({ exports }: { readonly exports: readonly Export[] }) {
  if (exports.length === 0) return <NoExports />;
  return (
    <ul className={classes.list} aria-label="Exports">
      {exports.map((one) => (
        <li key={one.id} className={classes.export}>
          <Stack gap={4}>
            <ExportedRecords one={one} />
            <Text fz="xs" c="dimmed">
              Started by {actorName(one.actor)} <Moment at={one.createdAt} />
            </Text>
          </Stack>
          <ExportProgress one={one} />
          <Group gap="xs" className={classes.actions}>
            {one.state === "done" && <DownloadFile one={one} />}
            {one.mayEnd && (isOpen(one) ? <CancelExport one={one} /> : <DeleteExport one={one} />)}
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** The state of an export: how far it is, how large its file is, or why there is none. */
function ExportProgress({ one }: { readonly one: Export }) {
  const { tone, text } = exportMark(one);
  const { rows, total } = one;
  const share = total?.relation === "eq" ? Math.min(rows / Math.max(total.value, 1), 1) : null;
  return (
    <div className={classes.state}>
      <Mark tone={tone}>{text}</Mark>
      <Text fz="sm" c="dimmed" className="tabular">
        {exportDetail(one)}
      </Text>
      {isOpen(one) && share !== null && (
        <Bar
          value={share * 100}
          aria-label={`Export of ${typeNames(one.object).label.toLowerCase()}`}
        />
      )}
    </div>
  );
}

function exportDetail(one: Export): string {
  const { state, object, rows, bytes, total, failure, expiresAt } = one;
  const names = typeNames(object).label.toLowerCase();
  const singular = typeNames(object).singular.toLowerCase();
  const records = counted(rows, singular, names);
  switch (state) {
    case "waiting":
      return "Starts when no other import or export of the project runs.";
    case "running":
      if (total === null) return records;
      return total.relation === "gte"
        ? `${formatNumber(rows)} of ${formatNumber(total.value)} or more ${names}`
        : `${formatNumber(rows)} of ${counted(total.value, singular, names)}`;
    case "done":
      return `${records}, ${formatBytes(bytes)}. Kept until ${expiresAt === null ? "it expires" : formatMinute(expiresAt)}.`;
    case "failed":
      return failure ?? "";
    case "cancelled":
      return "";
    case "expired":
      return wasErased(one)
        ? "The file was deleted, because a record was erased, or the database was restored or copied. Export the table again."
        : "The file was kept for 7 days. Export the table again.";
  }
}

/** The button that deletes an export that has ended. */
function DeleteExport({ one: { id, object, state } }: { readonly one: Export }) {
  return (
    <ChangeButton
      size="compact-sm"
      of={useProject().exports.delete}
      input={{ id }}
      done="The export was deleted."
      asks={{
        title: `Delete this export of ${typeNames(object).label.toLowerCase()}?`,
        action: "Delete export",
        children:
          state === "done"
            ? "Nobody will be able to download its file. The records stay."
            : "It is removed from this list. The records stay.",
      }}
    >
      Delete
    </ChangeButton>
  );
}

/** The button that cancels an open export. */
function CancelExport({ one: { id, object } }: { readonly one: Export }) {
  return (
    <ChangeButton
      size="compact-sm"
      of={useProject().exports.cancel}
      input={{ id }}
      done="The export was cancelled."
      asks={{
        title: `Cancel this export of ${typeNames(object).label.toLowerCase()}?`,
        action: "Cancel export",
        cancel: "Let it run",
        children: "What was written so far will be deleted.",
      }}
    >
      Cancel
    </ChangeButton>
  );
}

function NoExports() {
  const projectId = useProjectId();
  return (
    <Empty
      icon={IconFileExport}
      title="No exports yet"
      action={
        <ButtonLink
          mt="xs"
          variant="default"
          to="/p/$projectId/$plural"
          params={{ projectId: String(projectId), plural: "contacts" }}
        >
          Open {typeNames("contact").label.toLowerCase()}
        </ButtonLink>
      }
    >
      Every table has the button “Export”. Up to 10,000 records are downloaded at once. Larger files
      are written in the background and listed here.
    </Empty>
  );
}

function DownloadFile({ one: { id, object } }: { readonly one: Export }) {
  const projectId = useProjectId();
  return (
    <Button
      component="a"
      href={`/downloads/exports/${projectId}/${id}`}
      download
      aria-label={`Download the export of ${typeNames(object).label.toLowerCase()}`}
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={15} aria-hidden />}
    >
      Download
    </Button>
  );
}
