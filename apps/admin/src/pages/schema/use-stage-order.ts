import { useEffect, useRef } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { INVALIDATED_BY_SCHEMA, type Pipeline, type Stage } from "./use-schema-search.ts";

/** Returns the stages in the requested order, before the server has answered. */
export function useStageOrder(type: string, pipeline: Pipeline) {
  const projectId = useProjectId();
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<{ key: string; by: number } | null>(null);
  const order = useChange(api.schema.orderStages.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
  });
  const stages = order.isPending
    ? inOrder(pipeline.stages, order.variables.stages)
    : pipeline.stages;

  // A moved row loses the focus, but the admin may press the same button again.
  useEffect(() => {
    if (focusNext.current === null) return;
    const { key, by } = focusNext.current;
    focusNext.current = null;
    const row = list.current?.querySelector(`[data-stage="${key}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("[data-by]") ?? [])];
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find(({ dataset }) => dataset.by === String(by)) ?? usable[0])?.focus();
  });

  /** @param by -1 or 1 if a button was pressed, which then keeps the focus; 0 after dragging */
  const move = (key: string, to: number, by: number) => {
    const keys = stages.map((stage) => stage.key).filter((one) => one !== key);
    if (by !== 0) focusNext.current = { key, by };
    order.mutate({
      projectId,
      type,
      pipeline: pipeline.key,
      stages: keys.toSpliced(to, 0, key),
    });
  };
  return { stages, move, list };
}

function inOrder(stages: readonly Stage[], keys: readonly string[]): readonly Stage[] {
  return stages.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}
