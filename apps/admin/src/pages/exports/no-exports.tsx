import { Button } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";

export function NoExports() {
  const projectId = useProjectId();
  return (
    <Empty
      icon={IconFileExport}
      title="No exports yet"
      action={
        <Button
          mt="xs"
          variant="default"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/p/$projectId/$plural"
              params={{ projectId: String(projectId), plural: "contacts" }}
            />
          )}
        >
          Open contacts
        </Button>
      }
    >
      Every table has the button “Export”. Up to 10,000 records are downloaded at once. Larger files
      are written in the background and listed here.
    </Empty>
  );
}
