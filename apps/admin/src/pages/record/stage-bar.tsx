import { NativeSelect, UnstyledButton } from "@mantine/core";
import { stageColor } from "@rapport/model";
import { IconCheck } from "@tabler/icons-react";
import { type RecordParts, recordPipeline } from "../../records/record-model.ts";
import { useSetProperty } from "../../records/use-record-changes.ts";
import { useMay } from "../../session.ts";
import { Dot } from "../../ui/values/chip.tsx";
import classes from "./record.module.css";

/** The stages of the record's pipeline; a click or Enter moves the record. */
export function StageBar(parts: RecordParts) {
  const { recordKey, record, schema } = parts;
  const may = useMay("admin");
  const change = useSetProperty(recordKey, {
    failed: `${record.name.trim()} was not moved`,
  });
  const pipeline = recordPipeline(record, schema);
  if (pipeline === undefined) return null;
  const { stages } = pipeline;
  const now = stages.findIndex(({ key }) => key === record.properties.stage);
  const move = (name: "pipeline" | "stage", key: string, label: string) => {
    if (key === record.properties[name]) return;
    const done = `Moved ${record.name.trim()} to ${label}.`;
    change.set({ name, value: key, seen: record, done });
  };
  return (
    <div className={classes.bar}>
      {schema.pipelines.length > 1 && (
        <NativeSelect
          aria-label="Pipeline"
          disabled={!may}
          value={pipeline.key}
          data={schema.pipelines.map(({ key, label }) => ({ value: key, label }))}
          onChange={({ currentTarget: { value } }) =>
            move(
              "pipeline",
              value,
              schema.pipelines.find(({ key }) => key === value)?.label ?? value,
            )
          }
        />
      )}
      <ol className={classes.steps} aria-label={`Stages of ${pipeline.label}`}>
        {stages.map(({ key, label, ...stage }, index) => (
          <li key={key} className={classes.step}>
            <UnstyledButton
              className={classes.button}
              // The stage of the record looks as it does elsewhere.
              data-color={index === now ? stageColor(stage) : undefined}
              data-state={stageState(index, now, stages[now]?.closed ?? false)}
              aria-current={index === now ? "step" : undefined}
              disabled={!may}
              title={may && index !== now ? `Move to ${label}` : undefined}
              onClick={() => move("stage", key, label)}
            >
              {index === now ? (
                <IconCheck size={14} aria-hidden />
              ) : (
                <Dot color={stageColor(stage)} />
              )}
              {label}
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** In a closed stage no stage is marked as past, because a record does not pass through other closed stages. */
function stageState(index: number, now: number, isClosed: boolean): string {
  if (index === now) return "now";
  return index < now && !isClosed ? "past" : "future";
}
