import { Button, Group, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowMerge } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { MergeDialog } from "../../merge/merge-dialog.tsx";
import classes from "./selection-bar.module.css";
import type { Selection } from "./use-selection.ts";

interface SelectionBarProps {
  readonly type: ObjectType;
  readonly selection: Selection;
}

/** Most records that one merge takes. */
const MAX_MERGED = 10;

/** What can be done with the selected rows. Nothing is shown while none is selected. */
export function SelectionBar({ type, selection }: SelectionBarProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [isMerging, setIsMerging] = useState(false);
  const ids = [...selection.rows.keys()].toSorted((a, b) => a - b);
  const count = ids.length;
  const { singular, label, plural } = TYPES[type];
  useHotkeys(count === 0 || isMerging ? [] : [["Escape", selection.clear]]);
  if (count === 0) return null;
  const canMerge = count >= 2 && count <= MAX_MERGED;
  return (
    <>
      <Group component="section" aria-label="Selection" gap="sm" className={classes.bar}>
        <Text role="status" className="tabular">
          {count} {(count === 1 ? singular : label).toLowerCase()} selected
        </Text>
        <Button
          size="compact-sm"
          leftSection={<IconArrowMerge size={15} aria-hidden />}
          disabled={!canMerge}
          onClick={() => setIsMerging(true)}
        >
          Merge
        </Button>
        <Button size="compact-sm" variant="default" onClick={selection.clear}>
          Clear selection
        </Button>
        {!canMerge && (
          <Text fz="xs" c="dimmed">
            Select 2 to {MAX_MERGED} records to merge.
          </Text>
        )}
      </Group>
      <MergeDialog
        type={type}
        ids={isMerging ? ids : null}
        onClose={() => setIsMerging(false)}
        onMerged={(primaryId) => {
          selection.clear();
          void navigate({ to: `/p/${projectId}/${plural}/${primaryId}` });
        }}
      />
    </>
  );
}
