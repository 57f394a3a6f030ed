import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowBackUp } from "@tabler/icons-react";
import { api, calls } from "../../api.ts";
import { TYPE_KEYS } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { formatNumber } from "../../ui/values/format.ts";
import selectionClasses from "../records/selection/selection-bar.module.css";
import { deletedNotice } from "../records/use-delete-record.tsx";
import type { BinnedRecord } from "./binned-record.ts";

interface RestoreSelectedProps {
  readonly selected: readonly BinnedRecord[];
  readonly onDone: () => void;
}

/** The bar that restores the selected records: one bulk change for each of their types. */
export function RestoreSelected({ selected, onDone }: RestoreSelectedProps) {
  const projectId = useProjectId();
  const restore = useChange(
    {
      mutationFn: async (records: readonly BinnedRecord[]) => {
        for (const type of TYPE_KEYS) {
          const ids = records.filter((record) => record.type === type).map(({ id }) => id);
          const action = { kind: "restore" } as const;
          if (ids.length > 0) {
            await calls.changes.start.mutate({ projectId, type, selection: { ids }, action });
          }
          for (const id of ids) notifications.hide(deletedNotice(id));
        }
      },
    },
    { invalidates: [api.changes.pathKey()], onDone },
  );
  if (selected.length === 0) return null;
  return (
    <Group
      component="section"
      aria-label="Selection"
      gap="sm"
      className={selectionClasses.bar ?? ""}
    >
      <Text role="status" className="tabular">
        {formatNumber(selected.length)} selected
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        loading={restore.isPending}
        onClick={() => restore.mutate(selected)}
      >
        Restore {formatNumber(selected.length)}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
        Clear selection
      </Button>
    </Group>
  );
}
