import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { typeNames } from "../../object-types.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { focusNextHeading } from "../../ui/pages/heading-focus.ts";
import { MergeDialog } from "../merge/merge-dialog.tsx";
import { AddAssociation } from "./add-association.tsx";
import type { RecordParts } from "./record-model.ts";

interface MergeRecordProps extends RecordParts {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the record to merge with this one, then compares both. */
export function MergeRecord({ opened, onClose, recordKey, record }: MergeRecordProps) {
  const { projectId, type, id } = recordKey;
  const navigate = useNavigate();
  const [other, setOther] = useState<number | null>(null);
  const { singular, plural } = typeNames(type);
  const close = () => {
    setOther(null);
    onClose();
  };
  return (
    <>
      <Dialog
        opened={opened && other === null}
        onClose={close}
        title={`Merge this ${singular.toLowerCase()}`}
      >
        <Text c="dimmed" mb="xs">
          Find the {singular.toLowerCase()} that is a duplicate. In the next step you compare both.
        </Text>
        <AddAssociation
          projectId={projectId}
          type={type}
          known={[{ type, id, name: record.name, detail: record.detail }]}
          knownDetail={`This ${singular.toLowerCase()}`}
          label={`Find the ${singular.toLowerCase()} to merge`}
          isPending={false}
          onAdd={(chosen) => setOther(chosen.id)}
          onClose={close}
        />
      </Dialog>
      <MergeDialog
        type={type}
        ids={opened && other !== null ? [id, other] : null}
        onClose={close}
        onMerged={(primaryId) => {
          if (primaryId === id) return;
          focusNextHeading();
          void navigate({ to: `/p/${projectId}/${plural}/${primaryId}` });
        }}
      />
    </>
  );
}
