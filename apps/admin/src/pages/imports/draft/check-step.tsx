import { Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { api, queryClient } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { AnchorLink } from "../../../ui/links.tsx";
import { Empty } from "../../../ui/pages/empty.tsx";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import { SHOWN_ROWS, type ShownRows } from "../search.ts";
import { CheckButton } from "./check-button.tsx";
import { CheckedRows } from "./checked-rows.tsx";
import classes from "./draft.module.css";
import { type Check, type Draft, useDraftInput, useDraftSearch } from "./use-draft.ts";

/** The step that shows what would happen, without changing a record. */
export function CheckStep({ draft }: { readonly draft: Draft }) {
  const { check } = draft;
  if (draft.importId !== null) return <StartImport draft={draft} />;
  if (check === null) return <NotChecked draft={draft} />;
  if (check.state === "running") return <Checking draft={draft} check={check} />;
  if (check.state !== "done") return <CheckFailed failure={check.failure} />;
  return <Outcomes draft={draft} check={check} />;
}

const LABELS: Readonly<Record<ShownRows, string>> = {
  created: "New",
  updated: "Changed",
  unchanged: "Unchanged",
  duplicate: "Duplicates in the file",
  refused: "Refused",
  fixed: "Fixed here",
};

/** The number of rows of each outcome, the button that imports them, and some of the rows, which may fill pages. */
function Outcomes({ draft, check }: { readonly draft: Draft; readonly check: Check }) {
  const { search } = useDraftSearch();
  const shown = search.rows ?? firstShown(check);
  return (
    <Stack gap="md">
      <nav aria-label="Result of the check">
        <ul className={classes.outcomes}>
          {SHOWN_ROWS.filter((one) => one !== "fixed").map((outcome) => (
            <li key={outcome}>
              <Link
                from="/p/$projectId/imports/draft/$draftId"
                to="."
                search={(before) => ({ ...before, rows: outcome })}
                resetScroll={false}
                className={classes.outcome}
                data-current={outcome === shown}
              >
                <span className={classes.count}>{formatNumber(check.counts[outcome])}</span>
                <Text span fz="sm" c="dimmed">
                  {LABELS[outcome]}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {draft.blank > 0 && (
        <Text fz="sm" c="dimmed">
          {counted(draft.blank, "blank row")} left out.
        </Text>
      )}
      <StartImport draft={draft} />
      <CheckedRows key={shown} draft={draft} shown={shown} label={LABELS[shown]} />
    </Stack>
  );
}

/** The button that starts the import, or a link to it if it was started. */
function StartImport({ draft }: { readonly draft: Draft }) {
  const input = useDraftInput();
  const navigate = useNavigate();
  const mayImport = useMay("admin");
  const start = useChange(api.imports.drafts.start, {
    showsError: true,
    onDone: ({ importId }) =>
      void navigate({
        to: "/p/$projectId/imports/$importId",
        params: { projectId: String(input.projectId), importId: String(importId) },
      }),
  });
  if (draft.importId !== null) return <Started importId={draft.importId} />;
  if (!mayImport) return null;
  const {
    created = 0,
    updated = 0,
    unchanged = 0,
    duplicate = 0,
    refused = 0,
  } = draft.check?.counts ?? {};
  const taken = created + updated + unchanged + duplicate;
  return (
    <Stack gap="xs">
      {start.error && <ErrorNotice error={start.error} />}
      <Group>
        <Button
          disabled={created + updated + duplicate === 0}
          loading={start.isPending}
          onClick={() => start.mutate(input)}
        >
          Import {counted(taken, "row")}
        </Button>
        <CheckButton label="Check again" isPlain />
        {refused > 0 && (
          <Text fz="sm" c="dimmed">
            {counted(refused, "row")} will be left out.
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function Started({ importId }: { readonly importId: number }) {
  const projectId = String(useProjectId());
  return (
    <Text>
      This file was imported.{" "}
      <AnchorLink
        to="/p/$projectId/imports/$importId"
        params={{ projectId, importId: String(importId) }}
      >
        Open the import
      </AnchorLink>
    </Text>
  );
}

/** Shows what needs attention first. */
function firstShown({ counts }: Check): ShownRows {
  if (counts.refused > 0) return "refused";
  return counts.created > 0 || counts.updated === 0 ? "created" : "updated";
}

function NotChecked({ draft }: { readonly draft: Draft }) {
  const mayImport = useMay("admin");
  if (!mayImport) {
    return (
      <Empty icon={IconChecklist} title="Not checked yet">
        An admin can check the file. The result appears here.
      </Empty>
    );
  }
  return (
    <Empty
      icon={IconChecklist}
      title="Check the whole file first"
      action={<CheckButton label="Check the file" hasIssues={draft.issues.length > 0} />}
    >
      Every row is read, converted and compared with the records. Nothing changes.
      {draft.issues.length > 0 && <Issues issues={draft.issues} />}
    </Empty>
  );
}

function Issues({ issues }: { readonly issues: Draft["issues"] }) {
  return (
    <List size="sm" ta="start" mt="sm">
      {issues.map(({ path, message }) => (
        <List.Item key={path}>{message}</List.Item>
      ))}
    </List>
  );
}

function Checking({ draft, check }: { readonly draft: Draft; readonly check: Check }) {
  const share = draft.bytes === 0 ? 1 : Math.min(check.bytesRead / draft.bytes, 1);
  const mayImport = useMay("admin");
  return (
    <Stack gap="xs" role="status">
      <Text>
        Checking the file: {counted(check.rows, "row")}, {formatNumber(Math.floor(share * 100))}%
      </Text>
      <Progress value={share * 100} aria-label="Check" />
      <Group>{mayImport && <StopCheck draft={draft} />}</Group>
    </Stack>
  );
}

function StopCheck({ draft }: { readonly draft: Draft }) {
  const input = useDraftInput();
  const stop = useChange(api.imports.drafts.setOptions, { failed: "The check was not stopped" });
  return (
    <Button
      variant="default"
      loading={stop.isPending}
      onClick={() =>
        stop.mutate(
          {
            ...input,
            options: { ...draft.options, associations: [...draft.options.associations] },
          },
          {
            onSettled: () =>
              queryClient.invalidateQueries({ queryKey: api.imports.drafts.pathKey() }),
          },
        )
      }
    >
      Stop
    </Button>
  );
}

function CheckFailed({ failure }: { readonly failure: string | null }) {
  return (
    <Stack align="flex-start">
      <ErrorNotice error={new Error(failure ?? "The check was stopped. Start it again.")} />
      <CheckButton label="Check again" />
    </Stack>
  );
}
