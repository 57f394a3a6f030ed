import { Button } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { type Crumb, Page } from "../../ui/pages/page.tsx";
import type { RecordKey } from "./record-model.ts";

interface ErasedProps extends RecordKey {
  readonly above: readonly Crumb[];
}

/** Shown if the record was erased. */
export function Erased({ projectId, type, id, above }: ErasedProps) {
  const { singular, label, plural } = typeNames(type);
  return (
    <Page title={`${singular} #${id}`} above={above}>
      <Empty
        icon={IconEraser}
        title={`This ${singular.toLowerCase()} was erased`}
        action={
          <Button variant="default" component={Link} to={`/p/${projectId}/${plural}`}>
            Show all {label.toLowerCase()}
          </Button>
        }
      >
        Its values are gone for good, and nothing can restore them. The audit log says who erased it
        and when.
      </Empty>
    </Page>
  );
}
