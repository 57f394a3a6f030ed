import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconLayoutKanban } from "@tabler/icons-react";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { statusOf } from "../../api.ts";
import { type ObjectType, TYPE_KEYS, TYPES, typeOfPlural } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { ViewSwitch } from "../records/view-switch.tsx";
import classes from "./board.module.css";
import { BoardFrame } from "./frame.tsx";
import { PipelineSwitch } from "./pipeline-switch.tsx";
import { type BoardType, useBoard } from "./use-board.ts";

const ROUTE = "/signed-in/p/$projectId/$plural/board";

/** The page that shows records as cards in the stages of a pipeline. */
export function Board() {
  const { plural } = useParams({ from: ROUTE });
  const type = typeOfPlural(plural) ?? "deal";
  return isBoardType(type) ? <PipelineBoard key={type} type={type} /> : <NoBoard type={type} />;
}

function isBoardType(type: ObjectType): type is BoardType {
  return TYPES[type].hasPipeline;
}

function PipelineBoard({ type }: { readonly type: BoardType }) {
  const projectId = useProjectId();
  const { pipeline } = useSearch({ from: ROUTE });
  const { query, more } = useBoard(projectId, type, pipeline);
  const { label } = TYPES[type];
  const isUnknown = query.data === undefined && statusOf(query.error) === 400;
  return (
    <Page
      title={`${label} board`}
      lead={useLead(type)}
      actions={
        <>
          {query.data && <PipelineSwitch board={query.data} />}
          <ViewSwitch type={type} />
        </>
      }
      wide
      fills
    >
      {isUnknown ? (
        <UnknownPipeline type={type} error={query.error} />
      ) : (
        <Loaded query={query} skeleton={<Columns />}>
          {(board) => (
            <>
              {board.stages.every(({ count }) => count === 0) && <NothingYet type={type} />}
              <BoardFrame
                key={`${projectId} ${board.pipeline.key}`}
                projectId={projectId}
                type={type}
                board={board}
                more={more}
              />
            </>
          )}
        </Loaded>
      )}
    </Page>
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

function NothingYet({ type }: { readonly type: BoardType }) {
  const params = useTypeParams(type);
  const mayCreate = useMay("admin");
  return (
    <Text c="dimmed" mb="sm">
      No {TYPES[type].label.toLowerCase()} in this pipeline yet.{" "}
      {mayCreate && (
        <>
          Create one in the{" "}
          <Link to="/p/$projectId/$plural" params={params} className={classes.inline}>
            table
          </Link>{" "}
          or through the API.
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
