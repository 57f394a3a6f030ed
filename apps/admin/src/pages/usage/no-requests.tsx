import { Button } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";

/** The empty state of the pages of API usage. */
export function NoRequests({ title }: { readonly title: string }) {
  const keys = `/p/${useProjectId()}/access/keys`;
  const action = (
    <Button component={Link} to={keys} variant="default">
      Open API keys
    </Button>
  );
  return (
    <Empty icon={IconListDetails} title={title} action={useMay("admin") && action}>
      Requests appear here when a client or key calls one of the APIs.
    </Empty>
  );
}
