import { Anchor, Group, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { fieldErrors, showAtFields } from "../../ui/forms/field-errors.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { issuesOf } from "../../ui/pages/error-notice.tsx";
import { ApiName } from "./api-name.tsx";
import { OptionsField } from "./options-field.tsx";
import { nameFrom, TYPE_HINTS, TYPE_NAMES } from "./property-types.ts";
import { type PropertyFormState, settingsOf, valuesOf } from "./property-values.ts";
import { RULE_FIELDS, RulesFields } from "./rules-fields.tsx";
import { SideForm } from "./side-form.tsx";
import { INVALIDATED_BY_SCHEMA, type Property } from "./use-schema-search.ts";
import { isOptionInUse } from "./used-options.ts";

interface PropertyFormProps {
  readonly type: string;
  /** Undefined for a new property. */
  readonly property: Property | undefined;
  readonly onClose: () => void;
}

const FIELDS = [
  "label",
  "name",
  "type",
  "multi",
  "description",
  "options",
  "closed",
  "indexed",
  "group",
  "default",
  ...RULE_FIELDS,
] as const;
const TYPE_CHOICES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));

/** The form that adds or edits a property. */
export function PropertyForm({ type, property, onClose }: PropertyFormProps) {
  const projectId = useProjectId();
  const form = useForm({ initialValues: valuesOf(property) });
  const save = useChange(api.schema.saveProperty.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    done: ({ label, brokenRules }) =>
      `${label} ${property === undefined ? "added" : "saved"}${brokenRules ? `.${brokenRules}` : ""}`,
    onDone: onClose,
  });
  const submit = form.onSubmit((values) => {
    const settings = settingsOf(property, values);
    if (property !== undefined && Object.keys(settings).length === 1) return onClose();
    save.mutate(
      { projectId, type, settings, isNew: property === undefined },
      {
        onError: (error) => {
          // These are shown at the places of the options.
          if (isOptionInUse(error)) form.clearErrors();
          else showAtFields(form, error, FIELDS);
        },
      },
    );
  });
  const isShownAtField = fieldErrors(save.error, FIELDS) !== null;
  const isEnumeration = form.values.type === "enumeration";
  return (
    <SideForm
      action={property === undefined ? "Add property" : "Save"}
      isChanged={form.isDirty()}
      change={save}
      isShownAtField={isShownAtField}
      remedy={<UniqueRefusal type={type} error={save.error} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <Naming form={form} property={property} />
      <Textarea
        label="Description"
        description="Shown to admins and to anyone who reads the schema."
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps("description")}
      />
      {isEnumeration && <OptionsField {...{ type, property, form }} error={save.error} />}
      <RulesFields type={type} form={form} property={property} />
      <Rules form={form} property={property} />
    </SideForm>
  );
}

interface UniqueRefusalProps {
  readonly type: string;
  readonly error: unknown;
}

/** Links to the records that share a value, if a property could not become unique because of them. */
function UniqueRefusal({ type, error }: UniqueRefusalProps) {
  const projectId = String(useProjectId());
  const { plural, singular } = typeNames(type);
  const ids = issuesOf(error).flatMap((issue) =>
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
        <Anchor
          key={id}
          component={Link}
          to="/p/$projectId/$plural/$recordId"
          params={{ projectId, plural, recordId: id } as never}
        >
          {singular} {id}
        </Anchor>
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
  return (
    <>
      <TextInput
        label="Internal name"
        description="The name in the API. It cannot be changed later."
        required
        spellCheck={false}
        {...name}
      />
      <Select
        label="Type"
        description={`${TYPE_HINTS[form.values.type]} It cannot be changed later.`}
        data={TYPE_CHOICES}
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
