import { Button, Group, Select, Stack } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useRef, useState } from "react";
import { useHold } from "../../live/live-refetch.ts";
import { propertyChoices } from "../../property/choices.ts";
import { useFocusValue } from "../../property/use-focus-value.ts";
import type { Schema } from "../../property/use-schema.ts";
import { fromLocalTime } from "../../ui/values/local-time.ts";
import { associatedType, type Field, filterFields } from "../fields.ts";
import { type Filter, type Operator, takesList } from "../search.ts";
import { filterTime, isDate } from "./days.ts";
import { FilterValue, IN_POPOVER } from "./filter-value.tsx";
import { listOperators, needsValue, operatorLabel } from "./operators.ts";

interface FilterFormProps {
  readonly schema: Schema;
  /** The filter to edit; undefined adds one. */
  readonly filter?: Filter | undefined;
  readonly pipeline: string | undefined;
  readonly onSave: (filter: Filter) => void;
}

/** If an open list closed on the press, the button would move up from under the pointer. */
const KEEPS_LIST = {
  onMouseDown(event: SyntheticEvent) {
    event.preventDefault();
    event.stopPropagation();
  },
  onTouchStart: (event: SyntheticEvent) => event.stopPropagation(),
};

/** The form of a filter: property, operator and value. */
export function FilterForm({ schema, filter, pipeline, onSave }: FilterFormProps) {
  const fields = filterFields(schema);
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(filter?.property ?? null);
  const field = fields.find((one) => one.name === name);
  const [operator, setOperator] = useState(field ? operatorIn(filter, field, schema) : "eq");
  const [values, setValues] = useState(valuesIn(filter, field));
  const focusValue = useFocusValue(form, name, valueInput);
  const choose = (chosen: string | null) => {
    const next = fields.find((one) => one.name === chosen);
    setName(chosen);
    setValues([]);
    if (next) setOperator(listOperators(next, schema)[0] ?? "eq");
    if (next) focusValue();
  };
  const chooseOperator = (next: Operator) => {
    // A period is no date, and the other way round.
    if ((next === "within") !== (operator === "within")) setValues([]);
    setOperator(next);
  };
  const given = values.map((value) => value.trim()).filter((value) => value !== "");
  const least = operator === "between" ? 2 : 1;
  const isComplete = field !== undefined && (!needsValue(operator) || given.length >= least);
  useHold("view");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field && isComplete) onSave(makeFilter(field, operator, given));
  };
  const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !isComplete || !isClosedSelect(event.target)) return;
    // Otherwise it would open the list.
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.requestSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} onKeyDownCapture={submitOnEnter}>
      <Stack gap="sm">
        <Select
          data-autofocus
          {...IN_POPOVER}
          label="Property"
          placeholder="Choose a property"
          searchable
          selectFirstOptionOnChange
          // The list would cover the condition of a filter that is being changed.
          openOnFocus={field === undefined}
          data={groupFields(fields)}
          value={name}
          onChange={choose}
          nothingFoundMessage="No property matches"
        />
        {field && (
          <Select
            {...IN_POPOVER}
            label="Condition"
            allowDeselect={false}
            data={withCurrent(listOperators(field, schema), operator).map((value) => ({
              value,
              label: operatorLabel(field, value),
            }))}
            value={operator}
            onChange={(value) => chooseOperator((value ?? operator) as Operator)}
          />
        )}
        {field && needsValue(operator) && (
          <FilterValue
            key={`${field.name} ${(takesList(operator) || operator === "within") && operator}`}
            {...{ field, operator, values, schema, pipeline }}
            onChange={setValues}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isComplete} {...KEEPS_LIST}>
            {filter ? "Change filter" : "Add filter"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function groupFields(fields: readonly Field[]) {
  const items = (isAssociation: boolean) =>
    fields
      .filter((field) => (associatedType(field) !== null) === isAssociation)
      .map(({ name, label }) => ({ value: name, label }));
  return [
    { group: "Properties", items: items(false) },
    { group: "Associated records", items: items(true) },
  ];
}

function withCurrent(operators: readonly Operator[], current: Operator): readonly Operator[] {
  return operators.includes(current) ? operators : [...operators, current];
}

/** A link may use `eq` for a property with choices; the form shows it as `in` with one value. */
function operatorIn(filter: Filter | undefined, field: Field, schema: Schema): Operator {
  if (filter === undefined) return "eq";
  const hasChoices = filter.operator === "eq" && field.type !== "boolean";
  return hasChoices && propertyChoices(field, schema) !== null ? "in" : filter.operator;
}

function valuesIn(filter: Filter | undefined, field: Field | undefined): string[] {
  if (filter === undefined) return [];
  const values = filter.values ?? (filter.value === undefined ? [] : [filter.value]);
  const areTimes =
    field?.type === "datetime" && !isExactList(filter.operator) && filter.operator !== "within";
  return values.map((value, i) => {
    const text = areTimes ? filterTime(String(value), filter.operator, i) : String(value);
    return areTimes && !isDate(text) ? fromLocalTime(text) : text;
  });
}

function makeFilter({ name }: Field, operator: Operator, values: readonly string[]): Filter {
  if (!needsValue(operator)) return { property: name, operator };
  if (isExactList(operator)) return { property: name, operator, values: [...values] };
  if (operator === "within") return { property: name, operator, value: values[0] ?? "" };
  if (operator === "between") return { property: name, operator, values: values.slice(0, 2) };
  return { property: name, operator, value: values[0] ?? "" };
}

function isExactList(operator: Operator): boolean {
  return operator === "in" || operator === "not_in";
}

function isClosedSelect(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.readOnly && target.ariaExpanded === "false";
}

/** After the property comes the operator, then the value if the operator needs one. */
function valueInput([, first, second]: readonly HTMLElement[]): HTMLElement | undefined {
  return second ?? first;
}
