import { Button, Group, Menu, Skeleton, Stack, Text, Title } from "@mantine/core";
import { REPORT_NAMES } from "@rapport/model";
import {
  IconArrowAutofitContent,
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowUp,
  IconPinnedOff,
  IconPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Chart } from "../../reports/chart/chart.tsx";
import type { Cell, Choice, Figure, Row, Settings } from "../../reports/figure.ts";
import { type Pin, REPORTS, useReport } from "../../reports/reports.ts";
import { RatesNote } from "../../reports/totals.tsx";
import { usePins } from "../../reports/use-pins.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { ActionMenu } from "../../ui/dialogs/action-menu.tsx";
import { AnchorLink } from "../../ui/links.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import classes from "./home.module.css";

/** Two rows of reports, with tasks and changes above them, fit a window 900 px high. */
const CHART_HEIGHT = 108;
/** Height of the chart of a report that takes a whole row. */
const WIDE_HEIGHT = 200;
/** A chart of columns with a legend of two lines. */
export const REPORT_HEIGHT = 164;

/** The reports that the admin has pinned, and what else is beside them. */
export function PinnedReports({ children }: { readonly children: ReactNode }) {
  const { query, setPins, noRoom } = usePins();
  return (
    <Stack gap="sm" component="section" aria-label="Reports">
      <Loaded query={query}>
        {(pins) => (
          <>
            <Group justify="space-between">
              <Title order={2}>Reports</Title>
              <AddReport noRoom={noRoom} onAdd={(pin) => setPins([...pins, pin])} />
            </Group>
            {pins.length === 0 && (
              <Text c="dimmed">No reports here. Add one, or pin it on its own page.</Text>
            )}
            <div className={classes.reports}>
              {pins.map((pin, i) => (
                <PinnedReport
                  key={stableKey(pins, i)}
                  pin={pin}
                  onMove={(by) => setPins(moved(pins, i, by))}
                  onRemove={() => setPins(pins.toSpliced(i, 1))}
                  onWide={(isWide) => setPins(pins.with(i, { ...pin, isWide }))}
                  isFirst={i === 0}
                  isLast={i === pins.length - 1}
                />
              ))}
              {children}
            </div>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface AddReportProps {
  /** Why no report can be added; undefined if there is room. */
  readonly noRoom: string | undefined;
  readonly onAdd: (pin: Pin) => void;
}

function AddReport({ noRoom, onAdd }: AddReportProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={noRoom !== undefined}
          title={noRoom}
        >
          Add a report
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {REPORT_NAMES.map((report) => (
          <Menu.Item key={report} onClick={() => onAdd({ report, settings: {} })}>
            {REPORTS[report].title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns a key that stays when the report is moved, so that its button keeps the focus. A report may be there twice. */
function stableKey(pins: readonly Pin[], at: number): string {
  const texts = pins
    .slice(0, at + 1)
    .map(({ report, settings }) => JSON.stringify([report, settings]));
  return `${texts[at]} ${texts.filter((text) => text === texts[at]).length}`;
}

function moved(pins: readonly Pin[], from: number, by: number): readonly Pin[] {
  const [pin] = pins.slice(from, from + 1);
  return pin === undefined ? pins : pins.toSpliced(from, 1).toSpliced(from + by, 0, pin);
}

interface PinnedReportProps {
  readonly pin: Pin;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
  readonly onWide: (isWide: boolean) => void;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function PinnedReport({ pin, onMove, onRemove, onWide, isFirst, isLast }: PinnedReportProps) {
  const projectId = useProjectId();
  const { report, settings, isWide = false } = pin;
  const { title, empty } = REPORTS[report];
  const query = useReport(report, settings as Settings);
  const page = {
    to: "/p/$projectId/reports/$report",
    params: { projectId: String(projectId), report },
    search: settings,
  } as const;
  return (
    <div className={classes.report} data-wide={isWide}>
      <Panel
        title={title}
        actions={
          <Group gap={4} wrap="nowrap">
            <AnchorLink {...page}>Open</AnchorLink>
            <ActionMenu
              label={`Arrange ${title}`}
              iconSize={16}
              actions={[
                { label: "Move up", icon: IconArrowUp, isDisabled: isFirst, run: () => onMove(-1) },
                {
                  label: "Move down",
                  icon: IconArrowDown,
                  isDisabled: isLast,
                  run: () => onMove(1),
                },
                {
                  label: isWide ? "Usual width" : "Full width",
                  icon: isWide ? IconArrowAutofitContent : IconArrowAutofitWidth,
                  run: () => onWide(!isWide),
                },
                { label: "Remove from Home", icon: IconPinnedOff, run: onRemove },
              ]}
            />
          </Group>
        }
      >
        <Loaded query={query} skeleton={<Skeleton height={REPORT_HEIGHT} />}>
          {({ figure, choices, isEmpty, totals }) => (
            <Stack gap="xs" mih={REPORT_HEIGHT}>
              <Text c="dimmed" fz="xs" mt={-12} truncate title={shownWords(choices)}>
                {shownWords(choices)}
              </Text>
              {isEmpty ? (
                <Text c="dimmed">{empty}</Text>
              ) : (
                <Chart
                  figure={inFew(figure)}
                  label={title}
                  height={isWide ? WIDE_HEIGHT : CHART_HEIGHT}
                  isSmall
                />
              )}
              {totals && isTotalDrawn(choices) && <RatesNote {...totals} />}
            </Stack>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

/** The most series of a small chart, whose legend has two lines. */
const MAX_SERIES = 6;

/** Leaves out series without figures, and joins the smallest ones if they are too many to tell apart. */
function inFew(figure: Figure): Figure {
  const sums = figure.series.map((_, i) =>
    figure.rows.reduce((sum, { cells }) => sum + (cells[i]?.value ?? 0), 0),
  );
  const bySize = sums.map((_, i) => i).toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0));
  const drawn = bySize.filter((i) => sums[i] !== 0);
  if (figure.isLayered || drawn.length === 0) return figure;
  const isMany = drawn.length > MAX_SERIES;
  const kept = drawn.slice(0, isMany ? MAX_SERIES - 1 : MAX_SERIES).toSorted((a, b) => a - b);
  const rest = isMany ? drawn.slice(MAX_SERIES - 1) : [];
  const own = <T,>(all: readonly T[]): T[] => kept.flatMap((i) => all[i] ?? []);
  const isGreyUsed = own(figure.series).some(({ colour }) => colour === "6" || colour === "rest");
  const others = { key: "~rest", label: "Others", colour: isGreyUsed ? "11" : "rest" } as const;
  const restCell = ({ cells }: Row): Cell => {
    const value = rest.reduce((sum, i) => sum + (cells[i]?.value ?? 0), 0);
    return { value, text: figure.formatTick(value), raw: String(value) };
  };
  return {
    ...figure,
    series: [...own(figure.series), ...(isMany ? [others] : [])],
    more: [],
    rows: figure.rows.map((row) => ({
      ...row,
      cells: [...own(row.cells), ...(isMany ? [restCell(row)] : [])],
    })),
  };
}

/** The table of a funnel has totals too, but Home shows the chart alone. */
function isTotalDrawn(choices: readonly Choice[]): boolean {
  return choices.some(({ name, value }) => name === "measure" && value !== "count");
}

/** Returns what was chosen, such as "Last 12 months · By month". */
function shownWords(choices: readonly Choice[]): string {
  return choices
    .map(({ options, value }) => options.find((option) => option.value === value)?.label ?? "")
    .join(" · ");
}
