import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { typeNames, typeOfPlural } from "../../object-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { useMay } from "../../session.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { LatestChanges } from "../changes/latest-changes.tsx";
import { RunningImports } from "../imports/running-imports.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import { countText } from "./count-text.ts";
import { ExportButton } from "./export/export-button.tsx";
import { associatedType } from "./fields.ts";
import { ImportButton } from "./import-button.tsx";
import { NoRows } from "./no-rows.tsx";
import { RecordDrawer } from "./record-drawer.tsx";
import { writeSort } from "./search.ts";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { useSelection } from "./selection/use-selection.ts";
import { RecordTable } from "./table/record-table.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useColumns } from "./use-columns.ts";
import { useDeleteRecord } from "./use-delete-record.tsx";
import { type Asked, useRecordsSearch } from "./use-records-search.ts";
import { useRememberList } from "./use-remember-list.ts";
import { useTable } from "./use-table.ts";
import { ViewSwitch } from "./view-switch.tsx";
import { ViewNotes } from "./views/view-notes.tsx";
import { ViewTabs } from "./views/view-tabs.tsx";

/** The page with the table of an object type's records. */
export function Records() {
  const { projectId, plural } = useParams({ from: "/signed-in/p/$projectId/$plural/" });
  const type = typeOfPlural(plural) ?? "contact";
  return <RecordsOf key={`${projectId} ${type}`} type={type} />;
}

function RecordsOf({ type }: { readonly type: string }) {
  const schema = useSchema(type);
  const asked = useRecordsSearch(type, "table");
  const { form, change } = asked;
  const mayChange = useMay("admin");
  const { label, singular } = typeNames(type);
  return (
    <Page
      title={label}
      wide
      fills
      actions={
        <>
          <ViewSwitch type={type} />
          {mayChange && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => void change({ form: "new" })}
            >
              Create {singular.toLowerCase()}
            </Button>
          )}
        </>
      }
    >
      <ViewTabs type={type} asked={asked} />
      <Loaded
        query={{ ...schema, data: asked.isReady ? schema.data : undefined }}
        skeleton={<Lines count={8} />}
      >
        {(data) => <Content type={type} schema={data} asked={asked} />}
      </Loaded>
      <RecordDrawer type={type} form={form} onClose={() => void change({ form: undefined })} />
    </Page>
  );
}

interface ContentProps {
  readonly type: string;
  readonly schema: Schema;
  readonly asked: Asked;
}

function Content({ type, schema, asked }: ContentProps) {
  const columns = useColumns(type, schema, asked);
  const associations = columns.shown.flatMap((field) => associatedType(field) ?? []);
  const table = useTable(type, schema, asked, associations);
  const ids = useMemo(() => table.rows.map(({ id }) => id), [table.rows]);
  const total = table.count === undefined ? undefined : countText(table.count.matching);
  useRememberList(type, asked, table.query.isPending ? undefined : ids, table.more, total);
  const selection = useSelection(table.rows, JSON.stringify(table.input));
  const { remove, question } = useDeleteRecord(type);
  return (
    <>
      <ViewNotes type={type} asked={asked} removedColumns={columns.removed} />
      <Toolbar {...{ type, schema, asked, table }}>
        <ColumnMenu columns={columns} />
        <ImportButton type={type} />
        <ExportButton {...{ type, asked, columns, table }} />
      </Toolbar>
      <LatestChanges type={type} />
      <RunningImports type={type} />
      {table.rows.length === 0 ? (
        <NoRows {...{ type, asked, table }} />
      ) : (
        <RecordTable
          key={JSON.stringify([asked.search, asked.groups])}
          {...{ type, schema, table, selection }}
          columns={columns}
          sort={asked.sort}
          onSort={(sort) => void asked.change({ sort: writeSort(sort) })}
          onEdit={({ id }) => void asked.change({ form: String(id) })}
          onDelete={remove}
        />
      )}
      {/* Below the table, so that a first tick moves no row from under the pointer. */}
      <SelectionBar {...{ type, schema, asked, selection, table, columns }} />
      {question}
    </>
  );
}
