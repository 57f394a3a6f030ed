import { Alert } from "@mantine/core";
import { IconArrowMerge } from "@tabler/icons-react";
import { typeNames } from "../../object-types.ts";
import classes from "./record.module.css";
import type { RecordParts } from "./record-model.ts";

interface MergedNoteProps extends RecordParts {
  /** Id of the merged record. */
  readonly merged: number;
  readonly onClose: () => void;
}

/** Says that the link was one of a record that was merged into this one. */
export function MergedNote({ recordKey: { type }, merged, onClose }: MergedNoteProps) {
  const noun = typeNames(type).singular.toLowerCase();
  return (
    <Alert
      className={classes.note}
      icon={<IconArrowMerge size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {typeNames(type).singular} #{merged} was merged into this {noun}. The history shows when and
      by whom.
    </Alert>
  );
}
