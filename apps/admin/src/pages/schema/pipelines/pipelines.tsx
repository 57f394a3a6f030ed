import { Button, Group, Stack, Text } from "@mantine/core";
import { COLORS, type Color, stageColor } from "@rapport/model";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../api.ts";
import { objectType, typeNames } from "../../../object-types.ts";
import type { Filter } from "../../../records/search.ts";
import { useMay } from "../../../session.ts";
import { useProject, useProjectId } from "../../../shell/use-project.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { SidePanel } from "../../../ui/pages/panel.tsx";
import { colorName, withColors } from "../../../ui/values/chip.tsx";
import { RemoveUnused, usageOptions } from "../in-use.tsx";
import { labelHelp, type Pipeline, type Stage, useSchemaSearch } from "../use-schema-search.ts";
import { percentError, toDecimal, toPercent } from "./new-stages.ts";
import { PipelineForm } from "./pipeline-form.tsx";
import { PipelinePanel } from "./pipeline-panel.tsx";

interface PipelinesProps {
  readonly type: string;
  readonly pipelines: readonly Pipeline[];
}

/** The pipelines of an object type with their stages: add, rename, reorder and remove. */
export function Pipelines({ type, pipelines }: PipelinesProps) {
  const { go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const [removing, setRemoving] = useState<Removing | null>(null);
  const last = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(0);
  // A new pipeline comes last, often below the visible part of the page.
  useEffect(() => {
    if (added === 0) return;
    // After the drawer has closed and the router has restored the place in the page.
    const task = requestAnimationFrame(() => last.current?.scrollIntoView());
    return () => cancelAnimationFrame(task);
  }, [added]);
  const { singular } = typeNames(type);
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" maw={640}>
          Every {singular.toLowerCase()} is in one stage of one pipeline.
          {objectType(type).hasProbability &&
            ` The stage sets the ${singular.toLowerCase()}’s probability.`}
          {objectType(type).hasCloseDate &&
            " Moving to a closed stage sets the close date if the record has none."}
        </Text>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => go({ add: "pipeline" })}
          >
            Add pipeline
          </Button>
        )}
      </Group>
      {pipelines.map((pipeline) => (
        <div key={pipeline.key} ref={pipeline === pipelines.at(-1) ? last : null}>
          <PipelinePanel
            type={type}
            pipeline={pipeline}
            all={pipelines}
            onRemove={(stage) => setRemoving({ pipeline, stage })}
          />
        </div>
      ))}
      <SideForms type={type} pipelines={pipelines} onAdded={() => setAdded((count) => count + 1)} />
      <RemoveStage type={type} removing={removing} onClose={() => setRemoving(null)} />
    </Stack>
  );
}

/** The stage to remove, or the whole pipeline if `stage` is null. */
interface Removing {
  readonly pipeline: Pipeline;
  readonly stage: Stage | null;
}

interface RemoveStageProps {
  readonly type: string;
  /** Null closes the dialog. */
  readonly removing: Removing | null;
  readonly onClose: () => void;
}

/** Asks before a stage or a whole pipeline is removed. */
function RemoveStage({ type, removing, onClose }: RemoveStageProps) {
  const projectId = useProjectId();
  const pipeline = removing?.pipeline.key ?? "";
  const stage = removing?.stage?.key;
  const { label = "" } = removing?.stage ?? removing?.pipeline ?? {};
  const kind = stage === undefined ? "pipeline" : "stage";
  const place = { projectId, type, pipeline };
  const usage = useQuery({
    ...api.schema.stageUsage.queryOptions({ ...place, stage }),
    ...usageOptions(removing !== null),
  });
  const after = {
    showsError: true,
    done: `${label} removed.`,
    onDone: onClose,
  } as const;
  const removeStage = useChange(api.schema.removeStage, after);
  const removePipeline = useChange(api.schema.removePipeline, after);
  return (
    <RemoveUnused
      opened={removing !== null}
      {...{ type, label, usage, onClose }}
      name={label}
      action={`Remove ${kind}`}
      how={{ one: "is in it", many: "are in it" }}
      filters={placeFilters(pipeline, stage)}
      remedy={`First move these records to another ${kind}`}
      change={stage === undefined ? removePipeline : removeStage}
      onConfirm={() =>
        stage === undefined ? removePipeline.mutate(place) : removeStage.mutate({ ...place, stage })
      }
    >
      There are no records in it. Programs that still use it will get 400. This cannot be undone.
    </RemoveUnused>
  );
}

function placeFilters(pipeline: string, stage: string | undefined): readonly Filter[] {
  const inPipeline: Filter = { property: "pipeline", operator: "eq", value: pipeline };
  if (stage === undefined) return [inPipeline];
  return [inPipeline, { property: "stage", operator: "eq", value: stage }];
}

/** The side form that the URL opens. */
function SideForms({
  type,
  pipelines,
  onAdded,
}: PipelinesProps & { readonly onAdded: () => void }) {
  const { search, closeForm } = useSchemaSearch();
  const pipeline = pipelines.find(({ key }) => key === search.pipeline);
  const stage = pipeline?.stages.find(({ key }) => key === search.stage);
  const isOfStage = search.add === "stage" || search.stage !== undefined;
  const isMissing =
    search.add !== "pipeline" &&
    (pipeline === undefined || (search.stage !== undefined && stage === undefined));
  const newTitle = isOfStage
    ? `New stage in ${pipeline?.label}`
    : `New ${typeNames(type).singular.toLowerCase()} pipeline`;
  const missingTitle = isOfStage ? "Stage" : "Pipeline";
  const title =
    (isOfStage ? stage?.label : pipeline?.label) ?? (isMissing ? missingTitle : newTitle);
  return (
    <SidePanel
      opened={search.add === "pipeline" || isOfStage || search.pipeline !== undefined}
      onClose={closeForm}
      title={title}
    >
      {isMissing && <Text>It no longer exists. Another admin may have removed it.</Text>}
      {!isMissing && !isOfStage && (
        <PipelineForm type={type} pipeline={pipeline} onAdded={onAdded} onClose={closeForm} />
      )}
      {!isMissing && isOfStage && pipeline && (
        <StageForm type={type} pipeline={pipeline} stage={stage} onClose={closeForm} />
      )}
    </SidePanel>
  );
}

interface StageFormProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  /** Undefined for a new stage. */
  readonly stage: Stage | undefined;
  readonly onClose: () => void;
}

/** The form that adds or edits a stage. */
function StageForm({ type, pipeline, stage, onClose }: StageFormProps) {
  const needsProbability = objectType(type).hasProbability;
  return (
    <Form
      action={stage === undefined ? "Add stage" : "Save"}
      initial={{
        label: stage?.label ?? "",
        percent: stage?.probability ? toPercent(stage.probability) : "",
        closed: stage?.closed ?? false,
        color: stage?.color ?? OUTCOME,
      }}
      fields={({ values }) => [
        { name: "label", label: "Label", help: labelHelp(stage?.key), required: "Enter a label." },
        needsProbability && {
          name: "percent",
          label: "Probability in percent",
          help: probabilityHint(type),
          required: true,
          input: { inputMode: "decimal", rightSection: "%" },
        },
        { name: "closed", kind: "switch", label: "Closed", help: closedHint(type) },
        colorField(values, needsProbability),
      ]}
      validate={{ percent: (percent) => (needsProbability ? percentError(percent) : null) }}
      paths={{ probability: "percent" }}
      of={useProject().schema.saveStage}
      input={({ label, percent, closed, color }) => ({
        ...{ type, pipeline: pipeline.key },
        stage: {
          ...(stage === undefined ? {} : { key: stage.key }),
          ...{ label, closed, color: color === OUTCOME ? null : (color as Color) },
          ...(needsProbability && { probability: toDecimal(percent) ?? percent }),
        },
      })}
      isRepeated
      done={(_, given) => `${given.stage.label} ${stage === undefined ? "added" : "saved"}.`}
      onClose={onClose}
    />
  );
}

/** The colour of a stage that has none of its own: that of its outcome. */
const OUTCOME = "outcome";

function colorField(
  { percent, closed }: { readonly percent: string; readonly closed: boolean },
  hasProbability: boolean,
) {
  const probability = hasProbability ? (toDecimal(percent) ?? "0.5") : null;
  const usual = stageColor({ closed, probability });
  const options = [
    { value: OUTCOME, label: `Usual: ${usual}`, color: usual },
    ...COLORS.map((color) => ({ value: color, label: colorName(color), color })),
  ];
  return {
    name: "color",
    kind: "select",
    label: "Colour",
    options,
    input: withColors(options),
  } as const;
}

function probabilityHint(type: string): string {
  const noun = typeNames(type).singular.toLowerCase();
  return `The chance of winning ${typeNames(type).article} ${noun} in this stage, from 0 to 100. Applies to every ${noun} in the stage. Programs read it as a decimal from 0 to 1.`;
}

function closedHint(type: string): string {
  const done = `${typeNames(type).label} that move here are done.`;
  if (!objectType(type).hasCloseDate) return done;
  return `${done} They get a close date if they have none. ${typeNames(type).label} already in the stage do not change.`;
}
