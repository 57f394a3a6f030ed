import { Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { typeNames, typeOf } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { focusFirst } from "../../ui/forms/field-errors.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import {
  firstStages,
  isNamed,
  type PipelineValues,
  percentError,
  pipelineErrors,
  stageSettings,
} from "./new-stages.ts";
import { NewStagesField } from "./new-stages-field.tsx";
import { SideForm } from "./side-form.tsx";
import { INVALIDATED_BY_SCHEMA, type Pipeline } from "./use-schema-search.ts";

interface PipelineFormProps {
  readonly type: string;
  /** Undefined for a new pipeline. */
  readonly pipeline: Pipeline | undefined;
  /** Called after a new pipeline was added. */
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** The form that adds a pipeline with its stages, renames it or makes it the default. */
export function PipelineForm({ type, pipeline, onAdded, onClose }: PipelineFormProps) {
  const projectId = useProjectId();
  const wasDefault = pipeline?.isDefault ?? false;
  const form = useForm<PipelineValues>({
    initialValues: {
      label: pipeline?.label ?? "",
      isDefault: wasDefault,
      stages: pipeline === undefined ? firstStages(type) : [],
    },
    validate: {
      stages: {
        percent: (percent, { stages }, path) => {
          const stage = stages[Number(path.split(".")[1])];
          const isTyped = percent !== null && stage?.outcome === "open" && isNamed(stage);
          return typeOf(type).hasProbability && isTyped ? percentError(percent) : null;
        },
      },
    },
  });
  const save = useChange(api.schema.savePipeline.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    isRepeated: true,
    done: () => `${form.values.label.trim()} ${pipeline === undefined ? "added" : "saved"}`,
    onDone: () => {
      onClose();
      if (pipeline === undefined) onAdded();
    },
  });
  const submit = form.onSubmit(
    ({ label, isDefault, stages }) => {
      if (pipeline === undefined && !stages.some(isNamed)) {
        form.setFieldError("stages", "Name at least one stage.");
        form.getInputNode("stages.0.label")?.focus();
        return;
      }
      save.mutate(
        {
          projectId,
          type,
          pipeline: {
            ...(pipeline === undefined
              ? { stages: stageSettings(type, stages) }
              : { key: pipeline.key }),
            label,
            ...(isDefault === wasDefault ? {} : { isDefault }),
          },
        },
        {
          onError: (error) => {
            const errors = pipelineErrors(error, stages) ?? {};
            form.setErrors(errors);
            focusFirst(form, errors);
          },
        },
      );
    },
    (errors) => focusFirst(form, errors),
  );
  return (
    <SideForm
      action={pipeline === undefined ? "Add pipeline" : "Save"}
      isChanged={form.isDirty()}
      change={save}
      isShownAtField={pipelineErrors(save.error, form.values.stages) !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Label"
        description={
          pipeline === undefined
            ? "What admins see. The internal name is made from it and does not change later."
            : "What admins see. The internal name does not change."
        }
        required
        {...form.getInputProps("label")}
      />
      <Switch
        label="Default"
        description={
          wasDefault
            ? "To change this, make another pipeline the default."
            : `New ${typeNames(type).label.toLowerCase()} without a pipeline go here.`
        }
        disabled={wasDefault}
        {...form.getInputProps("isDefault", { type: "checkbox" })}
      />
      {pipeline === undefined && <NewStagesField type={type} form={form} />}
    </SideForm>
  );
}
