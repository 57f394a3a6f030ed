import { ActionIcon, Button, Group, Input, Stack, Switch, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { optionRow, type PropertyFormState } from "./property-values.ts";

/** The options of an enumeration, and whether there are no others. */
export function OptionsField({ form }: { readonly form: PropertyFormState }) {
  const list = useRef<HTMLDivElement>(null);
  const { options } = form.values;
  const add = () => {
    form.insertListItem("options", optionRow());
    focusLater(list, options.length);
  };
  const remove = (index: number) => {
    form.removeListItem("options", index);
    focusLater(list, Math.max(0, Math.min(index, options.length - 2)));
  };
  return (
    <>
      <Input.Wrapper
        label="Options"
        labelElement="div"
        description="The value is what programs send and read; the label is what admins see."
        error={form.errors.options}
      >
        <Stack gap={6} mt={6} ref={list}>
          {options.map(({ id }, index) => (
            <Group key={id} gap={6} wrap="nowrap">
              <TextInput
                flex={1}
                aria-label={`Value of option ${index + 1}`}
                placeholder="Value"
                spellCheck={false}
                data-option={index}
                {...form.getInputProps(`options.${index}.value`)}
              />
              <TextInput
                flex={1}
                aria-label={`Label of option ${index + 1}`}
                placeholder="Label"
                {...form.getInputProps(`options.${index}.label`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => remove(index)}
                aria-label={`Remove option ${index + 1}`}
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
              onClick={add}
            >
              Add option
            </Button>
          </Group>
        </Stack>
      </Input.Wrapper>
      <Switch
        label="Closed"
        description="Only these options are accepted: a program that sends another value gets 400 with the list. Records that hold another value keep it until it is changed. While it is open the options are suggestions."
        {...form.getInputProps("closed", { type: "checkbox" })}
      />
    </>
  );
}

/** The field of an option, once it is there. */
function focusLater(list: React.RefObject<HTMLDivElement | null>, index: number): void {
  requestAnimationFrame(() => {
    list.current?.querySelector<HTMLInputElement>(`[data-option="${index}"]`)?.focus();
  });
}
