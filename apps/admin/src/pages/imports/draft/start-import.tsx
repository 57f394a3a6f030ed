import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { api } from "../../../api.ts";
import { useMay } from "../../../session.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { counted } from "../../../ui/values/format.ts";
import { CheckButton } from "./check-button.tsx";
import { type Draft, useDraftInput } from "./use-draft.ts";

/** The button that starts the import, or a link to it if it was started. */
export function StartImport({ draft }: { readonly draft: Draft }) {
  const input = useDraftInput();
  const navigate = useNavigate();
  const mayImport = useMay("admin");
  const start = useChange(api.imports.drafts.start.mutationOptions(), {
    invalidates: [api.imports.list.pathKey(), api.imports.drafts.list.pathKey()],
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
      <Anchor
        renderRoot={(props) => (
          <Link
            {...props}
            to="/p/$projectId/imports/$importId"
            params={{ projectId, importId: String(importId) }}
          />
        )}
      >
        Open the import
      </Anchor>
    </Text>
  );
}
