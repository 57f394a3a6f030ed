import { Button, Menu } from "@mantine/core";
import { IconCheck, IconDownload, IconPlus, IconStack2, IconUpload } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { LatestChanges } from "../../jobs/latest-changes.tsx";
import { RunningImports } from "../../jobs/running-imports.tsx";
import { typeNames, typeOfPlural, useTypes } from "../../object-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { ColumnMenu } from "../../records/column-menu.tsx";
import { associatedType } from "../../records/fields.ts";
import { RecordDrawer } from "../../records/form/record-drawer.tsx";
import { groupFields } from "../../records/grouping.ts";
import { useRememberList } from "../../records/opened-list.ts";
import { type Filter, MAX_FILTERS, writeGroups, writeSort } from "../../records/search.ts";
import classes from "../../records/toolbar.module.css";
import { Toolbar } from "../../records/toolbar.tsx";
import { useColumns } from "../../records/use-columns.ts";
import { useDeleteRecord } from "../../records/use-delete-record.tsx";
import { useGroups } from "../../records/use-groups.ts";
import { type Asked, useRecordsSearch } from "../../records/use-records-search.ts";
import { countText, type Table, useTable } from "../../records/use-table.ts";
import { ViewNotes } from "../../records/views/view-notes.tsx";
import { DEFAULT } from "../../records/views/view-params.ts";
import { ViewSwitch } from "../../records/views/view-switch.tsx";
import { ViewTabs } from "../../records/views/view-tabs.tsx";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { ExportDialog, type ExportProps } from "./export-dialog.tsx";
import { NoRows, Waiting } from "./no-rows.tsx";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { useSelection } from "./selection/use-selection.ts";
import { FilterRowButton, useFilterRow } from "./table/filter-row.tsx";
import { RecordTable } from "./table/record-table.tsx";

/** The page with the table of an object type's records. */
export function Records() {
  useTypes();
  const { projectId, plural } = useParams({ from: "/signed-in/p/$projectId/$plural/" });
  const type = typeOfPlural(plural) ?? "contact";
  return <TypeRecords key={`${projectId} ${type}`} type={type} />;
}

function TypeRecords({ type }: { readonly type: string }) {
  const schema = useSchema(type);
  const asked = useRecordsSearch(type, "table");
  const { form, change } = asked;
  const mayChange = useMay("admin");
  const { label, singular } = typeNames(type);
  return (
    <Page
      title={label}
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
        skeleton={<Waiting />}
      >
        {(data) => <Content schema={data} asked={asked} />}
      </Loaded>
      <RecordDrawer type={type} form={form} onClose={() => void change({ form: undefined })} />
    </Page>
  );
}

interface ContentProps {
  readonly schema: Schema;
  readonly asked: Asked;
}

function Content({ schema, asked }: ContentProps) {
  const { name: type } = schema;
  const columns = useColumns(schema, asked);
  const associations = columns.shown.flatMap((field) => associatedType(field) ?? []);
  const whole = useTable(schema, asked, associations);
  const groups = useGroups(whole, { schema, asked, columns: columns.shown, associations });
  const table: Table = groups === null ? whole : { ...whole, ...groups, more: null };
  const ids = useMemo(() => table.rows.map(({ id }) => id), [table.rows]);
  const total = table.count === undefined ? undefined : countText(table.count.matching);
  useRememberList(type, asked, table.query.isPending ? undefined : ids, {
    more: table.more,
    total,
  });
  const filterRow = useFilterRow();
  const isEmpty = table.rows.length === 0 && (groups?.groups ?? []).length === 0;
  const [firstGroup = [], ...otherGroups] = asked.groups;
  const changeFirst = (filters: readonly Filter[]) =>
    void asked.change({ filter: writeGroups([filters, ...otherGroups]) });
  const selection = useSelection(table.rows, JSON.stringify(table.input));
  const { remove, question } = useDeleteRecord(type);
  return (
    <>
      <ViewNotes type={type} asked={asked} removedColumns={columns.removed} />
      <Toolbar {...{ schema, asked, table }}>
        <FilterRowButton {...filterRow} />
        <GroupMenu schema={schema} asked={asked} />
        <ColumnMenu columns={columns} />
        <ImportButton type={type} />
        <ExportButton {...{ type, asked, columns, table }} />
      </Toolbar>
      <LatestChanges type={type} />
      <RunningImports type={type} />
      {(!isEmpty || filterRow.isShown) && (
        <RecordTable
          {...{ schema, table, groups, selection }}
          columns={columns}
          sort={asked.sort}
          onSort={(sort) => void asked.change({ sort: writeSort(sort) })}
          onFilter={
            asked.groups.flat().length >= MAX_FILTERS
              ? undefined
              : (filter) => changeFirst([...firstGroup, filter])
          }
          filters={filterRow.isShown ? firstGroup : null}
          onFilters={changeFirst}
          shows={JSON.stringify([asked.search, asked.groups, groups?.by.name])}
          onEdit={({ id }) => void asked.change({ form: String(id) })}
          onDelete={remove}
        />
      )}
      {isEmpty && <NoRows {...{ type, asked, table }} />}
      {/* Below the table, so that a first tick moves no row from under the pointer. */}
      <SelectionBar {...{ schema, asked, selection, table, columns }} />
      {question}
    </>
  );
}

/** Leads to the import of records of this type. */
function ImportButton({ type }: { readonly type: string }) {
  const projectId = String(useProjectId());
  if (!useMay("admin")) return null;
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
      to="/p/$projectId/imports/new"
      params={{ projectId }}
      search={{ object: typeNames(type).plural }}
    >
      <span className={classes.label}>Import</span>
    </ButtonLink>
  );
}

interface GroupMenuProps {
  readonly schema: Schema;
  readonly asked: Asked;
}

/** Chooses the property by which the table is grouped. */
function GroupMenu({ schema, asked: { params, change } }: GroupMenuProps) {
  const fields = groupFields(schema);
  if (fields.length === 0) return null;
  const by = fields.find(({ name }) => name === params.group);
  const items = [{ name: DEFAULT, label: "None" }, ...fields];
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconStack2 size={16} aria-hidden />}
          classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
        >
          <span className={classes.label}>{by === undefined ? "Group" : `By ${by.label}`}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        <Menu.Label>Group by</Menu.Label>
        {items.map(({ name, label }) => {
          const isChosen = name === (by?.name ?? DEFAULT);
          return (
            <Menu.Item
              key={name}
              aria-current={isChosen || undefined}
              rightSection={isChosen && <IconCheck size={14} aria-hidden />}
              onClick={() => void change({ group: name })}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Exports the records of the table. */
function ExportButton(props: ExportProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        classNames={{ root: classes.button ?? "", section: classes.icon ?? "" }}
        onClick={() => setIsOpen(true)}
      >
        <span className={classes.label}>Export</span>
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
