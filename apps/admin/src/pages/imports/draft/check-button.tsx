import { Button, Stack } from "@mantine/core";
import { ErrorNotice, issuesOf } from "../../../ui/pages/error-notice.tsx";
import { useDraftInput } from "./use-draft.ts";
import { useStartCheck } from "./use-start-check.ts";

interface CheckButtonProps {
  readonly label: string;
  readonly isPlain?: boolean;
  /** True if the page lists the faults of the options beside the button. */
  readonly hasIssues?: boolean;
}

/** The button that starts a dry run. */
export function CheckButton({ label, isPlain = false, hasIssues = false }: CheckButtonProps) {
  const input = useDraftInput();
  const start = useStartCheck();
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant={isPlain ? "default" : "filled"}
        loading={start.isPending}
        onClick={() => start.mutate(input)}
      >
        {label}
      </Button>
      {start.error && !(hasIssues && issuesOf(start.error).length > 0) ? (
        <ErrorNotice error={start.error} />
      ) : null}
    </Stack>
  );
}
