import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useShowWaiting } from "../live/waiting-rows.ts";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { counted } from "../ui/values/format.ts";
import { type Import, importProgress, importTitle, isBusy } from "./imports.ts";
import { JobLine } from "./job-content.tsx";
import classes from "./job-line.module.css";
import { useRefreshAtEnd } from "./latest-changes.tsx";

/** Imports that are looked at: more than can be open. */
const LATEST = 10;

/** The running imports of a type above its records, and the button for rows that wait while many change. */
export function RunningImports({ type }: { readonly type: string }) {
  const running = useRunning(type);
  const show = useShowWaiting();
  if (running.length === 0 && show === undefined) return null;
  return (
    <Stack gap={6} mb="sm">
      {running.map((one) => (
        <ImportLine key={one.id} one={one} />
      ))}
      {show !== undefined && (
        <Group component="section" aria-label="More changes" gap="sm" className={classes.line}>
          <Text fz="sm" role="status">
            More records have changed.
          </Text>
          <Button variant="default" size="compact-sm" ml="auto" onClick={show}>
            Show changes
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function useRunning(type: string): readonly Import[] {
  const project = useProject();
  const { data } = useQuery(project.imports.list.queryOptions({ limit: LATEST }));
  const busy = (data?.jobs ?? []).filter((one) => one.object === type && isBusy(one));
  useRefreshAtEnd(busy.map(({ id }) => id));
  return busy.filter(({ state }) => state !== "waiting");
}

function ImportLine({ one }: { readonly one: Import }) {
  const projectId = useProjectId();
  const { undo } = one;
  const title = `${undo === null ? "Import" : "Undoing the import"} of ${importTitle(one)}`;
  const params = { projectId: String(projectId), importId: String(one.id) };
  const { text, percent } =
    undo === null
      ? importProgress(one)
      : { text: `${counted(undo.deleted + undo.restored, "record")} so far` };
  return (
    <JobLine
      title={title}
      to={{ to: "/p/$projectId/imports/$importId", params }}
      text={text}
      percent={percent}
    />
  );
}
