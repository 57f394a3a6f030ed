import {
  Autocomplete,
  Checkbox,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { DialogForm } from "../dialogs/dialog-form.tsx";
import { fieldErrors, focusFirst } from "./field-errors.ts";
import { SideForm } from "./panel-form.tsx";
import { SUGGESTS } from "./suggestions.tsx";
import { type After, type Changing, useChange } from "./use-change.ts";

type Props<Component extends (props: never) => ReactNode> = Partial<Parameters<Component>[0]>;

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly disabled?: boolean;
}

interface Named<Name> {
  readonly name: Name;
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** True if the field must not stay empty; or what the page says then. */
  readonly required?: boolean | string;
  /** Whether it gets the focus first, instead of the first field. */
  readonly isFirst?: boolean;
}

/** What a field of a form's own kind gets. */
export interface OwnInput<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: ReactNode;
}

/** A field as data: its name, what it says, its kind, and further properties of its input. */
export type Field<Values> = {
  [Name in keyof Values & string]:
    | (Named<Name> &
        (
          | { readonly kind?: "text"; readonly input?: Props<typeof TextInput> }
          | { readonly kind: "password"; readonly input?: Props<typeof PasswordInput> }
          | { readonly kind: "area"; readonly input?: Props<typeof Textarea> }
          | { readonly kind: "number"; readonly input?: Props<typeof NumberInput> }
          | { readonly kind: "switch" | "checkbox"; readonly input?: Props<typeof Switch> }
          | {
              readonly kind: "select" | "suggest" | "radio";
              readonly options: readonly (Choice | string)[];
              readonly input?: Props<typeof Select>;
            }
        ))
    | {
        readonly name: Name;
        readonly required?: string;
        readonly own: (input: OwnInput<Values[Name]>) => ReactNode;
      };
}[keyof Values & string];

/** Fields, and what stands between them. */
type Fields<Values> = readonly (Field<Values> | ReactElement | false | null)[];

interface Refused {
  /** The error of the last attempt. */
  readonly error: unknown;
  /** Its messages by field. */
  readonly errors: Errors;
}

type Errors = Readonly<Record<string, string>>;
/** What a form may have as values. */
type FormValues = ReturnType<typeof useForm>["values"];
export type FormState<Values extends FormValues> = Omit<
  ReturnType<typeof useForm<Values>>,
  "onSubmit" | "validate" | "validateField" | "isValid"
>;
/** Returns what is wrong with a value, in one sentence. */
type Rules<Values> =
  | { readonly [Name in keyof Values]?: (value: Values[Name], values: Values) => string | null }
  | ((values: Values) => Errors);

export interface FormProps<Values extends FormValues, Result, Failure, Input>
  extends After<Result, Input> {
  /** The title of the dialog; without it the form fills a side panel. */
  readonly title?: string;
  readonly size?: "lg";
  /** True if the fields may not fit the window. */
  readonly isLong?: boolean;
  /** True if so little is typed that nobody is asked before it is discarded. */
  readonly isShort?: boolean;
  /** Label of the button that submits, a verb. */
  readonly action: string;
  readonly initial: Values;
  readonly fields: Fields<Values> | ((form: FormState<Values>, refused: Refused) => Fields<Values>);
  readonly validate?: Rules<Values>;
  readonly of: Changing<Result, Failure, Input>;
  /** Returns the input of the procedure; null if there is nothing to save. Texts are trimmed, except passwords. */
  readonly input: (values: Values) => Input | null;
  /** Fields by the server's name for them, where the two differ. */
  readonly paths?: Readonly<Record<string, keyof Values & string>>;
  /** Returns the server's messages by field, if names are not enough; null if one belongs to no field. */
  readonly toErrors?: (error: unknown, values: Values) => Errors | null;
  /** Links that help to fix an error. */
  readonly remedy?: (error: unknown) => ReactNode;
  /** True if the form cannot be sent as it was opened. */
  readonly mustChange?: boolean;
  /** What is shown instead of the form afterwards, such as a new password. */
  readonly shows?: (result: Result, input: Input) => ReactNode;
  /** True if the caller closes the form afterwards. */
  readonly staysOpen?: boolean;
  readonly onClose: () => void;
}

/**
 * A form that calls a procedure. Errors are at their fields: those that the form finds, and those of the server. It
 * closes afterwards, unless it shows something.
 */
export function Form<Values extends FormValues, Result, Failure, Input>(
  props: FormProps<Values, Result, Failure, Input>,
) {
  const {
    title,
    size,
    isLong = false,
    isShort = false,
    action,
    initial,
    of,
    input,
    paths = {},
    shows,
    onClose,
  } = props;
  const change = useChange(of, {
    ...(props.done !== undefined && { done: props.done }),
    ...(props.isRepeated && { isRepeated: true }),
    showsError: true,
    onDone: (result, given) => {
      if (shows === undefined && props.staysOpen !== true) onClose();
      props.onDone?.(result, given);
    },
  });
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values: Values): Errors => ({
      ...missingIn(shown(), values),
      ...checked(props.validate, values),
    }),
  });
  const known = [...Object.keys(initial), ...Object.keys(paths)];
  const refused = (error: unknown): Errors | null => {
    if (props.toErrors && error) return props.toErrors(error, form.values);
    const found = error ? fieldErrors(error, known) : null;
    const named = Object.entries(found ?? {}).map(([name, text = ""]) => [
      paths[name] ?? name,
      text,
    ]);
    return found && Object.fromEntries(named);
  };
  const errors = refused(change.error);
  const shown = (): Fields<Values> =>
    typeof props.fields === "function"
      ? props.fields(form, { error: change.error, errors: errors ?? {} })
      : props.fields;
  const showErrors = (errors: Errors | null) => {
    form.setErrors(errors ?? {});
    focusFirst(form, errors ?? {});
  };
  const submit = form.onSubmit(
    (values) => {
      const given = input(trimmed(values, shown()));
      if (given === null) onClose();
      else change.mutate(given, { onError: (error) => showErrors(refused(error)) });
    },
    (errors) => focusFirst(form, errors),
  );
  if (change.data !== undefined && shows !== undefined) {
    const result = shows(change.data, change.variables as Input);
    if (result) return result;
  }
  const frame = {
    ...{ action, change, onClose },
    isChanged: !isShort && form.isDirty(),
    isShownAtField: errors !== null,
    onSubmit: submit,
    children: <FormFields form={form} fields={shown()} />,
  };
  if (title === undefined) return <SideForm {...frame} remedy={props.remedy?.(change.error)} />;
  const disabled = props.mustChange === true && !form.isDirty();
  return <DialogForm {...frame} {...{ title, disabled, isLong }} {...(size && { size })} />;
}

const isField = <Values,>(one: Fields<Values>[number]): one is Field<Values> =>
  one !== null && one !== false && !isValidElement(one);

function missingIn<Values>(fields: Fields<Values>, values: Values): Errors {
  const empty = fields.filter(isField).filter(({ name, required }) => {
    const value = values[name];
    return (
      typeof required === "string" &&
      (Array.isArray(value) ? value.length === 0 : `${value}`.trim() === "")
    );
  });
  return Object.fromEntries(empty.map(({ name, required }) => [name, String(required)]));
}

function checked<Values extends FormValues>(rules: Rules<Values> = {}, values: Values): Errors {
  if (typeof rules === "function") return rules(values);
  const names = Object.keys(rules) as (keyof Values & string)[];
  const results = names.map((name) => [name, rules[name]?.(values[name], values) ?? null]);
  return Object.fromEntries(results.filter(([, error]) => error !== null));
}

const TEXTS: readonly unknown[] = [undefined, "text", "area", "suggest"];

function trimmed<Values extends FormValues>(values: Values, fields: Fields<Values>): Values {
  const texts = fields.filter(isField).filter((one) => !("own" in one) && TEXTS.includes(one.kind));
  const all = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" && texts.some((one) => one.name === name) ? value.trim() : value,
  ]);
  return Object.fromEntries(all) as Values;
}

interface FormFieldsProps<Values extends FormValues> {
  readonly form: FormState<Values>;
  readonly fields: Fields<Values>;
}

/** The fields of a form. The first one gets the focus, unless another asks for it. */
function FormFields<Values extends FormValues>({ form, fields }: FormFieldsProps<Values>) {
  const all = fields.filter(isField);
  const asks = all.find((one) => "isFirst" in one && one.isFirst);
  const first = (asks ?? all.find((one) => "label" in one))?.name;
  return fields.map((one) => {
    if (!isField(one)) return one;
    if ("own" in one) {
      const { value, error } = form.getInputProps(one.name);
      const onChange = (given: unknown) => form.setFieldValue(one.name, given as never);
      const own = one.own as (input: OwnInput<unknown>) => ReactNode;
      return <Fragment key={one.name}>{own({ value, onChange, error })}</Fragment>;
    }
    return <Input key={one.name} field={one} form={form as never} isFirst={one.name === first} />;
  });
}

type AnyField = Exclude<Field<Record<string, never>>, { readonly own: unknown }>;

interface InputProps {
  readonly field: AnyField;
  readonly form: FormState<FormValues>;
  readonly isFirst: boolean;
}

function Input({ field, form, isFirst }: InputProps) {
  const { kind = "text", name, label, help, required = false } = field;
  const of = {
    ...{ label, description: help, required: required !== false },
    ...(isFirst && { "data-autofocus": true }),
    ...form.getInputProps(
      name,
      kind === "switch" || kind === "checkbox" ? { type: "checkbox" } : {},
    ),
  };
  const text = { autoComplete: "off", ...of, ...(field.input as object) };
  switch (field.kind) {
    case "password":
      // Mantine marks every other kind of field itself.
      return <PasswordInput aria-invalid={Boolean(text.error)} {...text} />;
    case "area":
      return <Textarea autosize {...text} />;
    case "number":
      return <NumberInput {...text} />;
    case "switch":
      return <Switch {...{ ...text, required: false, autoComplete: undefined }} />;
    case "checkbox":
      return <Checkbox {...{ ...text, required: false, autoComplete: undefined }} />;
    case "select":
      return <Select allowDeselect={false} data={field.options.map(toChoice)} {...text} />;
    case "suggest":
      return (
        <Autocomplete
          data={field.options.map((one) => toChoice(one).value)}
          {...SUGGESTS}
          {...text}
        />
      );
    case "radio": {
      const { "data-autofocus": _, ...group } = of as Record<string, unknown>;
      const choices = field.options.map(toChoice);
      const hasHints = choices.some(({ description }) => description !== undefined);
      return (
        <Radio.Group {...group} required={false}>
          <Stack gap={hasHints ? "sm" : 6} mt={hasHints ? "xs" : 6}>
            {choices.map((one) => (
              <Radio key={one.value} {...one} />
            ))}
          </Stack>
        </Radio.Group>
      );
    }
    default:
      return <TextInput {...text} />;
  }
}

const toChoice = (one: Choice | string): Choice =>
  typeof one === "string" ? { value: one, label: one } : one;
