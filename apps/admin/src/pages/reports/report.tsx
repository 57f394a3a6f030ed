import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { REPORT_NAMES, type ReportName } from "@rapport/model";
import {
  IconChartBar,
  IconFileSpreadsheet,
  IconPhoto,
  IconPin,
  IconPinnedOff,
} from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef } from "react";
import { saveFile } from "../../files.ts";
import { Chart } from "../../reports/chart/chart.tsx";
import { drawPicture } from "../../reports/chart/png.ts";
import type { Choice, Figure, Settings, Shown } from "../../reports/figure.ts";
import { FigureTable } from "../../reports/figure-table.tsx";
import classes from "../../reports/report.module.css";
import { type Pin, REPORTS, useReport } from "../../reports/reports.ts";
import { isSame } from "../../reports/settings.ts";
import { RatesNote } from "../../reports/totals.tsx";
import { usePins } from "../../reports/use-pins.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Sections } from "../../ui/pages/sections.tsx";
import { USUAL_DELIMITER } from "../../ui/values/format.ts";
import { TIME_ZONE, UNKNOWN_ZONE } from "../../ui/values/local-time.ts";
import { Moment } from "../../ui/values/moment.tsx";

/** One report: its chart, with a table of the same figures beside it. */
export function Report() {
  const { report } = route.useParams();
  const name = REPORT_NAMES.find((one) => one === report) ?? "created";
  return <OneReport key={name} name={name} />;
}

function OneReport({ name }: { readonly name: ReportName }) {
  const settings = route.useSearch();
  const navigate = route.useNavigate();
  const { title, lead } = REPORTS[name];
  const query = useReport(name, settings);
  return (
    <Page
      title={title}
      lead={lead}
      actions={<PinButton report={name} settings={settings} />}
      tabs={<Links />}
    >
      <Loaded query={query}>
        {(shown) => (
          <Stack gap="md">
            <Choices
              choices={shown.choices}
              onChange={(change) =>
                void navigate({
                  search: (before) => ({ ...before, ...change }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <Content name={name} shown={shown} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly onChange: (change: Settings) => void;
}

/** The choices of what a report shows. */
function Choices({ choices, onChange }: ChoicesProps) {
  return (
    <Group gap="xs">
      {choices.map(({ name, label, options, value }) => (
        <NativeSelect
          key={name}
          size="xs"
          aria-label={label}
          data={options.map((option) => ({ ...option }))}
          value={value}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}

interface PinButtonProps {
  readonly report: ReportName;
  readonly settings: Settings;
}

/** Puts the report on the admin's Home page as it is now, or takes it off again. */
function PinButton({ report, settings }: PinButtonProps) {
  const { query, setPins, noRoom } = usePins();
  const pins = query.data ?? [];
  const others = pins.filter((pin) => pin.report !== report || !isSame(pin.settings, settings));
  const isPinned = others.length < pins.length;
  const own: Pin = { report, settings: settings as Pin["settings"] };
  const obstacle = isPinned ? undefined : noRoom;
  const Icon = isPinned ? IconPinnedOff : IconPin;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      disabled={query.data === undefined || obstacle !== undefined}
      title={obstacle}
      onClick={() => setPins(isPinned ? others : [...pins, own])}
    >
      {isPinned ? "Remove from Home" : "Pin to Home"}
    </Button>
  );
}

function Links() {
  const { projectId } = route.useParams();
  return (
    <Sections label="Reports">
      {REPORT_NAMES.map((report) => (
        <Link
          key={report}
          to="/p/$projectId/reports/$report"
          params={{ projectId, report }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {REPORTS[report].title}
        </Link>
      ))}
    </Sections>
  );
}

const route = getRouteApi("/signed-in/p/$projectId/reports/$report");

interface ContentProps {
  readonly name: ReportName;
  readonly shown: Shown;
}

function Content({ name, shown: { figure, choices, isEmpty, asOf, note, totals } }: ContentProps) {
  const svg = useRef<SVGSVGElement>(null);
  const { title, empty } = REPORTS[name];
  if (isEmpty) {
    return (
      <Empty icon={IconChartBar} title="Nothing to show">
        {empty}
      </Empty>
    );
  }
  const file = [name, ...choices.map(({ value }) => value)].join("-");
  const savePicture = async () => {
    if (svg.current === null) return;
    const picture = await drawPicture(svg.current, {
      title,
      lead: figure.unit,
      series: figure.series,
    });
    saveFile(picture, `${file}.png`);
  };
  const saveTable = () =>
    saveFile(new Blob([toCsv(figure)], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
  return (
    <Panel
      title={figure.unit}
      lead={note}
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPhoto size={14} aria-hidden />}
            onClick={() => void savePicture()}
          >
            Download PNG
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileSpreadsheet size={14} aria-hidden />}
            onClick={saveTable}
          >
            Download CSV
          </Button>
        </Group>
      }
    >
      <div className={classes.frame}>
        <div className={classes.beside} data-wide={isWide(figure)}>
          <Chart figure={figure} label={title} svgRef={svg} />
          <FigureTable figure={figure} label={title} />
        </div>
      </div>
      {totals && <RatesNote {...totals} />}
      <Text fz="xs" c="dimmed">
        {UNKNOWN_ZONE ?? `Days are those of the time zone ${TIME_ZONE}.`}
        {asOf !== undefined && (
          <>
            {" "}
            Counted <Moment at={asOf} />.
          </>
        )}
      </Text>
    </Panel>
  );
}

/** A spreadsheet would run a text that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const DECIMAL = /^-?\d+([.,]\d+)?$/;

/**
 * Returns the figures as CSV (RFC 4180), in the order of the chart, as spreadsheets expect it in the browser's language:
 * where a semicolon separates cells, a comma separates decimals.
 */
export function toCsv(figure: Figure, delimiter = USUAL_DELIMITER): string {
  const { rowHead, series, more, fileHeads, rows, kind } = figure;
  const head = [rowHead, ...(fileHeads ?? [...series.map(({ label }) => label), ...more])];
  const lines = rows.map(({ key, label, cells }) => [
    // Dates in a form that programs read.
    kind === "columns" && /^\d{4}-/.test(key) ? key : label,
    ...cells.map(({ raw }) =>
      delimiter === ";" && DECIMAL.test(raw) ? raw.replace(".", ",") : raw,
    ),
  ]);
  return [head, ...lines]
    .map((line) => `${line.map((text) => field(text, delimiter)).join(delimiter)}\r\n`)
    .join("");
}

function field(text: string, delimiter: string): string {
  const safe = FORMULA.test(text) && !DECIMAL.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(delimiter)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** Characters of a cell that still fit beside the chart. */
const MAX_BESIDE = 20;
/** Characters of a count. Amounts have more, and leave room for fewer columns. */
const MAX_COUNT = 10;

/** Returns whether the table needs the whole width, because it has many columns or long texts. */
function isWide({ series, more, rows, total = [] }: Figure): boolean {
  const cells = [...rows.flatMap((row) => row.cells), ...total];
  const columns = series.length + more.length;
  const hasAmounts = cells.some(({ text }) => text.length > MAX_COUNT);
  return cells.some(({ text }) => text.length > MAX_BESIDE) || columns > (hasAmounts ? 3 : 4);
}
