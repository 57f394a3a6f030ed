import { Input, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { ICONS } from "../../../icons.ts";
import type { ObjectType } from "../../../object-types.ts";
import { useProject, useProjectId } from "../../../shell/use-project.ts";
import { requiredRules } from "../../../ui/forms/field-errors.ts";
import { Form, type OwnInput } from "../../../ui/forms/form.tsx";
import { ApiName } from "../names.tsx";
import {
  isNamed,
  newStage,
  type PipelineValues,
  pipelineErrors,
  stageSettings,
} from "../pipelines/new-stages.ts";
import { NewStagesField } from "../pipelines/new-stages-field.tsx";
import { descriptionField } from "../properties/property-form.tsx";
import type { Property } from "../use-schema-search.ts";
import classes from "./icon-field.module.css";
import { FirstPropertiesField, PropertySetsField } from "./type-fields.tsx";
import {
  changedSettings,
  initialValues,
  newSettings,
  proposed,
  type TypeFormState,
  type TypeValues,
  typeErrors,
} from "./type-values.ts";

interface NewTypeFormProps {
  readonly onClose: () => void;
}

/** The values of a new type, with the stages that it has if it has a pipeline. */
type NewTypeValues = TypeValues & Pick<PipelineValues, "stages">;

/** The form that adds an object type to the project. */
export function NewTypeForm({ onClose }: NewTypeFormProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <Form
      action="Create type"
      initial={
        {
          ...initialValues(undefined),
          stages: [newStage("New"), newStage("Closed", "done")],
        } as NewTypeValues
      }
      fields={(form) => [
        <NewNames key="names" form={form as never} />,
        descriptionField,
        iconField,
        <FirstPropertiesField key="properties" form={form as never} />,
        {
          name: "isActivity",
          kind: "switch",
          label: "Show in timelines",
          help: "Its records are activities, as calls are. They have a date and a text, and the timelines of associated records show them.",
        },
        {
          name: "hasPipeline",
          kind: "switch",
          label: "Has a pipeline",
          help: "Each record is in a stage, and a board shows the stages. This cannot be changed later.",
        },
        form.values.hasPipeline && <NewStagesField key="stages" type="" form={form as never} />,
      ]}
      validate={{
        ...requiredRules(NAMES),
        stages: (stages, { hasPipeline }) =>
          hasPipeline && !stages.some(isNamed) ? "Name at least one stage." : null,
      }}
      toErrors={(error, values) =>
        typeErrors(error, values) ?? pipelineErrors(error, values.stages)
      }
      of={useProject().schema.createType}
      input={({ stages, ...values }) => {
        const first = {
          label: `${values.label.trim()} pipeline`,
          stages: stageSettings("", stages),
        };
        return {
          settings: { ...newSettings(values), ...(values.hasPipeline && { pipeline: first }) },
        };
      }}
      done={({ pluralLabel }) => `${pluralLabel} added.`}
      onDone={({ plural }) =>
        void navigate({
          to: "/p/$projectId/schema/$plural",
          params: { projectId: String(projectId), plural },
        })
      }
      staysOpen
      onClose={onClose}
    />
  );
}

const NAMES = {
  label: "Enter a label.",
  pluralLabel: "Enter a plural label.",
  name: "Enter an internal name.",
  plural: "Enter an internal plural.",
};

/** The field for the icon of a type. */
const iconField = {
  name: "icon",
  own: (input: OwnInput<string>) => <IconField {...input} />,
} as const;

interface PartProps {
  readonly form: TypeFormState;
}

/** The labels and the internal names. What the admin has not typed is proposed. */
function NewNames({ form }: PartProps) {
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const label = form.getInputProps("label");
  const own = (field: "pluralLabel" | "name" | "plural") => {
    const props = form.getInputProps(field);
    const onChange = (event: unknown) => {
      setTyped(new Set([...typed, field]));
      props.onChange(event);
    };
    return { ...props, onChange };
  };
  return (
    <>
      <TextInput
        data-autofocus
        label="Label"
        description="What admins see, such as Listing."
        required
        {...label}
        onChange={(event) => {
          label.onChange(event);
          form.setValues(proposed(event.currentTarget.value, typed));
        }}
      />
      <TextInput
        label="Plural label"
        description="The label of several, such as Listings."
        required
        {...own("pluralLabel")}
      />
      <TextInput
        label="Internal name"
        description="The name in the API and in events. It cannot be changed later."
        required
        spellCheck={false}
        {...own("name")}
      />
      <TextInput
        label="Internal plural"
        description="The name in paths and scopes. It cannot be changed later."
        required
        spellCheck={false}
        {...own("plural")}
      />
    </>
  );
}

interface TypeFormProps {
  readonly type: ObjectType;
  readonly properties: readonly Property[];
  readonly onClose: () => void;
}

/** The form that changes how an object type is shown and what its records need. */
export function TypeForm({ type, properties, onClose }: TypeFormProps) {
  return (
    <Form
      action="Save"
      initial={initialValues(type)}
      fields={[
        { name: "label", label: "Label", help: "What admins see.", required: "Enter a label." },
        {
          name: "pluralLabel",
          label: "Plural label",
          help: "The label of several.",
          required: "Enter a plural label.",
        },
        <Stack key="internal" gap={2}>
          <Text fw={500} fz="sm">
            Internal names
          </Text>
          <Text component="div" fz="sm">
            <ApiName name={type.name} /> · <ApiName name={type.plural} />
          </Text>
          <Text c="dimmed" fz="xs">
            Programs depend on these, so they cannot be changed.
          </Text>
        </Stack>,
        descriptionField,
        iconField,
        ...(type.builtIn ? [] : activityFields(properties)),
        {
          name: "nameProperties",
          own: (input) => (
            <PropertySetsField
              label="Names of records"
              description="The values of a row, joined by a space, name a record. The first row with a value is used."
              add="Add alternative"
              properties={properties}
              {...input}
            />
          ),
        },
        {
          name: "required",
          own: (input) => (
            <PropertySetsField
              label="Required"
              description="A record needs a value of at least one property of each row. Older records need it once they are changed."
              add="Add row"
              properties={properties}
              {...input}
            />
          ),
        },
      ]}
      toErrors={typeErrors}
      of={useProject().schema.updateType}
      input={(values) => {
        const settings = changedSettings(type, values);
        return Object.keys(settings).length === 0 ? null : { type: type.name, settings };
      }}
      done={({ label }) => `${label} saved.`}
      onClose={onClose}
    />
  );
}

/** The fields that make the records of a type activities. */
function activityFields(properties: readonly Property[]) {
  const of = (...types: readonly Property["type"][]) =>
    properties
      .filter(({ type, multi }) => types.includes(type) && !multi)
      .map(({ name, label }) => ({ value: name, label }));
  return [
    {
      name: "activityAt",
      kind: "select",
      label: "Date in timelines",
      help: "Makes its records activities, which the timelines of associated records show at this date.",
      options: of("datetime"),
      input: { clearable: true, placeholder: "Not in timelines" },
    },
    {
      name: "activityBody",
      kind: "select",
      label: "Text in timelines",
      options: of("text", "string"),
      input: { clearable: true, placeholder: "No text" },
    },
  ] as const;
}

interface IconFieldProps {
  readonly value: string;
  readonly onChange: (icon: string) => void;
  readonly error?: React.ReactNode;
}

/** Chooses the icon of an object type. */
function IconField({ value, onChange, error }: IconFieldProps) {
  const name = useId();
  return (
    <fieldset className={classes.field}>
      <Input.Label component="legend" labelElement="div" p={0}>
        Icon
      </Input.Label>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div className={classes.icons}>
        {Object.entries(ICONS).map(([icon, Icon]) => (
          <label key={icon} className={classes.icon} title={iconLabel(icon)}>
            <input
              type="radio"
              name={name}
              checked={icon === value}
              onChange={() => onChange(icon)}
            />
            <Icon size={18} stroke={1.7} aria-hidden />
            <VisuallyHidden>{iconLabel(icon)}</VisuallyHidden>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns `Building store` for `building-store`. */
function iconLabel(icon: string): string {
  return `${icon.charAt(0).toUpperCase()}${icon.slice(1).replaceAll("-", " ")}`;
}
