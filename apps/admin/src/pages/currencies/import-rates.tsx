import { List, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Outputs } from "../../api.ts";
import { useProject } from "../../shell/use-project.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { DropZone } from "../../ui/forms/drop-zone.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { counted } from "../../ui/values/format.ts";

interface ImportRatesProps {
  /** The reporting currency. */
  readonly base: string;
  readonly onClose: () => void;
}

const EXAMPLE = "date,currency,rate\n2026-11-01,USD,0.92\n2026-11-01,GBP,1.15";

/** The dialog that imports rates from CSV: a file or pasted text, a dry run, and the import. */
export function ImportRates({ base, onClose }: ImportRatesProps) {
  const { checkFile, importFile } = useProject().currencies;
  const [text, setText] = useState("");
  const check = useChange(checkFile, { showsError: true });
  const save = useChange(importFile, {
    showsError: true,
    done: ({ added, changed }) => `${counted(added, "rate")} added, ${changed} changed.`,
    onDone: onClose,
  });
  const checked = check.data;
  const write = (given: string) => {
    check.reset();
    save.reset();
    setText(given);
  };
  return (
    <DialogForm
      title="Import rates"
      size="lg"
      action={checked === undefined ? "Check" : `Import ${counted(checked.rates, "rate")}`}
      isChanged={text !== ""}
      change={checked === undefined ? check : save}
      disabled={text.trim() === "" || checked?.rates === 0}
      isLong
      onBack={checked && check.reset}
      onSubmit={(event) => {
        event.preventDefault();
        if (checked === undefined) check.mutate({ base, text });
        else save.mutate({ base, text });
      }}
      onClose={onClose}
    >
      {checked === undefined ? (
        <Stack>
          <Text>
            Each line has the first day on which a rate holds, a currency, and how much one unit is
            worth in {base}. Rates of the same currency and day are replaced.
          </Text>
          <DropZone
            label="File of rates"
            hint="or drop it here, or paste its lines below. CSV, at most 10,000 lines."
            accept=".csv,.txt,text/csv"
            variant="default"
            onFile={(file) => void file.text().then(write)}
          />
          <Textarea
            label="Lines"
            placeholder={EXAMPLE}
            autosize
            minRows={6}
            maxRows={14}
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          />
        </Stack>
      ) : (
        <Checked checked={checked} />
      )}
    </DialogForm>
  );
}

/** Returns a text whose days do not break at their hyphens. */
function withWholeDays(text: string) {
  return text.split(/(\d{4}-\d\d-\d\d)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} className="unbroken">
        {part}
      </span>
    ),
  );
}

function Checked({ checked }: { readonly checked: Outputs["currencies"]["checkFile"] }) {
  const { rates, faults, faulty } = checked;
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {rates === 0 ? "No line has a rate." : `${counted(rates, "rate")} can be imported.`}
      </Text>
      {faulty > 0 && (
        <>
          <Text>
            {counted(faulty, "line")} {faulty === 1 ? "is" : "are"} left out
            {faults.length < faulty && `, of which these are the first ${faults.length}`}:
          </Text>
          <List spacing={2} withPadding={false} listStyleType="none" fz="sm">
            {faults.map(({ line, message }) => (
              <List.Item key={line}>
                <strong>Line {line}:</strong> {withWholeDays(message)}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
