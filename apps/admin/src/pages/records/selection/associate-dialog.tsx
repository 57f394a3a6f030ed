import { Button, Group, Select, Text } from "@mantine/core";
import { useState } from "react";
import { typeKeys, typeNames } from "../../../object-types.ts";
import { AddAssociation } from "../../../records/associations/add-association.tsx";
import type { NamedRecord } from "../../../records/record-model.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import type { DialogProps } from "./edit-dialog.tsx";

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
