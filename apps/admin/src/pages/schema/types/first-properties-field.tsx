import { ActionIcon, Button, Group, Input, Select, Stack, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { TYPE_NAMES } from "../../../property/new-property.ts";
import { firstProperty, type TypeFormState } from "./type-values.ts";

const TYPE_CHOICES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));

/** The properties that a new type begins with: a label and a type each. */
export function FirstPropertiesField({ form }: { readonly form: TypeFormState }) {
  const { properties } = form.values;
  return (
    <Input.Wrapper
      label="First properties"
      labelElement="div"
      description="The first one names the records. More can be added later."
      error={form.errors.properties}
    >
      <Stack gap={6} mt={6}>
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
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              onClick={() => form.removeListItem("properties", index)}
              aria-label={`Remove property ${index + 1}`}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem("properties", firstProperty())}
          >
            Add property
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
