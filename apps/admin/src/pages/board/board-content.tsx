import { Anchor, Select, Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { api, failureStatus } from "../../api.ts";
import { LatestChanges } from "../../jobs/latest-changes.tsx";
import { RunningImports } from "../../jobs/running-imports.tsx";
import { objectType, typeNames } from "../../object-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import { ColumnMenu } from "../../records/column-menu.tsx";
import {
  CREATED,
  columnFields,
  defaultColumns,
  type Field,
  ID,
  UPDATED,
} from "../../records/fields.ts";
import { useRecordsInput } from "../../records/filters/server-filters.ts";
import { useRememberList } from "../../records/opened-list.ts";
import { Toolbar } from "../../records/toolbar.tsx";
import type { Asked } from "../../records/use-records-search.ts";
import { ViewNote, ViewNotes } from "../../records/views/view-notes.tsx";
import { DEFAULT, readNames, writeCards } from "../../records/views/view-params.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import classes from "./board.module.css";
import { BoardFrame } from "./frame.tsx";
import type { Board } from "./moves.ts";
import { SortMenu } from "./sort-menu.tsx";
import { type BoardType, useBoard, useTypeParams } from "./use-board.ts";

interface ContentProps {
  readonly schema: Schema;
  readonly asked: Asked;
  readonly onCreate: ComponentProps<typeof BoardFrame>["onCreate"];
}

export function BoardContent({ schema, asked, onCreate }: ContentProps) {
  const { name: type } = schema;
  const projectId = useProjectId();
  const { input, count, faults } = useBoardInput(schema, asked);
  const cards = cardFields(schema, asked);
  const { pipeline, isRemoved } = chosenPipeline(asked, schema);
  const names = cards.shown.map(({ name }) => name);
  // The picture of the owner.
  const hasOwner = schema.properties.some(({ name }) => name === "owner_id");
  const isFull = names.length >= MAX_FIELDS || names.includes("owner_id");
  const fields = hasOwner && !isFull ? [...names, "owner_id"] : names;
  const shown = { ...input, sort: asked.sort, fields };
  const { query, more } = useBoard(shown, pipeline);
  const ids = useMemo(
    () => query.data?.stages.flatMap((stage) => stage.cards.map(({ id }) => id)),
    [query.data],
  );
  useRememberList(type, asked, ids, { more: null });
  const isUnknown = query.data === undefined && failureStatus(query.error) === 400;
  return (
    <>
      <ViewNotes type={type} asked={asked} removedColumns={[]} />
      {isRemoved && (
        <ViewNote>
          The pipeline of this view no longer exists. The board shows the default one.
        </ViewNote>
      )}
      <Toolbar {...{ schema, asked }} table={{ faults, count }}>
        {query.data && <PipelineSwitch board={query.data} asked={asked} />}
        <SortMenu
          {...{ schema, asked }}
          currencies={query.data?.stages.flatMap(cardCurrencies) ?? []}
        />
        <ColumnMenu columns={cards} label="Cards" />
      </Toolbar>
      <LatestChanges type={type} />
      <RunningImports type={type} />
      {isUnknown && faults.size === 0 ? (
        <UnknownPipeline type={type} error={query.error} />
      ) : (
        <Loaded
          query={query}
          skeleton={<Columns type={type} count={countStages(schema, pipeline)} />}
        >
          {(board) => (
            <>
              {board.stages.every(({ count }) => count === 0) && (
                <NoCards type={type} asked={asked} />
              )}
              <BoardFrame
                key={`${projectId} ${board.pipeline.key}`}
                {...{ projectId, board, asked, schema, more, onCreate }}
                fields={cards.shown}
              />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

function cardCurrencies({ cards }: Board["stages"][number]): readonly unknown[] {
  return cards.map(({ currency }) => currency);
}

/** A view keeps working if its pipeline is gone; the server refuses any other unknown one. */
function chosenPipeline({ params, view }: Asked, { pipelines }: Schema) {
  if (params.pipeline === DEFAULT) return { pipeline: undefined, isRemoved: false };
  const isRemoved = view !== undefined && !pipelines.some(({ key }) => key === params.pipeline);
  return { pipeline: isRemoved ? undefined : params.pipeline, isRemoved };
}

/** Returns the number of a pipeline's stages. */
function countStages({ pipelines }: Schema, wanted: string | undefined): number | undefined {
  const isWanted = ({ key, label }: (typeof pipelines)[number]) =>
    key === wanted || label === wanted;
  const pipeline = pipelines.find(isWanted) ?? pipelines.find(({ isDefault }) => isDefault);
  return pipeline?.stages.length;
}

function UnknownPipeline({ type, error }: { readonly type: BoardType; readonly error: unknown }) {
  const params = useTypeParams(type);
  return (
    <Stack align="flex-start">
      <ErrorNotice error={error} />
      <ButtonLink variant="default" to="/p/$projectId/$plural/board" params={params} search={{}}>
        Open the default pipeline
      </ButtonLink>
    </Stack>
  );
}

/** The toolbar and the board while the schema is loading. */
export function Waiting({ type }: { readonly type: BoardType }) {
  return (
    <>
      {/* On a phone the toolbar has two lines. */}
      <Skeleton height={36} mb={{ base: 56, sm: "sm" }} maw={290} radius="md" />
      <Columns type={type} />
    </>
  );
}

interface ColumnsProps {
  readonly type: BoardType;
  /** Stages, as far as they are known. */
  readonly count?: number | undefined;
}

/** The board while its cards are loading, which then begin at the same height. */
function Columns({ type, count = 6 }: ColumnsProps) {
  const { money, hasProbability } = objectType(type);
  return (
    <>
      {hasProbability && (
        <Text fz="sm" mb="xs" component="div" className={classes.sum}>
          <Skeleton height={12} width={260} className={classes.waitingText} />
        </Text>
      )}
      <div className={classes.frame} aria-busy="true" aria-label="Loading" role="status">
        <div className={classes.columns}>
          {Array.from({ length: count }, (_, i) => (
            <div key={i} className={classes.column}>
              <div className={classes.head}>
                <Skeleton height={20} width={90} my={1} />
                {money !== null && (
                  <Text fz="xs" component="div" className={classes.stageSum}>
                    <Skeleton height={10} width={70} className={classes.waitingText} />
                  </Text>
                )}
              </div>
              <div className={classes.body}>
                <div className={classes.cards}>
                  {Array.from({ length: 3 - (i % 3) }, (_, card) => (
                    <Skeleton key={card} height={104} radius="md" />
                  ))}
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** Fields that a card or its column shows anyway. */
const ELSEWHERE = new Set([
  "amount",
  "currency",
  "pipeline",
  "stage",
  ID.name,
  CREATED.name,
  UPDATED.name,
]);
const USUAL_COUNT = 3;
/** The server's limit. */
const MAX_FIELDS = 10;

/** Returns the fields that the cards show, and the functions that choose them. */
function cardFields(schema: Schema, { params, change }: Asked) {
  const all = columnFields(schema).filter(({ name }) => !ELSEWHERE.has(name));
  const usual = defaultColumns(schema.name)
    .filter((name) => !ELSEWHERE.has(name))
    .slice(0, USUAL_COUNT);
  const names = params.cards === DEFAULT ? usual : readNames(params.cards);
  const shown = names
    .flatMap((name): readonly Field[] => all.filter((field) => field.name === name))
    .slice(0, MAX_FIELDS);
  const save = (next: readonly string[]) =>
    void change({ cards: writeCards(next) }, { replace: true });
  return {
    all,
    shown,
    max: MAX_FIELDS,
    toggle: (name: string) =>
      save(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]),
    reset: () => void change({ cards: undefined }, { replace: true }),
  };
}

/**
 * Returns what the server is asked for, and the number of records. Filters that it refuses are left out, as the table does.
 */
function useBoardInput(schema: Schema, asked: Asked) {
  const all = useRecordsInput(schema, asked);
  const given = useQuery(
    api.records.count.queryOptions(all.input, { placeholderData: keepPreviousData }),
  );
  const { isRefused, input, faults } = useMemo(
    () => all.afterRefusal(given.error),
    [all, given.error],
  );
  const { data: others } = useQuery(api.records.count.queryOptions(input, { enabled: isRefused }));
  return { input, count: isRefused ? others : given.data, faults };
}

function NoCards({ type, asked }: { readonly type: BoardType; readonly asked: Asked }) {
  const mayCreate = useMay("admin");
  const hasFilters = asked.groups.length > 0;
  if (hasFilters || asked.search !== undefined) {
    return (
      <Text c="dimmed" mb="sm">
        No {typeNames(type).label.toLowerCase()} in this pipeline match.{" "}
        <Anchor
          component="button"
          inherit
          underline="always"
          onClick={() => void asked.change({ q: undefined, filter: undefined })}
        >
          {hasFilters ? "Clear filters" : "Clear search"}
        </Anchor>
      </Text>
    );
  }
  return (
    <Text c="dimmed" mb="sm">
      No {typeNames(type).label.toLowerCase()} in this pipeline yet.{" "}
      {mayCreate && (
        <>
          <Anchor
            component="button"
            inherit
            underline="always"
            onClick={() => void asked.change({ form: "new" })}
          >
            Create the first one
          </Anchor>{" "}
          here or through the API.
        </>
      )}
    </Text>
  );
}

interface PipelineSwitchProps {
  readonly board: Board;
  readonly asked: Asked;
}

/** Selects the pipeline, which is part of the URL. Hidden if there is only one. */
function PipelineSwitch({ board, asked }: PipelineSwitchProps) {
  if (board.pipelines.length < 2) return null;
  return (
    <Select
      aria-label="Pipeline"
      data={board.pipelines.map(({ key, label }) => ({ value: key, label }))}
      value={board.pipeline.key}
      allowDeselect={false}
      checkIconPosition="right"
      flex="1 1 auto"
      maw={180}
      w={{ base: 110, sm: 180 }}
      onChange={(pipeline) => pipeline && void asked.change({ pipeline })}
    />
  );
}
