import { Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { focusFirst } from "../../ui/forms/field-errors.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { ApiName } from "./api-name.tsx";
import { FirstPropertiesField } from "./first-properties-field.tsx";
import { IconField } from "./icon-field.tsx";
import {
  isNamed,
  newStage,
  type PipelineValues,
  pipelineErrors,
  stageSettings,
} from "./new-stages.ts";
import { NewStagesField } from "./new-stages-field.tsx";
import { PropertySetsField } from "./property-sets-field.tsx";
import { SideForm } from "./side-form.tsx";
import {
  changedSettings,
  newSettings,
  proposed,
  type TypeFormState,
  type TypeValues,
  typeErrors,
  valuesOf,
} from "./type-values.ts";
import { INVALIDATED_BY_SCHEMA, type Property } from "./use-schema-search.ts";

interface NewTypeFormProps {
  readonly onClose: () => void;
}

/** The form that adds an object type to the project. */
export function NewTypeForm({ onClose }: NewTypeFormProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const form = useForm<TypeValues>({ initialValues: valuesOf(undefined) });
  const pipeline = useForm<PipelineValues>({
    initialValues: {
      ...{ label: "", isDefault: true },
      stages: [newStage("New"), newStage("Closed", "done")],
    },
  });
  const { stages } = pipeline.values;
  const create = useChange(api.schema.createType.mutationOptions(), {
    invalidates: [...INVALIDATED_BY_SCHEMA, api.access.scopes.pathKey()],
    showsError: true,
    done: ({ pluralLabel }) => `${pluralLabel} added`,
    onDone: ({ plural }) =>
      void navigate({
        to: "/p/$projectId/schema/$plural",
        params: { projectId: String(projectId), plural },
      }),
  });
  const submit = form.onSubmit((values) => {
    const settings = newSettings(values);
    const { label, hasPipeline } = values;
    if (hasPipeline && !stages.some(isNamed)) {
      pipeline.setFieldError("stages", "Name at least one stage.");
      pipeline.getInputNode("stages.0.label")?.focus();
      return;
    }
    const first = { label: `${label.trim()} pipeline`, stages: stageSettings("", stages) };
    create.mutate(
      { projectId, settings: { ...settings, ...(hasPipeline && { pipeline: first }) } },
      {
        onError: (error) => {
          const errors = typeErrors(error, values);
          if (errors === null) {
            const ofStages = pipelineErrors(error, stages) ?? {};
            pipeline.setErrors(ofStages);
            focusFirst(pipeline, ofStages);
          } else {
            form.setErrors(errors);
            focusFirst(form, errors);
          }
        },
      },
    );
  });
  const isShownAtField =
    typeErrors(create.error, form.values) !== null || pipelineErrors(create.error, stages) !== null;
  return (
    <SideForm
      action="Create type"
      isChanged={form.isDirty() || pipeline.isDirty()}
      change={create}
      isShownAtField={isShownAtField}
      onSubmit={submit}
      onClose={onClose}
    >
      <NewNames form={form} />
      <Description form={form} />
      <IconField
        value={form.values.icon}
        onChange={(icon) => form.setFieldValue("icon", icon)}
        error={form.errors.icon}
      />
      <FirstPropertiesField form={form} />
      <Switch
        label="Has a pipeline"
        description="Each record is in a stage, and a board shows the stages. This cannot be changed later."
        {...form.getInputProps("hasPipeline", { type: "checkbox" })}
      />
      {form.values.hasPipeline && <NewStagesField type="" form={pipeline} />}
    </SideForm>
  );
}

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

function Description({ form }: PartProps) {
  return (
    <Textarea
      label="Description"
      description="Shown to admins and to anyone who reads the schema."
      autosize
      minRows={2}
      maxLength={1_000}
      {...form.getInputProps("description")}
    />
  );
}

interface TypeFormProps {
  readonly type: ObjectType;
  readonly properties: readonly Property[];
  readonly onClose: () => void;
}

/** The form that changes how an object type is shown and what its records need. */
export function TypeForm({ type, properties, onClose }: TypeFormProps) {
  const projectId = useProjectId();
  const form = useForm<TypeValues>({ initialValues: valuesOf(type) });
  const save = useChange(api.schema.updateType.mutationOptions(), {
    invalidates: [...INVALIDATED_BY_SCHEMA, api.access.scopes.pathKey()],
    showsError: true,
    done: ({ label }) => `${label} saved`,
    onDone: onClose,
  });
  const submit = form.onSubmit((values) => {
    const settings = changedSettings(type, values);
    if (Object.keys(settings).length === 0) return onClose();
    save.mutate(
      { projectId, type: type.name, settings },
      {
        onError: (error) => {
          const errors = typeErrors(error, values) ?? {};
          form.setErrors(errors);
          focusFirst(form, errors);
        },
      },
    );
  });
  return (
    <SideForm
      action="Save"
      isChanged={form.isDirty()}
      change={save}
      isShownAtField={typeErrors(save.error, form.values) !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Label"
        description="What admins see."
        required
        {...form.getInputProps("label")}
      />
      <TextInput
        label="Plural label"
        description="The label of several."
        required
        {...form.getInputProps("pluralLabel")}
      />
      <Stack gap={2}>
        <Text fw={500} fz="sm">
          Internal names
        </Text>
        <Text component="div" fz="sm">
          <ApiName name={type.name} /> · <ApiName name={type.plural} />
        </Text>
        <Text c="dimmed" fz="xs">
          Programs depend on these, so they cannot be changed.
        </Text>
      </Stack>
      <Description form={form} />
      <IconField
        value={form.values.icon}
        onChange={(icon) => form.setFieldValue("icon", icon)}
        error={form.errors.icon}
      />
      <PropertySetsField
        label="Names of records"
        description="The values of a row, joined by a space, name a record. The first row with a value is used."
        add="Add alternative"
        properties={properties}
        value={form.values.nameProperties}
        onChange={(sets) => form.setFieldValue("nameProperties", sets)}
        error={form.errors.nameProperties}
      />
      <PropertySetsField
        label="Required"
        description="A record needs a value of at least one property of each row. Older records need it once they are changed."
        add="Add row"
        properties={properties}
        value={form.values.required}
        onChange={(sets) => form.setFieldValue("required", sets)}
        error={form.errors.required}
      />
    </SideForm>
  );
}
