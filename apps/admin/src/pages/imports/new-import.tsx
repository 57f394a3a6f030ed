import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../shell/use-project.ts";

export function NewImport() {
  const params = { projectId: String(useProjectId()) };
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/p/$projectId/imports/new" params={params} />}
    >
      Import records
    </Button>
  );
}
