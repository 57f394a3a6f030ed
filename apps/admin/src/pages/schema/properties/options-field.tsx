import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Menu,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { COLORS, type Color, optionColor } from "@rapport/model";
import { IconAlertTriangle } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
} from "react";
import { colorName, Dot } from "../../../ui/values/chip.tsx";
import { InUse } from "../in-use.tsx";
import { RemoveRow, RowsField, useRowFocus } from "../rows-field.tsx";
import type { Property } from "../use-schema-search.ts";
import classes from "./options-field.module.css";
import { optionRow, type PropertyFormState } from "./property-values.ts";
import { isOptionInUse, OtherValues, type UsedOption, usedOptions } from "./used-values.tsx";

interface OptionsFieldProps {
  readonly type: string;
  /** Undefined for a new property. */
  readonly property: Property | undefined;
  readonly form: PropertyFormState;
  /** Why the last save failed. */
  readonly error: unknown;
}

/** The options of an enumeration, and whether other values are accepted. */
export function OptionsField({ type, property, form, error }: OptionsFieldProps) {
  const [list, focusRow] = useRowFocus();
  const { options, closed } = form.values;
  const used = usedOptions(form, error);
  useEffect(() => {
    if (isOptionInUse(error)) list.current?.querySelector<HTMLElement>("[data-puts-back]")?.focus();
  }, [error]);
  const putBack = ({ option, row, at }: UsedOption) => {
    if (row === undefined) form.insertListItem("options", option, at);
    else form.setFieldValue(`options.${row}.value`, option.value);
    focusRow(row ?? at);
  };
  const notesAt = (index: number): ReactNode =>
    used
      .filter(({ at }) => at === index)
      .map((one) => (
        <UsedOptionNote
          key={one.option.value}
          {...{ type, used: one }}
          property={form.values.name}
          onPutBack={() => putBack(one)}
        />
      ));
  const add = () => {
    form.insertListItem("options", optionRow());
    focusRow(options.length);
  };
  const remove = (index: number) => {
    form.removeListItem("options", index);
    focusRow(Math.max(0, Math.min(index, options.length - 2)));
  };
  const goOn = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // It would submit the form.
    event.preventDefault();
    if (index < options.length - 1) focusRow(index + 1);
    else if (options[index]?.value.trim() !== "") add();
  };
  const paste = (index: number) => (event: ClipboardEvent) => {
    const pasted = pastedOptions(event.clipboardData.getData("text"));
    if (pasted.length < 2) return;
    event.preventDefault();
    const isBlank = options[index]?.value === "" && options[index].label === "";
    const at = isBlank ? index : index + 1;
    form.setFieldValue("options", options.toSpliced(at, isBlank ? 1 : 0, ...pasted));
    focusRow(at + pasted.length - 1);
  };
  return (
    <>
      <RowsField
        label="Options"
        description="Programs send and read the value. Admins see the label. Enter adds the next option. Paste a list to add many."
        error={form.errors.options}
        list={list}
        add="Add option"
        onAdd={add}
      >
        {options.map(({ id, value, color }, index) => (
          <Fragment key={id}>
            {notesAt(index)}
            <Group gap={6} wrap="nowrap">
              <ColorMenu
                of={`option ${index + 1}`}
                color={optionColor({ value, color })}
                onChoose={(chosen) => form.setFieldValue(`options.${index}.color`, chosen)}
              />
              <div className={classes.pair}>
                <TextInput
                  aria-label={`Value of option ${index + 1}`}
                  placeholder="Value"
                  spellCheck={false}
                  data-row={index}
                  onKeyDown={goOn(index)}
                  onPaste={paste(index)}
                  {...form.getInputProps(`options.${index}.value`)}
                />
                <TextInput
                  aria-label={`Label of option ${index + 1}`}
                  placeholder="Label"
                  onKeyDown={goOn(index)}
                  {...form.getInputProps(`options.${index}.label`)}
                />
              </div>
              <RemoveRow
                label={`Remove option ${index + 1}`}
                mt={0}
                onClick={() => remove(index)}
              />
            </Group>
          </Fragment>
        ))}
        {notesAt(options.length)}
      </RowsField>
      <Switch
        label="Closed"
        description="Only these options are accepted; other values are refused with 400. Records keep other values until they are edited, and an option that records have cannot be removed. If this is off, the options are suggestions."
        {...form.getInputProps("closed", { type: "checkbox" })}
      />
      {closed && property?.type === "enumeration" && (
        <OtherValues
          type={type}
          property={property}
          known={new Set([...options, ...used.map(({ option }) => option)].map(trimmedValue))}
          onAdd={(values) => {
            for (const value of values)
              form.insertListItem("options", makeOptionRow(property, value));
            focusRow(options.length);
          }}
        />
      )}
    </>
  );
}

interface UsedOptionNoteProps {
  readonly type: string;
  /** Internal name of the property. */
  readonly property: string;
  readonly used: UsedOption;
  readonly onPutBack: () => void;
}

/** Says at an option's place that records have it, links to them, and puts the option back. */
function UsedOptionNote({ type, property, used, onPutBack }: UsedOptionNoteProps) {
  const { value, label } = used.option;
  const isRemoved = used.row === undefined;
  return (
    <Alert
      role="alert"
      color="red"
      // A link on red, and a red title, have too little contrast.
      variant="outline"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={
        <Text span inherit c="bright">
          {label} is in use
        </Text>
      }
    >
      <Stack gap="xs" align="flex-start">
        <InUse
          {...{ type, usage: used.usage }}
          how={{ one: `has ${label}`, many: `have ${label}` }}
          filters={[{ property, operator: "in", values: [value] }]}
          remedy="First choose another option in these records"
          then={isRemoved ? "it can be removed" : "its value can be changed"}
        />
        <Button size="compact-sm" variant="default" data-puts-back onClick={onPutBack}>
          {isRemoved ? `Put ${label} back` : `Keep the value ${value}`}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Options that one paste adds at most. More would take the page too long. */
const MAX_PASTED = 1_000;

/** Returns the options of lines or of cells of a spreadsheet: a value in each row, and its label beside it. */
function pastedOptions(text: string) {
  const rows = text.split(/\r?\n/, MAX_PASTED).map((line) => line.split("\t"));
  return rows
    .map(([value = "", label = ""]) => optionRow(value.trim(), label.trim()))
    .filter(({ value }) => value !== "");
}

/** Returns a row for a value, with its label and its colour if it was an option. */
function makeOptionRow({ options }: Property, value: string) {
  const known = options?.find((option) => option.value === value);
  return optionRow(value, known?.label, known?.color);
}

function trimmedValue({ value }: { readonly value: string }): string {
  return value.trim();
}

interface ColorMenuProps {
  /** What has the colour, such as “option 1”. */
  readonly of: string;
  readonly color: Color;
  readonly onChoose: (color: Color) => void;
}

/** A button with a colour, which opens the list of all. */
function ColorMenu({ of, color, onChoose }: ColorMenuProps) {
  return (
    <Menu position="bottom-start" shadow="md" width={150}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Colour of ${of}: ${colorName(color)}`}
          title="Colour"
        >
          <Dot color={color} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COLORS.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<Dot color={one} />}
            aria-current={one === color || undefined}
            fw={one === color ? 600 : undefined}
            onClick={() => onChoose(one)}
          >
            {colorName(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
