import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { refreshRecords } from "../records/invalidated.ts";
import type { RecordParts } from "./record-model.ts";

interface EraseRecordProps extends RecordParts {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Erases a record after its name has been typed. Its page then says that it was erased. */
export function EraseRecord({ recordKey, record, opened, onClose }: EraseRecordProps) {
  const client = useQueryClient();
  const noun = typeNames(recordKey.type).singular.toLowerCase();
  const erasing = useChange(api.records.erase.mutationOptions(), {
    showsError: true,
    done: `${typeNames(recordKey.type).singular} #${recordKey.id} erased.`,
    onDone: async () => {
      onClose();
      await client.resetQueries({ queryKey: api.records.read.queryKey(recordKey) });
      await refreshRecords(client);
    },
  });
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        erasing.reset();
        onClose();
      }}
      title={`Erase this ${noun} for good?`}
      name={record.name.trim().replaceAll(/\s+/g, " ")}
      action={`Erase ${noun}`}
      change={erasing}
      onConfirm={() => erasing.mutate(recordKey)}
    >
      This cannot be undone. It removes all values, also from the history, events and webhook
      deliveries, and all associations. To keep the {noun} restorable for 90 days, delete it
      instead.
    </Confirm>
  );
}
