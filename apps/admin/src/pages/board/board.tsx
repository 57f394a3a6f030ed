import { Button } from "@mantine/core";
import { IconLayoutKanban, IconPlus } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { typeKeys, typeNames, typeOfPlural, useTypes } from "../../object-types.ts";
import { useSchema } from "../../property/use-schema.ts";
import { RecordDrawer } from "../../records/form/record-drawer.tsx";
import type { Creation } from "../../records/form/use-record-form.ts";
import { useRecordsSearch } from "../../records/use-records-search.ts";
import { ViewSwitch } from "../../records/views/view-switch.tsx";
import { ViewTabs } from "../../records/views/view-tabs.tsx";
import { useMay } from "../../session.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { useHint } from "../../ui/use-hint.ts";
import { BoardContent, Waiting } from "./board-content.tsx";
import { type BoardType, useTypeParams } from "./use-board.ts";

const ROUTE = "/signed-in/p/$projectId/$plural/board";

/** The page that shows records as cards in the stages of a pipeline. */
export function BoardPage() {
  useTypes();
  const { plural } = useParams({ from: ROUTE });
  const type = typeOfPlural(plural) ?? "deal";
  return isBoardType(type) ? <PipelineBoard key={type} type={type} /> : <NoBoard type={type} />;
}

/** Returns the types that have a board, such as `deals, tickets and leads`. */
function typesWithBoard(): string {
  const labels = typeKeys()
    .filter((type) => typeNames(type).hasPipeline)
    .map((type) => typeNames(type).label.toLowerCase());
  return new Intl.ListFormat("en-GB").format(labels);
}

function NoBoard({ type }: { readonly type: string }) {
  const { label } = typeNames(type);
  const params = useTypeParams(type);
  return (
    <Page title={`${label} board`}>
      <Empty
        icon={IconLayoutKanban}
        title={`${label} have no board`}
        action={
          <ButtonLink variant="default" to="/p/$projectId/$plural" params={params}>
            Open the table of {label.toLowerCase()}
          </ButtonLink>
        }
      >
        A board shows the stages of a pipeline: {typesWithBoard()} have them.
      </Empty>
    </Page>
  );
}

function isBoardType(type: string): type is BoardType {
  return typeNames(type).hasPipeline;
}

function PipelineBoard({ type }: { readonly type: BoardType }) {
  const schema = useSchema(type);
  const asked = useRecordsSearch(type, "board");
  const mayCreate = useMay("admin");
  /** What a new record begins with: the stage in whose head its button is. */
  const [values, setValues] = useState<NonNullable<Creation["values"]>>({});
  const open = (first: typeof values) => {
    setValues(first);
    void asked.change({ form: "new" });
  };
  const { label, singular } = typeNames(type);
  return (
    <Page
      title={`${label} board`}
      lead={useLead(type)}
      actions={
        <>
          <ViewSwitch type={type} />
          {mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open({})}>
              Create {singular.toLowerCase()}
            </Button>
          )}
        </>
      }
      fills
    >
      <ViewTabs type={type} asked={asked} />
      <Loaded
        query={{ ...schema, data: asked.isReady ? schema.data : undefined }}
        skeleton={<Waiting type={type} />}
      >
        {(data) => <BoardContent schema={data} asked={asked} onCreate={open} />}
      </Loaded>
      <RecordDrawer
        type={type}
        form={asked.form}
        creation={{ values }}
        onClose={() => void asked.change({ form: undefined })}
      />
    </Page>
  );
}

function useLead(type: BoardType): string {
  const mayMove = useMay("admin");
  const [isHintNeeded] = useHint("move");
  const what = `${typeNames(type).label} by stage.`;
  if (mayMove && !isHintNeeded) return what;
  return mayMove
    ? `${what} Drag a card to another stage, or choose one from its menu.`
    : `${what} Your role is read-only, so cards cannot be moved.`;
}
