import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, NEXT_PAGE } from "../../../api.ts";
import { propertyChoices } from "../../../property/choices.ts";
import type { PropertyData } from "../../../property/property-types.ts";
import { PropertyValue } from "../../../property/property-value.tsx";
import { useSchema } from "../../../property/use-schema.ts";
import { RecordLink } from "../../../records/record-link.tsx";
import { useProjectId } from "../../../shell/use-project.ts";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { type Column, column, DataTable, numberColumn } from "../../../ui/tables/data-table.tsx";
import { LoadMore } from "../../../ui/tables/load-more.tsx";
import { formatNumber } from "../../../ui/values/format.ts";
import { Mark } from "../../../ui/values/mark.tsx";
import type { ShownRows } from "../search.ts";
import classes from "./draft.module.css";
import { RefusedRow } from "./refused-row.tsx";
import { columnTarget } from "./targets.ts";
import { type CheckedRow, type Draft, useDraftInput } from "./use-draft.ts";

interface CheckedRowsProps {
  readonly draft: Draft;
  readonly shown: ShownRows;
  readonly label: string;
}

/** Columns of the file that a table of rows shows. */
const MAX_COLUMNS = 6;

/** Rows of the check with one outcome. */
export function CheckedRows({ draft, shown, label }: CheckedRowsProps) {
  const input = useDraftInput();
  const query = useInfiniteQuery(
    api.imports.drafts.rows.infiniteQueryOptions({ ...input, outcome: shown }, NEXT_PAGE),
  );
  const columns = useColumns(draft, shown);
  const kept = shown === "fixed" ? null : MAX_KEPT[shown];
  const isLong = shown !== "fixed" && (draft.check?.counts[shown] ?? 0) > MAX_KEPT[shown];
  return (
    <Stack gap="sm">
      <Loaded query={query}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) return <Text c="dimmed">No rows.</Text>;
          if (shown !== "refused") {
            return <Rows label={label} columns={columns} rows={rows} />;
          }
          const faulty = rows.filter(({ isFull }) => isFull !== true);
          const full = rows.filter(({ isFull }) => isFull === true);
          return (
            <Stack gap="sm">
              {faulty.length > 0 && (
                <Text c="dimmed">
                  Refused rows are left out of the import. Fix them here, or download and fix them
                  after it.
                </Text>
              )}
              {faulty.map((row) => (
                <RefusedRow key={row.number} draft={draft} row={row} />
              ))}
              {full.length > 0 && (
                <>
                  <Mark tone="bad">{full[0]?.reasons[0]?.message}</Mark>
                  <Rows label="Rows without room" columns={columns} rows={full} />
                </>
              )}
            </Stack>
          );
        }}
      </Loaded>
      <LoadMore query={query} />
      {isLong && kept !== null && (
        <Text fz="xs" c="dimmed">
          Only the first {formatNumber(kept)} can be shown.
        </Text>
      )}
    </Stack>
  );
}

interface RowsProps {
  readonly label: string;
  readonly columns: readonly Column<CheckedRow>[];
  readonly rows: readonly CheckedRow[];
}

function Rows(props: RowsProps) {
  return (
    <div className={classes.rows}>
      <DataTable {...props} rowKey={numberKey} empty={null} />
    </div>
  );
}

const MAX_KEPT = { created: 100, updated: 100, unchanged: 100, duplicate: 100, refused: 1_000 };

function numberKey({ number }: CheckedRow): number {
  return number;
}

function useColumns(draft: Draft, shown: ShownRows): readonly Column<CheckedRow>[] {
  const projectId = useProjectId();
  return useMemo(() => {
    const mapped = draft.columns
      .map(({ name }, index) => ({ name, index }))
      .filter(({ name }) => columnTarget(toMutable(draft.options), name) !== "")
      .slice(0, MAX_COLUMNS);
    const record = column<CheckedRow>("record", "Record", ({ recordId }) =>
      recordId === null ? null : (
        <RecordLink type={draft.type} id={recordId} fz="sm">
          #{recordId}
        </RecordLink>
      ),
    );
    const changes = column<CheckedRow>("changes", "Changes", (row) => (
      <Changes draft={draft} row={row} />
    ));
    const cells = mapped.map(({ name, index }) =>
      column<CheckedRow>(`cell ${index}`, name, (row) => (
        <span className={classes.cell} title={row.cells[index]}>
          {row.cells[index] ?? ""}
        </span>
      )),
    );
    return [
      numberColumn<CheckedRow>("number", "Row", ({ number }) => formatNumber(number)),
      ...(shown === "updated" ? [record, changes] : []),
      ...(shown === "unchanged" ? [record] : []),
      ...(shown === "duplicate" ? [FIRST_ROW] : []),
      ...cells,
    ];
  }, [draft, shown, projectId]);
}

/** What a row would change, as the pages of records show it. */
function Changes({ draft, row: { changes } }: { readonly draft: Draft; readonly row: CheckedRow }) {
  const { data: schema } = useSchema(draft.type);
  if (schema === undefined) return null;
  return (
    <Stack gap={2}>
      {changes.map((change) => {
        const { label, property } = change;
        const definition = schema.properties.find(({ name }) => name === property);
        const choices = definition && propertyChoices(definition, schema);
        const isEmpty = (value: PropertyData) => value === null || value === "";
        const shown = (value: PropertyData) =>
          definition === undefined ? (
            String(value)
          ) : (
            <PropertyValue {...{ definition, value, links: false, ...(choices && { choices }) }} />
          );
        return (
          <span key={label}>
            {label}: {isEmpty(change.new) ? "cleared, was " : isEmpty(change.old) && "set to "}
            {!isEmpty(change.old) && shown(change.old)}
            {!isEmpty(change.old) && !isEmpty(change.new) && " → "}
            {!isEmpty(change.new) && shown(change.new)}
          </span>
        );
      })}
    </Stack>
  );
}

const FIRST_ROW = column<CheckedRow>("first", "Same record as", ({ firstRow }) =>
  firstRow === null ? "" : `Row ${formatNumber(firstRow)}`,
);

function toMutable(options: Draft["options"]) {
  return { ...options, associations: options.associations.map((one) => ({ ...one })) };
}
