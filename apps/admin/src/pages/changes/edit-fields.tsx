import { CloseButton, Group, Select, Stack } from "@mantine/core";
import { useRef } from "react";
import { PropertyInput } from "../../property/property-input.tsx";
import type { PropertyData, PropertyDefinition } from "../../property/property-types.ts";
import { useFocusValue } from "../../property/use-focus-value.ts";
import classes from "./changes.module.css";

/** What an admin has chosen to do with one property. */
export interface EditDraft {
  readonly name: string | null;
  readonly how: "set" | "clear" | "add" | "remove";
  readonly value: PropertyData;
}

interface EditFieldsProps {
  readonly draft: EditDraft;
  /** Properties to choose from. */
  readonly properties: readonly PropertyDefinition[];
  readonly error: string | undefined;
  readonly onChange: (draft: EditDraft) => void;
  /** Null if it is the only one. */
  readonly onRemove: (() => void) | null;
}

const HOW = [
  { value: "set", label: "Set to" },
  { value: "clear", label: "Clear" },
] as const;
const HOW_SEVERAL = [
  { value: "add", label: "Add" },
  { value: "remove", label: "Remove" },
  { value: "set", label: "Replace with" },
  { value: "clear", label: "Clear" },
] as const;

/** The fields of one edit: the property, what to do with it, and the value. */
export function EditFields({ draft, properties, error, onChange, onRemove }: EditFieldsProps) {
  const { name, how, value } = draft;
  const part = useRef<HTMLDivElement>(null);
  const focusValue = useFocusValue(part, name, (inputs) => inputs.at(-1));
  const definition = properties.find((property) => property.name === name);
  const choose = (chosen: string | null) => {
    const next = properties.find((property) => property.name === chosen);
    if (next === undefined) return;
    focusValue();
    onChange({ name: next.name, how: next.multi ? "add" : "set", value: null });
  };
  return (
    <Stack ref={part} data-edit gap="xs" className={onRemove === null ? "" : classes.edit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label="Property"
          placeholder="Choose a property"
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          flex={1}
          data-autofocus
          // An added one takes the focus from the button that added it, which is disabled now.
          autoFocus={onRemove !== null && name === null}
          data={properties.map((property) => ({ value: property.name, label: property.label }))}
          value={name}
          onChange={choose}
          nothingFoundMessage="No property matches"
        />
        {definition !== undefined && (
          <Select
            label="Action"
            allowDeselect={false}
            w={130}
            data={definition.multi ? [...HOW_SEVERAL] : [...HOW]}
            value={how}
            onChange={(chosen) => onChange({ ...draft, how: (chosen ?? how) as EditDraft["how"] })}
          />
        )}
        {onRemove !== null && (
          <CloseButton mb={4} aria-label="Remove this property" onClick={onRemove} />
        )}
      </Group>
      {definition !== undefined && how !== "clear" && (
        <PropertyInput
          key={definition.name}
          definition={definition}
          value={value}
          error={error}
          required
          onChange={(next) => onChange({ ...draft, value: next })}
        />
      )}
    </Stack>
  );
}
