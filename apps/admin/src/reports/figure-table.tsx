import { Table } from "@mantine/core";
import { AnchorLink } from "../ui/links.tsx";
import { ScrollFrame } from "../ui/pages/page.tsx";
import type { Cell, Figure } from "./figure.ts";
import classes from "./report.module.css";

interface FigureTableProps {
  readonly figure: Figure;
  /** Name for screen readers. */
  readonly label: string;
}

/** The text of a figure that says that there is nothing. */
const NOTHING = /^(–|0%?)$/;

/** The figures of a chart as a table. A figure leads to the rows that it counts. */
export function FigureTable({ figure, label }: FigureTableProps) {
  const { rowHead, series, more, rows, total, kind, isNewestFirst = false } = figure;
  const shown = isNewestFirst ? rows.toReversed() : rows;
  return (
    <ScrollFrame className={classes.table} aria-label={`${label}, as a table`}>
      <Table stickyHeader verticalSpacing={5} horizontalSpacing="xs" className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{rowHead}</Table.Th>
            {[...series.map((one) => one.label), ...more].map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" data-kind={kind}>
                {row.label}
              </Table.Th>
              {row.cells.map((cell, i) => (
                <Table.Td
                  key={series[i]?.key ?? more[i - series.length]}
                  data-none={NOTHING.test(cell.text) || undefined}
                >
                  <Content cell={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {total !== undefined && rows.length > 1 && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">Total</Table.Th>
              {total.map((cell, i) => (
                <Table.Td key={series[i]?.key ?? more[i - series.length]}>{cell.text}</Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </ScrollFrame>
  );
}

function Content({ cell: { text, link } }: { readonly cell: Cell }) {
  if (link === undefined) return text;
  return (
    <AnchorLink {...link} inherit className={classes.figureLink}>
      {text}
    </AnchorLink>
  );
}
