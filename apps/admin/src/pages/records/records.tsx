import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type ObjectType, TYPES, typeOfPlural } from "../../object-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { useMay } from "../../session.ts";
import { Lines, Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { DeleteRecord } from "./delete-record.tsx";
import { associatedType } from "./fields.ts";
import { NoRows } from "./no-rows.tsx";
import { RecordDrawer } from "./record-drawer.tsx";
import { writeSort } from "./search.ts";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { useSelection } from "./selection/use-selection.ts";
import { RecordTable } from "./table/record-table.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useColumns } from "./use-columns.ts";
import { useRecordsSearch } from "./use-records-search.ts";
import { type TableRow, useTable } from "./use-table.ts";
import { ViewSwitch } from "./view-switch.tsx";

/** The page with the table of an object type's records. */
export function Records() {
  const { projectId, plural } = useParams({ from: "/signed-in/p/$projectId/$plural/" });
  const type = typeOfPlural(plural) ?? "contact";
  return <RecordsOf key={`${projectId} ${type}`} type={type} />;
}

function RecordsOf({ type }: { readonly type: ObjectType }) {
  const schema = useSchema(type);
  const { form, change } = useRecordsSearch();
  const mayChange = useMay("admin");
  const { label, singular } = TYPES[type];
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
      <Loaded query={schema} skeleton={<Lines count={8} />}>
        {(data) => <Content type={type} schema={data} />}
      </Loaded>
      <RecordDrawer type={type} form={form} onClose={() => void change({ form: undefined })} />
    </Page>
  );
}

interface ContentProps {
  readonly type: ObjectType;
  readonly schema: Schema;
}

function Content({ type, schema }: ContentProps) {
  const asked = useRecordsSearch();
  const columns = useColumns(type, schema);
  const associations = columns.shown.flatMap((field) => associatedType(field) ?? []);
  const table = useTable(type, schema, asked, associations);
  const selection = useSelection();
  const [deleted, setDeleted] = useState<TableRow | null>(null);
  return (
    <>
      <Toolbar {...{ type, schema, asked, columns, table }} />
      <SelectionBar type={type} selection={selection} />
      {table.rows.length === 0 ? (
        <NoRows {...{ type, asked, table }} />
      ) : (
        <RecordTable
          key={JSON.stringify([asked.search, asked.sort, asked.groups])}
          {...{ type, schema, table, selection }}
          columns={columns.shown}
          sort={asked.sort}
          onSort={(sort) => void asked.change({ sort: writeSort(sort) })}
          onEdit={({ id }) => void asked.change({ form: String(id) })}
          onDelete={setDeleted}
        />
      )}
      <DeleteRecord type={type} record={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}
