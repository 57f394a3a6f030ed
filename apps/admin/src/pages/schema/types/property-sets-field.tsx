import { Group, MultiSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { RemoveRow, RowsField } from "../rows-field.tsx";
import type { Property } from "../use-schema-search.ts";

interface PropertySetsFieldProps {
  readonly label: string;
  readonly description: string;
  /** Label of the button, such as “Add alternative”. */
  readonly add: string;
  readonly properties: readonly Property[];
  readonly value: string[][];
  readonly onChange: (sets: string[][]) => void;
  readonly error?: ReactNode;
}

/** Chooses sets of properties, one in each row. */
export function PropertySetsField(props: PropertySetsFieldProps) {
  const { label, description, add, properties, value, onChange, error } = props;
  const data = properties.map(({ name, label }) => ({ value: name, label }));
  return (
    <RowsField
      {...{ label, description, error, add }}
      onAdd={() => onChange([...value, []])}
      isFull={value.length >= 10}
    >
      {value.map((set, index) => (
        // Rows have no other identity than their place.
        <Group key={index} gap={6} wrap="nowrap" align="flex-start">
          <MultiSelect
            flex={1}
            miw={0}
            aria-label={`${label}, row ${index + 1}`}
            data={data}
            searchable
            hidePickedOptions
            maxValues={10}
            value={set}
            onChange={(names) => onChange(value.with(index, names))}
          />
          <RemoveRow
            label={`Remove row ${index + 1} of ${label.toLowerCase()}`}
            onClick={() => onChange(value.toSpliced(index, 1))}
          />
        </Group>
      ))}
    </RowsField>
  );
}
