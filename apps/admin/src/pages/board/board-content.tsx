import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { statusOf } from "../../api.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { LatestChanges } from "../changes/latest-changes.tsx";
import { RunningImports } from "../imports/running-imports.tsx";
import { ColumnMenu } from "../records/column-menu.tsx";
import { Toolbar } from "../records/toolbar.tsx";
import type { Asked } from "../records/use-records-search.ts";
import { useRememberList } from "../records/use-remember-list.ts";
import { ViewNotes } from "../records/views/view-notes.tsx";
import { NOTHING } from "../records/views/view-params.ts";
import classes from "./board.module.css";
import { cardFields } from "./chosen-fields.ts";
import { BoardFrame } from "./frame.tsx";
import { NoCards } from "./no-cards.tsx";
import { PipelineSwitch } from "./pipeline-switch.tsx";
import { SortMenu } from "./sort-menu.tsx";
import { type BoardType, useBoard } from "./use-board.ts";
import { useBoardInput } from "./use-board-input.ts";
import { useTypeParams } from "./use-type-params.ts";

interface ContentProps {
  readonly type: BoardType;
  readonly schema: Schema;
  readonly asked: Asked;
}

export function BoardContent({ type, schema, asked }: ContentProps) {
  const projectId = useProjectId();
  const { input, count, faults } = useBoardInput(type, schema, asked);
  const cards = cardFields(type, schema, asked);
  const { pipeline, isRemoved } = pipelineOf(asked, schema);
  const fields = cards.shown.map(({ name }) => name);
  const shown = { ...input, sort: asked.sort, fields };
  const { query, more } = useBoard(shown, pipeline);
  const ids = useMemo(
    () => query.data?.stages.flatMap((stage) => stage.cards.map(({ id }) => id)),
    [query.data],
  );
  useRememberList(type, asked, ids, null);
  const isUnknown = query.data === undefined && statusOf(query.error) === 400;
  return (
    <>
      <ViewNotes type={type} asked={asked} removedColumns={[]} />
      {isRemoved && (
        <Text role="alert" mb="sm">
          The pipeline of this view was removed from the schema. The board shows the default one.
        </Text>
      )}
      <Toolbar {...{ type, schema, asked }} table={{ faults, count }}>
        {query.data && <PipelineSwitch board={query.data} asked={asked} />}
        <SortMenu schema={schema} asked={asked} />
        <ColumnMenu columns={cards} label="Cards" />
      </Toolbar>
      <LatestChanges type={type} />
      <RunningImports type={type} />
      {isUnknown && faults.size === 0 ? (
        <UnknownPipeline type={type} error={query.error} />
      ) : (
        <Loaded query={query} skeleton={<Columns />}>
          {(board) => (
            <>
              {board.stages.every(({ count }) => count === 0) && (
                <NoCards type={type} asked={asked} />
              )}
              <BoardFrame
                key={`${projectId} ${board.pipeline.key}`}
                {...{ projectId, type, board, asked, schema, more }}
                fields={cards.shown}
              />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

/** A view keeps working if its pipeline is gone; the server refuses any other unknown one. */
function pipelineOf({ params, view }: Asked, { pipelines }: Schema) {
  if (params.pipeline === NOTHING) return { pipeline: undefined, isRemoved: false };
  const isRemoved = view !== undefined && !pipelines.some(({ key }) => key === params.pipeline);
  return { pipeline: isRemoved ? undefined : params.pipeline, isRemoved };
}

function UnknownPipeline({ type, error }: { readonly type: BoardType; readonly error: unknown }) {
  const params = useTypeParams(type);
  return (
    <Stack align="flex-start">
      <ErrorNotice error={error} />
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/p/$projectId/$plural/board" params={params} search={{}} />
        )}
      >
        Open the default pipeline
      </Button>
    </Stack>
  );
}

export function Columns() {
  return (
    <div className={classes.frame} aria-busy="true" aria-label="Loading" role="status">
      {["first", "second", "third", "fourth"].map((column) => (
        <Skeleton key={column} className={classes.column} radius="md" />
      ))}
    </div>
  );
}
