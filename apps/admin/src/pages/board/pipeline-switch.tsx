import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Board } from "./moves.ts";

/** Selects the pipeline, which is part of the URL. Hidden if there is only one. */
export function PipelineSwitch({ board }: { readonly board: Board }) {
  const navigate = useNavigate({ from: "/p/$projectId/$plural/board" });
  if (board.pipelines.length < 2) return null;
  return (
    <Select
      aria-label="Pipeline"
      data={board.pipelines.map(({ key, label }) => ({ value: key, label }))}
      value={board.pipeline.key}
      allowDeselect={false}
      checkIconPosition="right"
      w={180}
      onChange={(pipeline) => pipeline && void navigate({ search: { pipeline } })}
    />
  );
}
