import { typeNames, typeOf } from "../../object-types.ts";
import { useProject } from "../../shell/use-project.ts";
import { Form } from "../../ui/forms/form.tsx";
import { decimalOf, percentError, percentOf } from "./new-stages.ts";
import { labelHelp, type Pipeline, type Stage } from "./use-schema-search.ts";

interface StageFormProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  /** Undefined for a new stage. */
  readonly stage: Stage | undefined;
  readonly onClose: () => void;
}

/** The form that adds or edits a stage. */
export function StageForm({ type, pipeline, stage, onClose }: StageFormProps) {
  const needsProbability = typeOf(type).hasProbability;
  return (
    <Form
      action={stage === undefined ? "Add stage" : "Save"}
      initial={{
        label: stage?.label ?? "",
        percent: stage?.probability ? percentOf(stage.probability) : "",
        closed: stage?.closed ?? false,
      }}
      fields={[
        { name: "label", label: "Label", help: labelHelp(stage?.key), required: true },
        needsProbability && {
          name: "percent",
          label: "Probability in percent",
          help: probabilityHint(type),
          required: true,
          input: { inputMode: "decimal", rightSection: "%" },
        },
        { name: "closed", kind: "switch", label: "Closed", help: closedHint(type) },
      ]}
      validate={{ percent: (percent) => (needsProbability ? percentError(percent) : null) }}
      paths={{ probability: "percent" }}
      of={useProject().schema.saveStage}
      input={({ label, percent, closed }) => ({
        ...{ type, pipeline: pipeline.key },
        stage: {
          ...(stage === undefined ? {} : { key: stage.key }),
          ...{ label, closed },
          ...(needsProbability && { probability: decimalOf(percent) ?? percent }),
        },
      })}
      isRepeated
      done={(_, given) => `${given.stage.label} ${stage === undefined ? "added" : "saved"}`}
      onClose={onClose}
    />
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
