import { ActionIcon, Anchor, Button, Group, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { typeNames } from "../../object-types.ts";
import { dealWords } from "../../reports/totals.tsx";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { ActionMenu } from "../../ui/dialogs/action-menu.tsx";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { TYPED_DAYS } from "../../ui/forms/field-errors.ts";
import { Form } from "../../ui/forms/form.tsx";
import { TYPED } from "../../ui/forms/number-input.tsx";
import { type Column, column, DataTable, numberColumn } from "../../ui/tables/data-table.tsx";
import { counted, formatDay, formatMoney, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { currencyName, type Rate, type Settings } from "./names.ts";

interface RatesProps {
  readonly settings: Settings;
  /** The reporting currency. */
  readonly base: string;
}

/** A currency that has rates, or that amounts have. */
interface Line {
  readonly currency: string;
  /** The rate of today. */
  readonly current: Rate | undefined;
  /** Newest first. */
  readonly rates: readonly Rate[];
  /** Deals with an amount in it. */
  readonly deals: number;
}

/** The currencies with their rates of today. Each opens all its rates. */
export function Rates({ settings, base }: RatesProps) {
  const { rates, inUse, today } = settings;
  const mayChange = useMay("admin");
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency);
  const used = new Map(inUse.map(({ currency, count }) => [currency, count]));
  const codes = [...byCurrency.keys(), ...used.keys()].filter(
    (code) => code !== null && code !== base,
  ) as string[];
  const lines = [...new Set(codes)].toSorted().map((currency): Line => {
    const own = byCurrency.get(currency)?.toReversed() ?? [];
    const current = own.find(({ from }) => from <= today);
    return { currency, current, rates: own, deals: used.get(currency) ?? 0 };
  });
  const missing = used.get(null) ?? 0;
  const columns: readonly Column<Line>[] = [
    column("currency", "Currency", ({ currency, rates }) =>
      rates.length === 0 ? (
        currencyName(currency)
      ) : (
        <Disclosure
          label={currencyName(currency)}
          isOpen={opened === currency}
          onToggle={() => setOpened(opened === currency ? null : currency)}
        />
      ),
    ),
    column("rate", "Rate of today", ({ currency, current }) =>
      current === undefined ? (
        <Group gap="xs">
          <Mark tone="warn">No rate</Mark>
          {mayChange && (
            <Anchor component="button" inherit onClick={() => setAdding(currency)}>
              Add rate
            </Anchor>
          )}
        </Group>
      ) : (
        rateText(current, base)
      ),
    ),
    column("since", "Since", ({ current }) => (current ? formatDay(current.from) : "–")),
    numberColumn("rates", "Rates", ({ rates }) => formatNumber(rates.length)),
    numberColumn("deals", typeNames("deal").label, ({ deals }) => formatNumber(deals)),
  ];
  const { one, many } = dealWords();
  const shown = lines.find(({ currency }) => currency === opened);
  return (
    <>
      <DataTable
        label="Currencies"
        columns={columns}
        rows={lines}
        rowKey={({ currency }) => currency}
        empty={
          <Text c="dimmed">
            All amounts are in {base}, so no rates are needed. Add a rate before the first{" "}
            {dealWords().one} in another currency.
          </Text>
        }
      />
      {missing > 0 && (
        <Text c="dimmed" mt="xs">
          {counted(missing, one, many)} with an amount {missing === 1 ? "has" : "have"} no currency
          and {missing === 1 ? "is" : "are"} left out of totals.
        </Text>
      )}
      {shown && <AllRates key={shown.currency} line={shown} settings={settings} base={base} />}
      {adding !== null && (
        <RateForm {...{ settings, base }} currency={adding} onClose={() => setAdding(null)} />
      )}
    </>
  );
}

interface DisclosureProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Disclosure({ label, isOpen, onToggle }: DisclosureProps) {
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={`Rates of ${label}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
      {label}
    </Group>
  );
}

function rateText({ currency, rate }: Rate, base: string): string {
  return `1 ${currency} = ${formatMoney(rate, null)} ${base}`;
}

/** Rates that are shown at first, and that each click adds. */
const PORTION = 50;

interface AllRatesProps extends RatesProps {
  readonly line: Line;
}

/** All rates of a currency, newest first. */
function AllRates({ line, settings, base }: AllRatesProps) {
  const { currency, rates, current } = line;
  const mayChange = useMay("admin");
  const [limit, setLimit] = useState(PORTION);
  const columns: readonly Column<Rate>[] = [
    column("from", "From", ({ from }) => formatDay(from)),
    column("rate", "Rate", (rate) => rateText(rate, base)),
    column("state", "", (rate) =>
      rate === current ? (
        <Mark tone="good">Holds today</Mark>
      ) : rate.from > settings.today ? (
        <Mark tone="idle">Not yet</Mark>
      ) : null,
    ),
    ...(mayChange
      ? [
          column<Rate>("actions", "Actions", (rate) => (
            <RateActions rate={rate} settings={settings} base={base} />
          )),
        ]
      : []),
  ];
  return (
    <section aria-label={`Rates of ${currency}`}>
      <Text fw={600} mt="lg" mb="xs">
        All rates of {currencyName(currency)}
      </Text>
      <DataTable
        label={`Rates of ${currency}`}
        columns={columns}
        rows={rates.slice(0, limit)}
        rowKey={({ from }) => from}
        empty={null}
      />
      {rates.length > limit && (
        <Button variant="default" mt="xs" onClick={() => setLimit(limit + PORTION)}>
          Show more of {formatNumber(rates.length)}
        </Button>
      )}
    </section>
  );
}

interface RateActionsProps extends RatesProps {
  readonly rate: Rate;
}

function RateActions({ rate, settings, base }: RateActionsProps) {
  const { currency, from } = rate;
  const { removeRate } = useProject().currencies;
  const name = `the rate of ${currency} from ${formatDay(from)}`;
  return (
    <ActionMenu
      label={`Actions of ${name}`}
      actions={[
        {
          label: "Edit",
          icon: IconPencil,
          opens: (onClose) => <RateForm {...{ settings, base, onClose }} before={rate} />,
        },
        {
          label: "Remove",
          icon: IconTrash,
          isDanger: true,
          opens: (onClose) => (
            <Ask
              title={`Remove ${name}?`}
              action="Remove rate"
              of={removeRate}
              input={{ base, rate }}
              done="Rate removed."
              onClose={onClose}
            >
              The rate before it holds instead. Without one, {dealWords().many} of these days are
              left out of totals.
            </Ask>
          ),
        },
      ]}
    />
  );
}

interface RateFormProps extends RatesProps {
  /** The rate that it changes; undefined for a new one. */
  readonly before?: Rate;
  /** The currency of a new rate. */
  readonly currency?: string;
  readonly onClose: () => void;
}

/** The dialog that adds a rate or changes one. */
export function RateForm({ settings, base, before, currency = "", onClose }: RateFormProps) {
  const { addRate, changeRate } = useProject().currencies;
  const { codes, rates, today } = settings;
  const isFirst = (code: string) => !rates.some((one) => one.currency === code);
  const shared = {
    title: before === undefined ? "Add rate" : `Edit the rate of ${before.currency}`,
    initial: {
      currency: before?.currency ?? currency,
      from: before?.from ?? today,
      rate: TYPED.write(before?.rate ?? ""),
    },
    fields: ({ values }: { values: Values }) => [
      ...(before === undefined
        ? [
            {
              name: "currency" as const,
              kind: "select" as const,
              label: "Currency",
              options: codes
                .filter((code) => code !== base)
                .map((code) => ({ value: code, label: currencyName(code) })),
              required: "Choose a currency.",
              input: { searchable: true, openOnFocus: false, placeholder: "Choose a currency" },
            },
          ]
        : []),
      {
        name: "rate" as const,
        label: values.currency === "" ? `Rate in ${base}` : `1 ${values.currency} in ${base}`,
        help: `How much one ${values.currency || "unit"} is worth, such as ${TYPED.write("0.92")}.`,
        required: "Enter the rate.",
        isFirst: values.currency !== "",
        input: { inputMode: "decimal" as const },
      },
      {
        name: "from" as const,
        label: "Holds from",
        help:
          before === undefined && isFirst(values.currency)
            ? `${typeNames("deal").label} that closed before this day are left out of totals. Choose an early day to include them.`
            : "Until the day of the next rate.",
        required: "Enter the day.",
        input: { type: "date", ...TYPED_DAYS },
      },
    ],
    onClose,
  };
  return before === undefined ? (
    <Form
      {...shared}
      action="Add rate"
      of={addRate}
      input={(values) => ({ base, rate: toRate(values) })}
      done={(_, { rate }) => `Rate of ${rate.currency} added.`}
    />
  ) : (
    <Form
      {...shared}
      action="Save"
      of={changeRate}
      input={(values) => ({ base, before, rate: toRate(values) })}
      done="Rate saved."
    />
  );
}

type Values = { readonly currency: string; readonly from: string; readonly rate: string };

function toRate({ currency, from, rate }: Values): Rate {
  return { currency, from, rate: TYPED.read(rate) };
}
