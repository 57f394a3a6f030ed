import { Group, Select, TextInput } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { objectType, typeNames } from "../../../object-types.ts";
import type { FormState } from "../../../ui/forms/form.tsx";
import { RemoveRow, RowsField, useRowFocus } from "../rows-field.tsx";
import {
  isNamed,
  newStage,
  type Outcome,
  type PipelineValues,
  stagePercents,
} from "./new-stages.ts";

interface NewStagesFieldProps {
  /** Empty for a type that is being made. */
  readonly type: string;
  readonly form: Pick<
    FormState<PipelineValues>,
    "values" | "errors" | "getInputProps" | "setFieldValue" | "insertListItem" | "removeListItem"
  >;
}

/** The stages of a new pipeline as rows: name, probability and outcome. */
export function NewStagesField({ type, form }: NewStagesFieldProps) {
  const [list, focusRow] = useRowFocus();
  const { stages } = form.values;
  const percents = stagePercents(stages);
  const needsProbability = objectType(type).hasProbability;
  const insert = (at: number) => {
    form.insertListItem("stages", newStage(), at);
    focusRow(at);
  };
  const remove = (index: number) => {
    form.removeListItem("stages", index);
    focusRow(Math.max(0, Math.min(index, stages.length - 2)));
  };
  const goOn = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // It would submit the form.
    event.preventDefault();
    const [stage, next] = [stages[index], stages[index + 1]];
    if (next !== undefined && !isNamed(next)) focusRow(index + 1);
    else if (stage !== undefined && isNamed(stage)) insert(index + 1);
  };
  return (
    <RowsField
      label="Stages"
      description={stagesHint(type)}
      error={form.errors.stages}
      list={list}
      add="Add stage"
      onAdd={() => insert(stages.findLastIndex(({ outcome }) => outcome === "open") + 1)}
    >
      {stages.map(({ id, outcome }, index) => (
        <Group key={id} gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            miw={0}
            aria-label={`Name of stage ${index + 1}`}
            placeholder="Name"
            data-row={index}
            onKeyDown={goOn(index)}
            {...form.getInputProps(`stages.${index}.label`)}
          />
          {needsProbability && (
            <TextInput
              w={72}
              aria-label={`Probability of stage ${index + 1} in percent`}
              inputMode="decimal"
              rightSection="%"
              rightSectionWidth={26}
              onKeyDown={goOn(index)}
              {...form.getInputProps(`stages.${index}.percent`)}
              // Typing replaces the default.
              onFocus={(event) => event.currentTarget.select()}
              disabled={outcome !== "open"}
              value={percents[index] ?? ""}
            />
          )}
          <Select
            w={90}
            aria-label={`Outcome of stage ${index + 1}`}
            allowDeselect={false}
            data={needsProbability ? OUTCOMES : OPEN_OR_CLOSED}
            value={outcome}
            onChange={(value) =>
              form.setFieldValue(`stages.${index}.outcome`, (value ?? outcome) as Outcome)
            }
          />
          <RemoveRow
            label={`Remove stage ${index + 1}`}
            disabled={stages.length === 1}
            onClick={() => remove(index)}
          />
        </Group>
      ))}
    </RowsField>
  );
}

const OUTCOMES = [
  { value: "open", label: "Open" },
  { value: "won", label: "Won" },
  { value: "lost", label: "Lost" },
];

const OPEN_OR_CLOSED = [
  { value: "open", label: "Open" },
  { value: "done", label: "Closed" },
];

function stagesHint(type: string): string {
  const closed = objectType(type).hasProbability
    ? "Won and lost stages are closed."
    : `${type === "" ? "Records" : typeNames(type).label} in a closed stage are done.`;
  return `In order. ${closed} Enter adds the next stage.`;
}
