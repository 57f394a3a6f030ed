import { Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { api, queryClient } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Empty } from "../../../ui/pages/empty.tsx";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import { CheckButton } from "./check-button.tsx";
import { Outcomes } from "./outcomes.tsx";
import { StartImport } from "./start-import.tsx";
import { type Check, type Draft, useDraftInput } from "./use-draft.ts";

/** The step that shows what would happen, without changing a record. */
export function CheckStep({ draft }: { readonly draft: Draft }) {
  const { check } = draft;
  if (draft.importId !== null) return <StartImport draft={draft} />;
  if (check === null) return <NotChecked draft={draft} />;
  if (check.state === "running") return <Checking draft={draft} check={check} />;
  if (check.state !== "done") return <CheckFailed failure={check.failure} />;
  return <Outcomes draft={draft} check={check} />;
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
        Checking the file: {counted(check.rows, "row")}, {formatNumber(Math.floor(share * 100))} %
      </Text>
      <Progress value={share * 100} aria-label="Check" />
      <Group>{mayImport && <StopCheck draft={draft} />}</Group>
    </Stack>
  );
}

function StopCheck({ draft }: { readonly draft: Draft }) {
  const input = useDraftInput();
  const stop = useChange(api.imports.drafts.setOptions.mutationOptions(), {});
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
