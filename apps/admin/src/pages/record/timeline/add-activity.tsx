import { Button, Group } from "@mantine/core";
import { IconChecklist, IconNote } from "@tabler/icons-react";
import { useSchema } from "../../../property/use-schema.ts";
import { useMay } from "../../../session.ts";
import { usePageKeys } from "../../../ui/pages/use-page-keys.ts";
import { type RecordParts, useRecordSearch } from "../record-model.ts";
import { type ActivityKind, hasActivity } from "./activity-kinds.ts";

/** Buttons that write a note about the record and add a task to it. */
export function AddActivity({ recordKey: { type } }: RecordParts) {
  const [, change] = useRecordSearch();
  const may = useMay("admin");
  // Their forms show the fields at once, so that nothing typed into them is lost.
  useSchema("note", may && hasActivity(type, "note"));
  useSchema("task", may && hasActivity(type, "task"));
  const write = (kind: ActivityKind) => () => {
    if (may && hasActivity(type, kind)) change({ form: kind });
  };
  usePageKeys([
    ["n", write("note")],
    ["t", write("task")],
  ]);
  if (!may) return null;
  return (
    <Group gap="xs">
      {hasActivity(type, "note") && (
        <Button size="sm" leftSection={<IconNote size={16} aria-hidden />} onClick={write("note")}>
          Write a note
        </Button>
      )}
      {hasActivity(type, "task") && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconChecklist size={16} aria-hidden />}
          onClick={write("task")}
        >
          Add a task
        </Button>
      )}
    </Group>
  );
}
