import {
  NumberInput as CountInput,
  Group,
  MultiSelect,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { dayValue, PERIOD_UNITS, withoutMidnight } from "@rapport/model";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { typeNames } from "../../object-types.ts";
import { listedChoices } from "../../property/choices.ts";
import { OpenMultiSelect } from "../../property/open-multi-select.tsx";
import { tagProps } from "../../property/property-input.tsx";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { useProject } from "../../shell/use-project.ts";
import { DateTimeInput } from "../../ui/forms/date-time-input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { associatedType, type Field, ID, searchedText } from "../fields.ts";
import type { Operator } from "../search.ts";
import { isDate } from "./days.ts";
import { periodWords } from "./period.ts";
import { useAssociatedNames } from "./use-associated-names.ts";

interface FilterValueProps {
  readonly field: Field;
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly schema: Schema;
  /** Key of the only pipeline that the table is filtered by. */
  readonly pipeline: string | undefined;
}

/** The input for a filter's value. */
export function FilterValue(props: FilterValueProps) {
  const { field, operator, values, onChange, schema, pipeline } = props;
  const choices = listedChoices(field, schema, pipeline);
  const other = associatedType(field);
  if (other !== null) return <AssociatedValue type={other} values={values} onChange={onChange} />;
  if (operator === "within") {
    return <PeriodValue value={values[0] ?? ""} onChange={(value) => onChange([value])} />;
  }
  const isList = operator === "in" || operator === "not_in";
  if (choices !== null && isList) {
    return (
      <OpenMultiSelect
        {...ABOVE_BUTTON}
        label="Values"
        choices={choices}
        isClosed={field.closed || field.type !== "enumeration"}
        value={[...values]}
        onChange={onChange}
        maxValues={50}
      />
    );
  }
  if (isList) {
    return (
      <TagsInput
        label="Values"
        description="Press Enter after each."
        {...tagProps(field.name === ID.name ? { type: "string" } : field, values, onChange)}
        maxTags={50}
        acceptValueOnBlur
      />
    );
  }
  const [value = "", high = ""] = values;
  if (field.type === "boolean") {
    return (
      <Select
        {...IN_POPOVER}
        label="Value"
        data={choices ?? []}
        value={value === "" ? null : value}
        onChange={(chosen) => onChange(chosen === null ? [] : [chosen])}
      />
    );
  }
  if (field.type === "datetime") {
    const input = (label: string, at: number, change: (text: string) => string[]) => (
      <DateTimeInput
        label={label}
        timeLabel={`Time of “${label}”`}
        value={isDate(values[at] ?? "") ? dayValue(values[at] ?? "") : (values[at] ?? "")}
        onChange={(text) => onChange(change(withoutMidnight(text)))}
      />
    );
    return operator === "between" ? (
      <>
        {input("From", 0, (text) => [text, high])}
        {input("To", 1, (text) => [value, text])}
      </>
    ) : (
      input("Value", 0, (text) => [text])
    );
  }
  if (operator === "between") {
    return (
      <Group grow gap="xs">
        <Line
          field={field}
          label="From"
          value={value}
          onChange={(text) => onChange([text, high])}
        />
        <Line field={field} label="To" value={high} onChange={(text) => onChange([value, text])} />
      </Group>
    );
  }
  return <Line field={field} label="Value" value={value} onChange={(text) => onChange([text])} />;
}

interface AssociatedValueProps {
  readonly type: string;
  /** Ids of the chosen records. */
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Finds and chooses records of a type. */
function AssociatedValue({ type, values, onChange }: AssociatedValueProps) {
  const project = useProject();
  const { data: schema } = useSchema(type);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const { data: found = [] } = useQuery(
    project.records.search.queryOptions(
      { text: asked, types: [type], limit: 10 },
      { enabled: asked !== "", placeholderData: keepPreviousData },
    ),
  );
  const chosen = [
    { property: `associations.${type}`, operator: "in" as const, values: [...values] },
  ];
  const names = useAssociatedNames(chosen);
  const shown = new Map(values.map((id) => [id, names.get(id) ?? `#${id}`]));
  for (const { id, name } of found) shown.set(String(id), name);
  const plural = typeNames(type).label;
  return (
    <MultiSelect
      {...ABOVE_BUTTON}
      label={plural}
      placeholder={schema && searchedText(schema, "id")}
      searchable
      selectFirstOptionOnChange
      searchValue={text}
      onSearchChange={setText}
      data={Array.from(shown, ([value, label]) => ({ value, label }))}
      // The server has found the options already.
      filter={({ options }) => options}
      value={[...values]}
      onChange={onChange}
      maxValues={50}
      nothingFoundMessage={asked === "" ? undefined : `No ${plural.toLowerCase()} match`}
    />
  );
}

interface LineProps {
  readonly field: Field;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Line({ field: { name, type }, onChange, ...props }: LineProps) {
  const isId = name === ID.name;
  if (type === "number" && !isId) return <NumberInput {...props} onChange={onChange} />;
  const kind = isId ? { inputMode: "numeric" as const } : type === "date" ? { type } : {};
  return (
    <TextInput
      {...props}
      {...kind}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface PeriodValueProps {
  /** A period such as `last-7-days`; an empty text for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const COUNTED: Readonly<Record<string, string>> = {
  last: "in the last …",
  next: "in the next …",
  older: "more than … ago",
};

const NAMED = [
  ...["today", "yesterday", "tomorrow", "past", "future"],
  ...["week", "month", "quarter", "year"].flatMap((unit) =>
    ["this", "last", "next"].map((side) => `${side}-${unit}`),
  ),
];

const DATA = [
  ...Object.entries(COUNTED).map(([value, label]) => ({ value, label })),
  ...NAMED.map((value) => ({ value, label: periodWords(value) })),
];

const MAX_COUNT = 9_999;

/** The input for a period relative to today. */
function PeriodValue({ value, onChange }: PeriodValueProps) {
  const [side = "", count = "", unit] = value.split("-");
  const isCounted = unit !== undefined;
  return (
    <Stack gap="xs">
      <Select
        {...IN_POPOVER}
        label="Period"
        placeholder="Choose a period"
        data={DATA}
        value={isCounted ? side : value === "" ? null : value}
        allowDeselect={false}
        onChange={(chosen) =>
          chosen !== null &&
          onChange(
            chosen in COUNTED ? `${chosen}-${isCounted ? count : 7}-${unit ?? "days"}` : chosen,
          )
        }
      />
      {isCounted && (
        <Group grow gap="xs">
          <CountInput
            label="Number"
            min={1}
            max={MAX_COUNT}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={Number(count)}
            onChange={(next) => next !== "" && onChange(`${side}-${next}-${unit}`)}
          />
          <Select
            {...IN_POPOVER}
            label="Unit"
            data={[...PERIOD_UNITS]}
            value={unit}
            allowDeselect={false}
            onChange={(chosen) => onChange(`${side}-${count}-${chosen}`)}
          />
        </Group>
      )}
    </Stack>
  );
}

/** Renders a list inside of the popover, because a click outside would close it. The input scrolls the list. */
export const IN_POPOVER = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: {
    // Without a scroll area, Mantine leaves no room at the end of the options.
    dropdown: { paddingInlineEnd: "var(--combobox-padding)" },
    options: { maxHeight: 220, overflowY: "auto" },
  },
} as const;

/** As IN_POPOVER, but the list stays open after a choice, so it moves the button down instead of covering it. */
const ABOVE_BUTTON = {
  ...IN_POPOVER,
  styles: {
    ...IN_POPOVER.styles,
    dropdown: { ...IN_POPOVER.styles.dropdown, position: "static", marginTop: 4 },
  },
} as const;
