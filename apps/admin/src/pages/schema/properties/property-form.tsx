import { Group, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { withLabels } from "@rapport/model";
import { useState } from "react";
import { typeNames } from "../../../object-types.ts";
import { nameFrom, newNameField, TYPE_NAMES, typeField } from "../../../property/new-property.ts";
import { RecordLink } from "../../../records/record-link.tsx";
import { useProject } from "../../../shell/use-project.ts";
import { fieldErrors, requiredRules } from "../../../ui/forms/field-errors.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { failureIssues } from "../../../ui/pages/error-notice.tsx";
import { ApiName } from "../names.tsx";
import type { Property } from "../use-schema-search.ts";
import { OptionsField } from "./options-field.tsx";
import { initialValues, type PropertyFormState, toSettings } from "./property-values.ts";
import { RULE_FIELDS, RulesFields } from "./rules-fields.tsx";
import { isOptionInUse } from "./used-values.tsx";

interface PropertyFormProps {
  readonly type: string;
  /** Undefined for a new property. */
  readonly property: Property | undefined;
  readonly onClose: () => void;
}

/** The fields, as the server names them in its issues, with their labels. */
const FIELDS = [
  { name: "label", label: "Label" },
  { name: "name", label: newNameField.label },
  { name: "type", label: "Type" },
  { name: "multi", label: "Many values" },
  { name: "description", label: "Description" },
  { name: "options", label: "Options" },
  { name: "closed", label: "Closed" },
  { name: "indexed", label: "Indexed" },
  { name: "group", label: "Group" },
  { name: "default", label: "Default" },
  ...RULE_FIELDS,
] as const;

/** The field for the description of a type or property. */
export const descriptionField = {
  name: "description",
  kind: "area",
  label: "Description",
  help: "Shown to admins and to anyone who reads the schema.",
  input: { minRows: 2, maxLength: 1_000 },
} as const;

const NAMES = { label: "Enter a label.", name: "Enter an internal name." };

/** The form that adds or edits a property. */
export function PropertyForm({ type, property, onClose }: PropertyFormProps) {
  const isNew = property === undefined;
  return (
    <Form
      action={isNew ? "Add property" : "Save"}
      initial={initialValues(property)}
      fields={(form, { error }) => [
        <Naming key="naming" form={form} property={property} />,
        descriptionField,
        form.values.type === "enumeration" && (
          <OptionsField key="options" {...{ type, property, form, error }} />
        ),
        <RulesFields key="rules" type={type} form={form} property={property} />,
        <Rules key="index" form={form} property={property} />,
      ]}
      validate={requiredRules(NAMES)}
      // Options in use are named at the places of the options.
      toErrors={(error) => (isOptionInUse(error) ? {} : propertyErrors(error))}
      remedy={(error) => <UniqueRefusal type={type} error={error} />}
      of={useProject().schema.saveProperty}
      input={(values) => {
        const settings = toSettings(property, values);
        const isSame = !isNew && Object.keys(settings).length === 1;
        return isSame ? null : { type, settings, isNew };
      }}
      done={({ label, brokenRules }) =>
        `${label} ${isNew ? "added" : "saved"}.${brokenRules ?? ""}`
      }
      onClose={onClose}
    />
  );
}

/** Assigns the server's issues to the fields, and names fields in them by their labels. */
function propertyErrors(error: unknown) {
  const errors = fieldErrors(
    error,
    FIELDS.map(({ name }) => name),
  );
  const inWords = Object.entries(errors ?? {}).map(([field, message]) => [
    field,
    withLabels(message, FIELDS),
  ]);
  return errors && (Object.fromEntries(inWords) as typeof errors);
}

interface UniqueRefusalProps {
  readonly type: string;
  readonly error: unknown;
}

/** Links to the records that share a value, if a property could not become unique because of them. */
function UniqueRefusal({ type, error }: UniqueRefusalProps) {
  const { singular } = typeNames(type);
  const ids = failureIssues(error).flatMap((issue) =>
    ["conflictingId", "recordId"].flatMap((member) => {
      const id = (issue as unknown as Readonly<Record<string, unknown>>)[member];
      return typeof id === "string" ? [id] : [];
    }),
  );
  if (ids.length === 0) return null;
  return (
    <Group gap="sm">
      <Text c="dimmed">Open:</Text>
      {ids.map((id) => (
        <RecordLink key={id} type={type} id={id}>
          {singular} {id}
        </RecordLink>
      ))}
    </Group>
  );
}

interface PartProps {
  readonly form: PropertyFormState;
  readonly property: Property | undefined;
}

function Naming({ form, property }: PartProps) {
  const [isNamed, setIsNamed] = useState(false);
  const label = form.getInputProps("label");
  const name = form.getInputProps("name");
  return (
    <>
      <TextInput
        data-autofocus
        label="Label"
        description="What admins see."
        required
        {...label}
        onChange={(event) => {
          label.onChange(event);
          if (property === undefined && !isNamed) {
            form.setFieldValue("name", nameFrom(event.currentTarget.value));
          }
        }}
      />
      {property === undefined ? (
        <NewNaming
          form={form}
          name={{
            ...name,
            onChange: (event: unknown) => {
              setIsNamed(true);
              name.onChange(event);
            },
          }}
        />
      ) : (
        <Stack gap={2}>
          <Text fw={500} fz="sm">
            Internal name and type
          </Text>
          <Text component="div" fz="sm">
            <ApiName name={property.name} /> · {TYPE_NAMES[property.type]}
            {property.multi && ", many values"}
          </Text>
          <Text c="dimmed" fz="xs">
            Programs and records depend on these, so they cannot be changed.
          </Text>
        </Stack>
      )}
    </>
  );
}

function NewNaming({ form, name }: { readonly form: PropertyFormState; readonly name: object }) {
  const type = typeField(form.values.type);
  return (
    <>
      <TextInput
        label={newNameField.label}
        description={newNameField.help}
        required
        spellCheck={false}
        {...name}
      />
      <Select
        label={type.label}
        description={type.help}
        data={type.options}
        allowDeselect={false}
        {...form.getInputProps("type")}
        onChange={(type) => {
          // A value of the other type is none of this one.
          if (type !== null) form.setValues({ type, default: null });
        }}
      />
      <Switch
        label="Many values"
        description="A record holds a list of values. This cannot be changed later."
        {...form.getInputProps("multi", { type: "checkbox" })}
        onChange={({ currentTarget }) =>
          form.setValues({ multi: currentTarget.checked, default: null })
        }
      />
    </>
  );
}

function Rules({ form, property }: PartProps) {
  const isDerived = property?.readOnly ?? false;
  const isNeeded = (property?.builtIn ?? false) && (property?.indexed ?? false);
  return (
    <>
      <Switch
        label="Indexed"
        description={
          isNeeded
            ? "Rapport needs this index, so it cannot be switched off."
            : "Records can be looked up and sorted by this property, and filters on it are fast. Each index makes saving a little slower."
        }
        disabled={isDerived || isNeeded}
        {...form.getInputProps("indexed", { type: "checkbox" })}
      />
      <Switch
        label="Unique"
        description="No two live records may have the same value. A duplicate is refused with 409 and the id of the other record. Remove existing duplicates first."
        disabled={isDerived}
        {...form.getInputProps("unique", { type: "checkbox" })}
      />
      {isDerived && (
        <Text c="dimmed">The value is derived from other properties, so it has no rules.</Text>
      )}
    </>
  );
}
