import { Button, Stack } from "@mantine/core";
import { api } from "../../../api.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { ErrorNotice, issuesOf } from "../../../ui/pages/error-notice.tsx";
import { useDraftInput } from "./use-draft.ts";

/** The button that starts a dry run. */
export function CheckButton({ label, isPlain = false }: { label: string; isPlain?: boolean }) {
  const input = useDraftInput();
  const start = useChange(api.imports.drafts.check.mutationOptions(), {
    invalidates: [api.imports.drafts.pathKey()],
    showsError: true,
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant={isPlain ? "default" : "filled"}
        loading={start.isPending}
        onClick={() => start.mutate(input)}
      >
        {label}
      </Button>
      {start.error && issuesOf(start.error).length === 0 ? (
        <ErrorNotice error={start.error} />
      ) : null}
    </Stack>
  );
}
