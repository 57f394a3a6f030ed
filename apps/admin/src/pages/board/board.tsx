import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconLayoutKanban, IconPlus } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { statusOf } from "../../api.ts";
import { type ObjectType, TYPE_KEYS, TYPES, typeOfPlural } from "../../object-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { formatMoney } from "../../ui/values/format.ts";
import { LatestChanges } from "../changes/latest-changes.tsx";
import { RunningImports } from "../imports/running-imports.tsx";
import { ColumnMenu } from "../records/column-menu.tsx";
import { RecordDrawer } from "../records/record-drawer.tsx";
import { Toolbar } from "../records/toolbar.tsx";
import { type Asked, useRecordsSearch } from "../records/use-records-search.ts";
import { useRememberList } from "../records/use-remember-list.ts";
import { ViewSwitch } from "../records/view-switch.tsx";
import { ViewNotes } from "../records/views/view-notes.tsx";
import { NOTHING } from "../records/views/view-params.ts";
import { ViewTabs } from "../records/views/view-tabs.tsx";
import classes from "./board.module.css";
import { cardFields } from "./chosen-fields.ts";
import { BoardFrame } from "./frame.tsx";
import type { Board } from "./moves.ts";
import { PipelineSwitch } from "./pipeline-switch.tsx";
import { SortMenu } from "./sort-menu.tsx";
import { type BoardType, useBoard } from "./use-board.ts";
import { useBoardInput } from "./use-board-input.ts";
import { weightedAmounts } from "./weighted.ts";

const ROUTE = "/signed-in/p/$projectId/$plural/board";

/** The page that shows records as cards in the stages of a pipeline. */
export function BoardPage() {
  const { plural } = useParams({ from: ROUTE });
  const type = typeOfPlural(plural) ?? "deal";
  return isBoardType(type) ? <PipelineBoard key={type} type={type} /> : <NoBoard type={type} />;
}

function isBoardType(type: ObjectType): type is BoardType {
  return TYPES[type].hasPipeline;
}

function PipelineBoard({ type }: { readonly type: BoardType }) {
  const schema = useSchema(type);
  const asked = useRecordsSearch(type, "board");
  const mayCreate = useMay("admin");
  const { label, singular } = TYPES[type];
  return (
    <Page
      title={`${label} board`}
      lead={useLead(type)}
      actions={
        <>
          <ViewSwitch type={type} />
          {mayCreate && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => void asked.change({ form: "new" })}
            >
              Create {singular.toLowerCase()}
            </Button>
          )}
        </>
      }
      wide
      fills
    >
      <ViewTabs type={type} asked={asked} />
      <Loaded
        query={{ ...schema, data: asked.isReady ? schema.data : undefined }}
        skeleton={<Columns />}
      >
        {(data) => <Content type={type} schema={data} asked={asked} />}
      </Loaded>
      <RecordDrawer
        type={type}
        form={asked.form}
        onClose={() => void asked.change({ form: undefined })}
      />
    </Page>
  );
}

interface ContentProps {
  readonly type: BoardType;
  readonly schema: Schema;
  readonly asked: Asked;
}

function Content({ type, schema, asked }: ContentProps) {
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
                <NothingYet type={type} asked={asked} />
              )}
              <WeightedTotal board={board} />
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

/** The amounts of all open stages times their probabilities. Types without probabilities have none. */
function WeightedTotal({ board }: { readonly board: Board }) {
  const open = board.stages.filter(({ closed }) => !closed);
  const amounts = (weightedAmounts(open) ?? []).filter(({ amount }) => /[1-9]/.test(amount));
  if (amounts.length === 0) return null;
  return (
    <Text fz="sm" c="dimmed" mb="xs" className="tabular">
      Open, weighted by probability:{" "}
      {amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(" · ")}
    </Text>
  );
}

/** Returns the URL parameters of a type's table and board. */
function useTypeParams(type: ObjectType): { projectId: string; plural: string } {
  return { projectId: String(useProjectId()), plural: TYPES[type].plural };
}

function useLead(type: BoardType): string {
  const mayMove = useMay("admin");
  const what = `${TYPES[type].label} by stage.`;
  return mayMove
    ? `${what} Drag a card to another stage, or choose one from its menu.`
    : `${what} Your role is read-only, so cards cannot be moved.`;
}

function NothingYet({ type, asked }: Pick<ContentProps, "type" | "asked">) {
  const mayCreate = useMay("admin");
  if (asked.groups.length > 0 || asked.search !== undefined) {
    return (
      <Text c="dimmed" mb="sm">
        No {TYPES[type].label.toLowerCase()} in this pipeline match.
      </Text>
    );
  }
  return (
    <Text c="dimmed" mb="sm">
      No {TYPES[type].label.toLowerCase()} in this pipeline yet.{" "}
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

/** Such as `deals, tickets and leads`. */
const TYPES_WITH_BOARD = new Intl.ListFormat("en-GB").format(
  TYPE_KEYS.filter((type) => TYPES[type].hasPipeline).map((type) =>
    TYPES[type].label.toLowerCase(),
  ),
);

function NoBoard({ type }: { readonly type: ObjectType }) {
  const { label } = TYPES[type];
  const params = useTypeParams(type);
  return (
    <Page title={`${label} board`}>
      <Empty
        icon={IconLayoutKanban}
        title={`${label} have no board`}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/p/$projectId/$plural" params={params} />}
          >
            Open the table of {label.toLowerCase()}
          </Button>
        }
      >
        A board shows the stages of a pipeline: {TYPES_WITH_BOARD} have them.
      </Empty>
    </Page>
  );
}

function Columns() {
  return (
    <div className={classes.frame} aria-busy="true" aria-label="Loading" role="status">
      {["first", "second", "third", "fourth"].map((column) => (
        <Skeleton key={column} className={classes.column} radius="md" />
      ))}
    </div>
  );
}
