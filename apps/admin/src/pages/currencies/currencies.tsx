import { Anchor, Button, Text } from "@mantine/core";
import { IconCoins, IconFileImport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { typeNames } from "../../object-types.ts";
import { dealWords } from "../../reports/totals.tsx";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { Form } from "../../ui/forms/form.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { counted } from "../../ui/values/format.ts";
import { ImportRates } from "./import-rates.tsx";
import { currencyName, type Settings } from "./names.ts";
import { RateForm, Rates } from "./rates.tsx";

type Opened = "reporting" | "rate" | "import" | null;

/** The reporting currency of the project, and the rates into it. */
export function Currencies() {
  const query = useQuery(useProject().currencies.read.queryOptions());
  const [opened, setOpened] = useState<Opened>(null);
  const mayChange = useMay("admin");
  const close = () => setOpened(null);
  const { one: deal, many: deals } = dealWords();
  const { label } = typeNames("deal");
  const settings = query.data;
  const base = settings?.reporting ?? null;
  return (
    <Page
      title="Currencies"
      lead={`Boards and reports add up amounts in one currency, at the rates below. The ${deals} keep their own amounts and currencies.`}
      actions={
        mayChange &&
        base !== null && (
          <>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => setOpened("import")}
            >
              Import rates
            </Button>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpened("rate")}
            >
              Add rate
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} skeleton={<Lines count={6} />}>
        {(settings) =>
          settings.reporting === null ? (
            <NoReporting onChoose={mayChange ? () => setOpened("reporting") : undefined} />
          ) : (
            <>
              <Text mb="md">
                Totals are in <strong>{currencyName(settings.reporting)}</strong>.{" "}
                {mayChange && (
                  <Anchor
                    component="button"
                    inherit
                    underline="always"
                    onClick={() => setOpened("reporting")}
                  >
                    Change
                  </Anchor>
                )}
              </Text>
              <Rates settings={settings} base={settings.reporting} />
              <Text c="dimmed" fz="sm" mt="md" maw={720}>
                A closed {deal} is converted at the rate of its close date, an open one at the rate
                of today. Days are those of UTC. A rate holds until the next one of its currency.{" "}
                {label} without a rate are left out of totals, which say so.
              </Text>
            </>
          )
        }
      </Loaded>
      {settings && opened === "reporting" && <ReportingForm settings={settings} onClose={close} />}
      {settings && base !== null && opened === "rate" && (
        <RateForm settings={settings} base={base} onClose={close} />
      )}
      {base !== null && opened === "import" && <ImportRates base={base} onClose={close} />}
    </Page>
  );
}

/** @param props.onChoose undefined for read-only admins */
function NoReporting({ onChoose }: { readonly onChoose: (() => void) | undefined }) {
  return (
    <Empty
      icon={IconCoins}
      title="Each currency is added up on its own"
      action={
        onChoose && (
          <Button mt="xs" onClick={onChoose}>
            Choose a reporting currency
          </Button>
        )
      }
    >
      With a reporting currency, boards and reports show one total, and say at which rates and what
      they leave out.
    </Empty>
  );
}

interface ReportingFormProps {
  readonly settings: Settings;
  readonly onClose: () => void;
}

/** The dialog that sets the reporting currency, and says what becomes of the rates. */
function ReportingForm({ settings, onClose }: ReportingFormProps) {
  const { reporting, kept, codes } = settings;
  const none = { value: "", label: "None: add up each currency on its own" };
  const options = codes.map((code) => ({ value: code, label: currencyName(code) }));
  const ratesInto = (code: string | null) =>
    kept.find(({ currency }) => currency === code)?.count ?? 0;
  return (
    <Form
      title="Reporting currency"
      action="Save"
      initial={{ currency: reporting ?? "" }}
      fields={({ values: { currency } }) => [
        {
          name: "currency",
          kind: "select",
          label: "Currency",
          options: reporting === null ? options : [none, ...options],
          required: reporting === null && "Choose a currency.",
          input: { searchable: true, openOnFocus: false, placeholder: "Choose a currency" },
        },
        <Text key="rates" c="dimmed" fz="sm">
          {describeEffect(reporting, currency, ratesInto)}
        </Text>,
      ]}
      mustChange
      of={useProject().currencies.setReporting}
      input={({ currency }) => ({ currency: currency === "" ? null : currency })}
      done={(_, { currency }) =>
        currency === null ? "Each currency is added up on its own." : `Totals are in ${currency}.`
      }
      onClose={onClose}
    />
  );
}

function describeEffect(
  before: string | null,
  chosen: string,
  ratesInto: (code: string) => number,
) {
  const after = chosen || null;
  if (after === before) return "Every admin of the project sees totals in this currency.";
  const old = before === null ? 0 : ratesInto(before);
  const kept =
    old === 0
      ? ""
      : ` ${counted(old, "rate")} into ${before} ${old === 1 ? "is" : "are"} kept, and used again if you return to it.`;
  if (after === null) return `No totals are shown any more.${kept}`;
  const own = ratesInto(after);
  const there =
    own === 0
      ? `There are no rates into ${after} yet: until you enter some, only amounts in ${after} are in totals.`
      : `${counted(own, "rate")} into ${after} ${own === 1 ? "is" : "are"} there already.`;
  return `${there}${kept}`;
}
