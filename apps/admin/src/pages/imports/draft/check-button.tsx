import { Button, Stack } from "@mantine/core";
import { api, queryClient } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { ErrorNotice, failureIssues } from "../../../ui/pages/error-notice.tsx";
import { type Draft, useDraftInput, useDraftSearch, useStartCheck } from "./use-draft.ts";

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
      {start.error && !(hasIssues && failureIssues(start.error).length > 0) ? (
        <ErrorNotice error={start.error} />
      ) : null}
    </Stack>
  );
}

interface ContinueToCheckProps {
  readonly draft: Draft;
  /** True while choices are being saved, which discards the result of an earlier check. */
  readonly isSaving: boolean;
}

/** The button that goes on to the last step. It starts the check, unless its result is there or an import was started. */
export function ContinueToCheck({ draft, isSaving }: ContinueToCheckProps) {
  const input = useDraftInput();
  const mayImport = useMay("admin");
  const { go } = useDraftSearch();
  const start = useStartCheck();
  const next = () => go({ step: "check" }, true);
  const state = draft.check?.state;
  const isChecked = !isSaving && (state === "done" || state === "running");
  const continueToCheck = () => {
    if (!mayImport || draft.importId !== null || isChecked) return next();
    start.mutate(input, {
      onSuccess: next,
      onError: async (error) => {
        if (failureIssues(error).length === 0) return;
        // The last step lists what is wrong with the choices.
        await queryClient.invalidateQueries({ queryKey: api.imports.drafts.pathKey() });
        next();
      },
    });
  };
  return (
    <>
      {start.error && failureIssues(start.error).length === 0 ? (
        <ErrorNotice error={start.error} />
      ) : null}
      <Button loading={start.isPending} onClick={continueToCheck}>
        Continue to check
      </Button>
    </>
  );
}
