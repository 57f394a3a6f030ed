import { Button, Group, Select, Text } from "@mantine/core";
import { useState } from "react";
import { typeKeys, typeNames } from "../../../object-types.ts";
import { AddAssociation } from "../../../records/associations/add-association.tsx";
import type { NamedRecord } from "../../../records/record-model.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./edit-dialog.tsx";
import { countedRecords, useStart } from "./selected.ts";

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

/** Asks with which record to associate the selected ones. */
export function AssociateDialog(props: DialogProps) {
  const { type } = props.selected;
  const types = typeKeys();
  const [object, setObject] = useState<string>(
    types.includes("company") ? "company" : (types[0] ?? "contact"),
  );
  const [record, setRecord] = useState<NamedRecord | null>(null);
  return (
    <ChangeDialog
      {...props}
      // The preview shows only the selected records.
      title={`Associate ${typeNames(type).label.toLowerCase()}${record === null ? "" : ` with ${record.name}`}`}
      verb="Associate"
      action={record === null ? null : { kind: "associate", object, id: record.id }}
      isChanged={record !== null}
    >
      {(error) => (
        <>
          <Select
            label="With"
            allowDeselect={false}
            data={types.map((other) => ({ value: other, label: typeNames(other).singular }))}
            value={object}
            onChange={(chosen) => {
              setObject(chosen ?? object);
              setRecord(null);
            }}
          />
          {record === null ? (
            <AddAssociation
              key={object}
              type={object}
              known={[]}
              label={`Find ${typeNames(object).article} ${typeNames(object).singular.toLowerCase()}`}
              isPending={false}
              onAdd={setRecord}
              onClose={() => undefined}
            />
          ) : (
            <Group gap="sm">
              <Text fw={500} style={{ overflowWrap: "anywhere" }}>
                {record.name}
              </Text>
              <Button variant="default" size="compact-sm" onClick={() => setRecord(null)}>
                Choose another
              </Button>
            </Group>
          )}
          {error ? <ErrorNotice error={error} /> : null}
        </>
      )}
    </ChangeDialog>
  );
}

/** Asks before the selected records are moved to the bin. */
export function DeleteDialog({ selected, onStarted, onClose }: DialogProps) {
  const { change, start } = useStart(selected, onStarted);
  const { count, type } = selected;
  const counted = countedRecords(count, type);
  return (
    <Confirm
      opened
      onClose={onClose}
      title={`Delete ${typeNames(type).label.toLowerCase()}?`}
      action={`Delete ${counted}`}
      change={change}
      onConfirm={() => start({ kind: "delete" })}
    >
      {counted} will move to the bin, where each is kept for 90 days. For 7 days, Undo brings all of
      them back with their associations.
    </Confirm>
  );
}
