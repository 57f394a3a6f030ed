import {
  Autocomplete,
  type AutocompleteProps,
  MultiSelect,
  Select,
  TagsInput,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { MarkdownInput } from "../markdown/markdown-input.tsx";
import { useProject } from "../shell/use-project.ts";
import { DateTimeInput } from "../ui/forms/date-time-input.tsx";
import { TYPED_DAYS } from "../ui/forms/field-errors.ts";
import { NumberInput, TYPED } from "../ui/forms/number-input.tsx";
import { SUGGESTS } from "../ui/forms/suggestions.tsx";
import { Dot, withColors } from "../ui/values/chip.tsx";
import { colored } from "./choices.ts";
import {
  type Choice,
  choiceLabel,
  type PropertyData,
  type PropertyDefinition,
  YES_NO,
} from "./property-types.ts";
import { ruleHint } from "./rules.ts";

export interface PropertyInputProps {
  readonly definition: PropertyDefinition;
  readonly value: PropertyData;
  /** Called with a value for the API: text, a list of texts, a boolean, or null for no value. */
  readonly onChange: (value: string | string[] | boolean | null) => void;
  /** Called with a value that is picked where any text may be typed, so that picking one can save it. */
  readonly onPick?: (value: string) => void;
  /** Replaces the definition's options: the pipelines, or the stages of one. */
  readonly choices?: readonly Choice[];
  /** True if the label is already next to the input; then only screen readers get it. */
  readonly hideLabel?: boolean;
  readonly error?: ReactNode;
  readonly description?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** The input for a property of any type. The server validates the value. */
export function PropertyInput(props: PropertyInputProps) {
  const { definition, value, onChange, choices } = props;
  const frame = frameProps(props);
  if (definition.multi) return <Several {...props} />;
  if (definition.type === "boolean") {
    return (
      <Select
        {...frame}
        clearable
        data={[...YES_NO]}
        value={value === null ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? null : chosen === "true")}
      />
    );
  }
  const text = value === null ? "" : String(value);
  const set = (given: string) => onChange(given === "" ? null : given);
  if (isChoice(definition, choices)) {
    const data = withCurrent(choices ?? colouredOptions(definition), text);
    const isPipelineOrStage = choices !== undefined;
    return (
      <Select
        {...frame}
        {...coloredInput(data, text)}
        data={data}
        searchable={data.length > 8}
        clearable={!isPipelineOrStage}
        allowDeselect={!isPipelineOrStage}
        value={text === "" ? null : text}
        onChange={onChange}
      />
    );
  }
  if (definition.type === "enumeration") {
    const options = colouredOptions(definition);
    return (
      <OpenChoice {...frame} choices={options} value={text} onChange={set} onPick={props.onPick} />
    );
  }
  if (definition.builtIn && definition.name === "owner_id") {
    return <OwnerInput {...frame} value={text} onChange={set} />;
  }
  if (definition.format === "currency") {
    return (
      <Autocomplete
        {...SUGGESTS}
        {...frame}
        data={CURRENCIES}
        limit={50}
        value={text}
        onChange={set}
      />
    );
  }
  if (definition.format === "markdown") {
    return <MarkdownInput {...frame} hasToolbar={!props.hideLabel} value={text} onChange={set} />;
  }
  if (definition.type === "text") {
    const lines = { autosize: true, minRows: 2, maxRows: 12 };
    return (
      <Textarea {...frame} {...lines} value={text} onChange={(e) => set(e.currentTarget.value)} />
    );
  }
  if (definition.type === "datetime") {
    return <DateTimeInput {...frame} value={text} onChange={set} />;
  }
  if (definition.type === "number") return <NumberInput {...frame} value={text} onChange={set} />;
  const kind = LINE_INPUTS[definition.type] ?? {};
  return (
    <TextInput {...frame} {...kind} value={text} onChange={(e) => set(e.currentTarget.value)} />
  );
}

/** True if the value is picked from a fixed list, so that picking one can save it. */
export function isChoice(definition: PropertyDefinition, choices?: readonly Choice[]): boolean {
  if (definition.multi) return false;
  if (definition.type === "boolean" || choices !== undefined) return true;
  return definition.type === "enumeration" && definition.closed;
}

function Several(props: PropertyInputProps) {
  const { definition, onChange } = props;
  const value = selectedValues(props.value);
  const options = colouredOptions(definition);
  if (definition.closed) {
    const data = [
      ...options,
      ...value
        .filter((one) => options.every((option) => option.value !== one))
        .map((one) => ({ value: one, label: one })),
    ];
    return (
      <MultiSelect
        {...frameProps(props)}
        {...withColors(options)}
        data={data}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <TagsInput
      {...frameProps(props)}
      data={options.map((option) => option.value)}
      isDuplicate={(one, others) => others.includes(one)}
      {...tagProps(definition, value, onChange)}
    />
  );
}

/** Returns the value and the handler of an input of several values, which shows and takes numbers in the reader's format. */
export function tagProps(
  { type }: Pick<PropertyDefinition, "type">,
  value: readonly string[],
  onChange: (values: string[]) => void,
) {
  if (type !== "number") return { value: [...value], onChange };
  return {
    value: value.map(TYPED.write),
    onChange: (typed: string[]) => onChange(typed.map(TYPED.read)),
  };
}

interface OwnerInputProps extends Omit<AutocompleteProps, "value" | "onChange" | "data"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for the owner of a record: suggests the admins by their emails, and takes any name. */
function OwnerInput(props: OwnerInputProps) {
  const project = useProject();
  const admins = useQuery(project.access.members.colleagues.queryOptions());
  const choices = (admins.data ?? []).map(({ email }) => ({ value: email, label: email }));
  return <OpenChoice {...props} choices={choices} />;
}

interface OpenChoiceProps extends Omit<AutocompleteProps, "value" | "onChange" | "data"> {
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the value of a suggestion that is picked. */
  readonly onPick?: ((value: string) => void) | undefined;
}

/** A text input with suggestions. A suggestion's label is converted to its value; other text is the value itself. */
function OpenChoice({ choices, value, onChange, onPick, ...frame }: OpenChoiceProps) {
  const [typed, setTyped] = useState(() => choiceLabel(choices, value));
  const [opening] = useState(typed);
  const valueFor = (text: string) => choices.find(({ label }) => label === text)?.value ?? text;
  return (
    <Autocomplete
      {...SUGGESTS}
      {...frame}
      {...coloredInput(byLabel(choices), choiceLabel(choices, value))}
      // Shows all suggestions until the text changes.
      {...(typed === opening ? { filter: ({ options }) => options } : {})}
      data={[...new Set(choices.map(({ label }) => label))]}
      onOptionSubmit={(label) => onPick?.(valueFor(label))}
      value={valueFor(typed) === value ? typed : choiceLabel(choices, value)}
      onChange={(text) => {
        setTyped(text);
        onChange(valueFor(text));
      }}
    />
  );
}

/** Returns the properties of an input that show the colour of its value, and of the choices in its list. */
function coloredInput(choices: readonly Choice[], value: string) {
  const color = choices.find((one) => one.value === value)?.color;
  return {
    ...withColors(choices, value),
    ...(color && { leftSection: <Dot color={color} />, leftSectionPointerEvents: "none" as const }),
  };
}

/** The list of an input has labels alone. */
function byLabel(choices: readonly Choice[]): readonly Choice[] {
  return choices.map((one) => ({ ...one, value: one.label }));
}

function selectedValues(value: PropertyData): string[] {
  if (value === null) return [];
  return typeof value === "object" ? value.map(String) : [String(value)];
}

/** Where an input without a label shows its hint, so that the input itself stays in its place. */
const HINT_BELOW: Pick<TextInputProps, "inputWrapperOrder"> = {
  inputWrapperOrder: ["label", "input", "description", "error"],
};

function frameProps({ definition, hideLabel, ...props }: PropertyInputProps) {
  const { error, description, required, disabled, autoFocus } = props;
  const about = description ?? (hideLabel ? undefined : definition.description);
  const rule = ruleHint(definition);
  const said = about && rule ? `${about} · ${rule}` : about || rule || undefined;
  return {
    ...(hideLabel
      ? { "aria-label": definition.label, ...HINT_BELOW }
      : { label: definition.label }),
    error,
    // An error that repeats it is enough.
    description: said === error ? undefined : said,
    required: required ?? false,
    disabled: disabled ?? false,
    "data-autofocus": autoFocus || undefined,
    autoComplete: "off",
  } as const;
}

/** Returns the options of a property in their colours. */
function colouredOptions({ options = [] }: PropertyDefinition): readonly Choice[] {
  return options.map(colored);
}

/** Adds the current value if it is no longer one of the choices, so that the admin sees it. */
function withCurrent(choices: readonly Choice[], current: string): Choice[] {
  const isKnown = current === "" || choices.some(({ value }) => value === current);
  return isKnown ? [...choices] : [{ value: current, label: current }, ...choices];
}

const CURRENCIES = Intl.supportedValuesOf("currency");

/** Chooses the keyboard of phones, without input types that validate before the server does. */
const LINE_INPUTS: Partial<Record<PropertyDefinition["type"], TextInputProps>> = {
  email: { inputMode: "email" },
  phone: { inputMode: "tel" },
  url: { inputMode: "url" },
  date: { type: "date", ...TYPED_DAYS },
};
