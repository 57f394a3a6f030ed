import { Select } from "@mantine/core";
import { useState } from "react";
import { typeNames } from "../../../object-types.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./edit-dialog.tsx";

/** Asks to which stage to move the selected records. */
export function MoveDialog(props: DialogProps) {
  const { name: type, pipelines } = props.schema;
  const [pipeline, setPipeline] = useState(
    (pipelines.find(({ isDefault }) => isDefault) ?? pipelines[0])?.key ?? "",
  );
  const [stage, setStage] = useState<string | null>(null);
  const stages = pipelines.find(({ key }) => key === pipeline)?.stages ?? [];
  return (
    <ChangeDialog
      {...props}
      title={`Move ${typeNames(type).label.toLowerCase()}`}
      verb="Move"
      action={stage === null ? null : { kind: "move", pipeline, stage }}
      isChanged={stage !== null}
    >
      {(error) => (
        <>
          {pipelines.length > 1 && (
            <Select
              label="Pipeline"
              allowDeselect={false}
              data={pipelines.map(({ key, label }) => ({ value: key, label }))}
              value={pipeline}
              onChange={(chosen) => {
                setPipeline(chosen ?? pipeline);
                setStage(null);
              }}
            />
          )}
          <Select
            label="Stage"
            placeholder="Choose a stage"
            allowDeselect={false}
            data-autofocus
            data={stages.map(({ key, label }) => ({ value: key, label }))}
            value={stage}
            onChange={setStage}
          />
          {error ? <ErrorNotice error={error} /> : null}
        </>
      )}
    </ChangeDialog>
  );
}
