import { objectType, typeNames } from "../../../object-types.ts";
import { useProject } from "../../../shell/use-project.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { labelHelp, type Pipeline } from "../use-schema-search.ts";
import {
  firstStages,
  isNamed,
  type PipelineValues,
  percentError,
  pipelineErrors,
  stageSettings,
} from "./new-stages.ts";
import { NewStagesField } from "./new-stages-field.tsx";

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
  const isNew = pipeline === undefined;
  const wasDefault = pipeline?.isDefault ?? false;
  return (
    <Form
      action={isNew ? "Add pipeline" : "Save"}
      initial={
        {
          ...{ label: pipeline?.label ?? "", isDefault: wasDefault },
          stages: isNew ? firstStages(type) : [],
        } as PipelineValues
      }
      fields={(form) => [
        {
          name: "label",
          label: "Label",
          help: labelHelp(pipeline?.key),
          required: "Enter a label.",
        },
        {
          name: "isDefault",
          kind: "switch",
          label: "Default",
          help: wasDefault
            ? "To change this, make another pipeline the default."
            : `New ${typeNames(type).label.toLowerCase()} without a pipeline go here.`,
          input: { disabled: wasDefault },
        },
        isNew && <NewStagesField key="stages" type={type} form={form} />,
      ]}
      validate={({ stages }) => (isNew ? stageErrors(type, stages) : {})}
      toErrors={(error, { stages }) => pipelineErrors(error, stages)}
      of={useProject().schema.savePipeline}
      input={({ label, isDefault, stages }) => ({
        type,
        pipeline: {
          ...(isNew ? { stages: stageSettings(type, stages) } : { key: pipeline.key }),
          label,
          ...(isDefault !== wasDefault && { isDefault }),
        },
      })}
      isRepeated
      done={(_, given) => `${given.pipeline.label} ${isNew ? "added" : "saved"}.`}
      onDone={() => isNew && onAdded()}
      onClose={onClose}
    />
  );
}

function stageErrors(type: string, stages: PipelineValues["stages"]): Record<string, string> {
  if (!stages.some(isNamed)) return { stages: "Name at least one stage." };
  if (!objectType(type).hasProbability) return {};
  const errors = stages.flatMap((stage, i) => {
    const { percent, outcome } = stage;
    const isTyped = percent !== null && outcome === "open" && isNamed(stage);
    const error = isTyped ? percentError(percent) : null;
    return error === null ? [] : [[`stages.${i}.percent`, error]];
  });
  return Object.fromEntries(errors);
}
