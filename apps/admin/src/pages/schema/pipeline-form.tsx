import { Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { fieldErrors, showAtFields } from "../../ui/forms/field-errors.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { SideForm } from "./side-form.tsx";
import { INVALIDATED_BY_SCHEMA, type Pipeline } from "./use-schema-search.ts";

interface PipelineFormProps {
  readonly type: ObjectType;
  /** Undefined for a new pipeline. */
  readonly pipeline: Pipeline | undefined;
  /** Called after a new pipeline was added. */
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

const FIELDS = ["label", "isDefault"] as const;

/** The form that adds a pipeline, renames it or makes it the default. */
export function PipelineForm({ type, pipeline, onAdded, onClose }: PipelineFormProps) {
  const projectId = useProjectId();
  const wasDefault = pipeline?.isDefault ?? false;
  const form = useForm({
    initialValues: { label: pipeline?.label ?? "", isDefault: wasDefault },
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
  const submit = form.onSubmit(({ label, isDefault }) =>
    save.mutate(
      {
        projectId,
        type,
        pipeline: {
          ...(pipeline === undefined ? {} : { key: pipeline.key }),
          label,
          ...(isDefault === wasDefault ? {} : { isDefault }),
        },
      },
      { onError: (error) => showAtFields(form, error, FIELDS) },
    ),
  );
  return (
    <SideForm
      action={pipeline === undefined ? "Add pipeline" : "Save"}
      isChanged={form.isDirty()}
      change={save}
      isShownAtField={fieldErrors(save.error, FIELDS) !== null}
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
            : `New ${TYPES[type].label.toLowerCase()} without a pipeline go here.`
        }
        disabled={wasDefault}
        {...form.getInputProps("isDefault", { type: "checkbox" })}
      />
      {pipeline === undefined && (
        <Text c="dimmed">It starts with one stage, “New”. You can rename it.</Text>
      )}
    </SideForm>
  );
}
