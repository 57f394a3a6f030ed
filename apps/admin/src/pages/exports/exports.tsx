import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { actorName } from "../../actors.ts";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { CancelExport } from "./cancel-export.tsx";
import { DeleteExport } from "./delete-export.tsx";
import { ExportedRecords } from "./exported-records.tsx";
import classes from "./exports.module.css";
import { NoExports } from "./no-exports.tsx";
import { ExportProgress } from "./progress.tsx";
import { type Export, isOpen } from "./states.ts";

const PAGE_SIZE = 20;

/** The page that lists the exports of the project. */
export function Exports() {
  const projectId = useProjectId();
  const exports = useInfiniteQuery(
    api.exports.list.infiniteQueryOptions(
      { projectId, limit: PAGE_SIZE },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
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

function DownloadFile({ one: { id, object } }: { readonly one: Export }) {
  const projectId = useProjectId();
  return (
    <Button
      component="a"
      href={`/downloads/exports/${projectId}/${id}`}
      download
      aria-label={`Download the export of ${typeNames(object).label.toLowerCase()}`}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Download
    </Button>
  );
}
