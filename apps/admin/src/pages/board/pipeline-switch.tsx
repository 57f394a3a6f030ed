import { Select } from "@mantine/core";
import type { Asked } from "../records/use-records-search.ts";
import type { Board } from "./moves.ts";

interface PipelineSwitchProps {
  readonly board: Board;
  readonly asked: Asked;
}

/** Selects the pipeline, which is part of the URL. Hidden if there is only one. */
export function PipelineSwitch({ board, asked }: PipelineSwitchProps) {
  if (board.pipelines.length < 2) return null;
  return (
    <Select
      aria-label="Pipeline"
      data={board.pipelines.map(({ key, label }) => ({ value: key, label }))}
      value={board.pipeline.key}
      allowDeselect={false}
      checkIconPosition="right"
      w={180}
      onChange={(pipeline) => pipeline && void asked.change({ pipeline })}
    />
  );
}
