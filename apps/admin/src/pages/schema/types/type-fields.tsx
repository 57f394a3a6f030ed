import { Group, MultiSelect, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { TYPE_NAMES } from "../../../property/new-property.ts";
import { RemoveRow, RowsField, useRowFocus } from "../rows-field.tsx";
import type { Property } from "../use-schema-search.ts";
import { firstProperty, type TypeFormState } from "./type-values.ts";

const TYPE_CHOICES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));

/** The properties that a new type begins with: a label and a type each. */
export function FirstPropertiesField({ form }: { readonly form: TypeFormState }) {
  const [list, focusRow] = useRowFocus();
  const { properties } = form.values;
  const add = () => {
    form.insertListItem("properties", firstProperty());
    focusRow(properties.length);
  };
  const remove = (index: number) => {
    form.removeListItem("properties", index);
    focusRow(Math.max(0, Math.min(index, properties.length - 2)));
  };
  return (
    <RowsField
      label="First properties"
      description="The first one names the records. More can be added later."
      error={form.errors.properties}
      list={list}
      add="Add property"
      onAdd={add}
    >
      {properties.map(({ id }, index) => (
        <Group key={id} gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            miw={0}
            aria-label={`Label of property ${index + 1}`}
            placeholder="Label"
            data-row={index}
            {...form.getInputProps(`properties.${index}.label`)}
          />
          <Select
            w={150}
            aria-label={`Type of property ${index + 1}`}
            data={TYPE_CHOICES}
            allowDeselect={false}
            {...form.getInputProps(`properties.${index}.type`)}
          />
          <RemoveRow label={`Remove property ${index + 1}`} onClick={() => remove(index)} />
        </Group>
      ))}
    </RowsField>
  );
}

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
  const [list, focusRow] = useRowFocus();
  const data = properties.map(({ name, label }) => ({ value: name, label }));
  return (
    <RowsField
      {...{ label, description, error, add, list }}
      onAdd={() => {
        onChange([...value, []]);
        focusRow(value.length);
      }}
      isFull={value.length >= 10}
    >
      {value.map((set, index) => (
        // Rows have no other identity than their place.
        <Group key={index} gap={6} wrap="nowrap" align="flex-start">
          <MultiSelect
            flex={1}
            miw={0}
            aria-label={`${label}, row ${index + 1}`}
            data-row={index}
            data={data}
            searchable
            hidePickedOptions
            maxValues={10}
            value={set}
            onChange={(names) => onChange(value.with(index, names))}
          />
          <RemoveRow
            label={`Remove row ${index + 1} of ${label.toLowerCase()}`}
            onClick={() => {
              onChange(value.toSpliced(index, 1));
              focusRow(Math.max(0, Math.min(index, value.length - 2)));
            }}
          />
        </Group>
      ))}
    </RowsField>
  );
}
