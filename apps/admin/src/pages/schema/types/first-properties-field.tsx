import { Group, Select, TextInput } from "@mantine/core";
import { TYPE_NAMES } from "../../../property/new-property.ts";
import { RemoveRow, RowsField } from "../rows-field.tsx";
import { firstProperty, type TypeFormState } from "./type-values.ts";

const TYPE_CHOICES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));

/** The properties that a new type begins with: a label and a type each. */
export function FirstPropertiesField({ form }: { readonly form: TypeFormState }) {
  const { properties } = form.values;
  return (
    <RowsField
      label="First properties"
      description="The first one names the records. More can be added later."
      error={form.errors.properties}
      add="Add property"
      onAdd={() => form.insertListItem("properties", firstProperty())}
    >
      {properties.map(({ id }, index) => (
        <Group key={id} gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            miw={0}
            aria-label={`Label of property ${index + 1}`}
            placeholder="Label"
            {...form.getInputProps(`properties.${index}.label`)}
          />
          <Select
            w={150}
            aria-label={`Type of property ${index + 1}`}
            data={TYPE_CHOICES}
            allowDeselect={false}
            {...form.getInputProps(`properties.${index}.type`)}
          />
          <RemoveRow
            label={`Remove property ${index + 1}`}
            onClick={() => form.removeListItem("properties", index)}
          />
        </Group>
      ))}
    </RowsField>
  );
}
