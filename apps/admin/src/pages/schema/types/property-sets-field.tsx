import { ActionIcon, Button, Group, Input, MultiSelect, Stack } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
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
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Stack gap={6} mt={6} role="group" aria-label={label}>
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
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              onClick={() => onChange(value.toSpliced(index, 1))}
              aria-label={`Remove row ${index + 1} of ${label.toLowerCase()}`}
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
            onClick={() => onChange([...value, []])}
            disabled={value.length >= 10}
          >
            {add}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
