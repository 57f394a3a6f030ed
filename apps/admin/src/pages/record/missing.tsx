import { Button, Group } from "@mantine/core";
import { IconFileUnknown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { TYPES } from "../../object-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import type { RecordKey } from "./record-model.ts";

interface MissingProps extends RecordKey {
  readonly above: readonly { readonly label: string; readonly to: string }[];
}

/** No such record: it was deleted, is of another project, or never was. */
export function Missing({ projectId, type, above }: MissingProps) {
  const { singular, label, plural } = TYPES[type];
  return (
    <Page title={`${singular} not found`} above={above}>
      <Empty
        icon={IconFileUnknown}
        title={`There is no such ${singular.toLowerCase()} in this project`}
        action={
          <Group gap="xs" justify="center">
            <Button component={Link} to={`/p/${projectId}/bin`}>
              Look in the bin
            </Button>
            <Button variant="default" component={Link} to={`/p/${projectId}/${plural}`}>
              All {label.toLowerCase()}
            </Button>
          </Group>
        }
      >
        It may have been deleted: the bin keeps deleted records for 90 days and can restore them. Or
        the address names a record of another project.
      </Empty>
    </Page>
  );
}
