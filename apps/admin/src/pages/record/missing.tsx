import { Button, Group } from "@mantine/core";
import { IconFileUnknown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { type Crumb, Page } from "../../ui/pages/page.tsx";
import type { RecordKey } from "./record-model.ts";

interface MissingProps extends RecordKey {
  readonly above: readonly Crumb[];
}

/** Shown if the record was deleted, belongs to another project or never existed. */
export function Missing({ projectId, type, above }: MissingProps) {
  const { singular, label, plural } = typeNames(type);
  return (
    <Page title={`${singular} not found`} above={above}>
      <Empty
        icon={IconFileUnknown}
        title={`This ${singular.toLowerCase()} does not exist in this project`}
        action={
          <Group gap="xs" justify="center">
            <Button component={Link} to={`/p/${projectId}/bin`}>
              Open the bin
            </Button>
            <Button variant="default" component={Link} to={`/p/${projectId}/${plural}`}>
              Show all {label.toLowerCase()}
            </Button>
          </Group>
        }
      >
        It may have been deleted. Deleted records can be restored from the bin for 90 days. Or the
        link belongs to another project.
      </Empty>
    </Page>
  );
}
