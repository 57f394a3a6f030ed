import { Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { typeNames, typeOf } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { fieldErrors, focusFirst } from "../../ui/forms/field-errors.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { decimalOf, percentError, percentOf } from "./new-stages.ts";
import { SideForm } from "./side-form.tsx";
import { INVALIDATED_BY_SCHEMA, type Pipeline, type Stage } from "./use-schema-search.ts";

interface StageFormProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  /** Undefined for a new stage. */
  readonly stage: Stage | undefined;
  readonly onClose: () => void;
}

const FIELDS = ["label", "probability", "closed"];

/** The form that adds or edits a stage. */
export function StageForm({ type, pipeline, stage, onClose }: StageFormProps) {
  const projectId = useProjectId();
  const needsProbability = typeOf(type).hasProbability;
  const form = useForm({
    initialValues: {
      label: stage?.label ?? "",
      percent: stage?.probability ? percentOf(stage.probability) : "",
      closed: stage?.closed ?? false,
    },
    validate: { percent: (percent) => (needsProbability ? percentError(percent) : null) },
  });
  const save = useChange(api.schema.saveStage.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    isRepeated: true,
    done: () => `${form.values.label.trim()} ${stage === undefined ? "added" : "saved"}`,
    onDone: onClose,
  });
  const submit = form.onSubmit(
    ({ label, percent, closed }) =>
      save.mutate(
        {
          projectId,
          type,
          pipeline: pipeline.key,
          stage: {
            ...(stage === undefined ? {} : { key: stage.key }),
            label,
            ...(needsProbability ? { probability: decimalOf(percent) ?? percent } : {}),
            closed,
          },
        },
        {
          onError: (error) => {
            const { probability, ...errors } = fieldErrors(error, FIELDS) ?? {};
            const shown = { ...errors, ...(probability ? { percent: probability } : {}) };
            form.setErrors(shown);
            focusFirst(form, shown);
          },
        },
      ),
    (errors) => focusFirst(form, errors),
  );
  return (
    <SideForm
      action={stage === undefined ? "Add stage" : "Save"}
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
          stage === undefined
            ? "What admins see. The internal name is made from it and does not change later."
            : `What admins see. The internal name ${stage.key} does not change.`
        }
        required
        {...form.getInputProps("label")}
      />
      {needsProbability && (
        <TextInput
          label="Probability in percent"
          description={probabilityHint(type)}
          inputMode="decimal"
          required
          rightSection="%"
          {...form.getInputProps("percent")}
        />
      )}
      <Switch
        label="Closed"
        description={closedHint(type)}
        {...form.getInputProps("closed", { type: "checkbox" })}
      />
    </SideForm>
  );
}

function probabilityHint(type: string): string {
  const noun = typeNames(type).singular.toLowerCase();
  return `The chance of winning ${typeNames(type).article} ${noun} in this stage, from 0 to 100. Applies to every ${noun} in the stage. Programs read it as a decimal from 0 to 1.`;
}

function closedHint(type: string): string {
  const done = `${typeNames(type).label} that move here are done.`;
  if (!typeOf(type).hasCloseDate) return done;
  return `${done} They get a close date if they have none. ${typeNames(type).label} already in the stage do not change.`;
}
