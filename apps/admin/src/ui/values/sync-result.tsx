import { Accordion, Stack, Text } from "@mantine/core";
import type { Outputs } from "../../api.ts";
import { Panel } from "../pages/panel.tsx";
import { CodeBlock, CopyText } from "./code-block.tsx";
import { Facts } from "./facts.tsx";
import { formatNumber, labelFromName, languageName } from "./format.ts";

type Result = Outputs["templates"]["syncNow"];
type Updated = Result["updated_templates"][number];

/** The result of a sync. */
export function SyncResult({ result }: { readonly result: Result }) {
  const json = JSON.stringify(result, null, 2);
  return (
    <Panel title="Sync result" lead={headline(result)}>
      <Facts
        columnPx={140}
        facts={FIGURES.map(([member, label]) => [
          label,
          <Text key={member} span fz="xl" fw={600}>
            {formatNumber(result[member])}
          </Text>,
        ])}
      />
      {result.updated_templates.length > 0 && <Changes updated={result.updated_templates} />}
      <Accordion variant="contained" order={3}>
        <Accordion.Item value="json">
          <Accordion.Control>The result as JSON</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="xs">
              <CodeBlock label="Sync result as JSON" text={json} />
              <CopyText text={json} label="Copy" />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Panel>
  );
}

/** The counts of a sync and their labels. */
export const FIGURES = [
  ["total_fetched_from_meta", "Fetched from the platform"],
  ["matched", "Matched here"],
  ["updated", "Updated here"],
  ["unchanged", "Unchanged"],
  ["not_found", "Not found here"],
] as const;

function headline({ updated, total_fetched_from_meta: total }: Result): string {
  if (total === 0) return "The account on the platform has no templates.";
  if (updated === 0) return "Everything was up to date.";
  return updated === 1
    ? "1 template has changed."
    : `${formatNumber(updated)} templates have changed.`;
}

const CHANGE = {
  borderTop: "1px solid var(--rapport-line)",
  listStyle: "none",
  overflowWrap: "anywhere",
  paddingTop: 8,
} as const;

function Changes({ updated }: { readonly updated: readonly Updated[] }) {
  return (
    <Stack component="ul" gap={8} m={0} p={0} aria-label="Changes">
      {updated.map((one) => (
        <li key={`${one.template_name} ${one.language_code}`} style={CHANGE}>
          <Text span inherit fw={500}>
            {one.template_name}
          </Text>{" "}
          <Text span inherit c="dimmed">
            {languageName(one.language_code)}
          </Text>
          <br />
          {differences(one).join(" · ")}
        </li>
      ))}
    </Stack>
  );
}

function differences(one: Updated): readonly string[] {
  return [
    ...(one.old_status === one.new_status
      ? []
      : [`Status ${labelFromName(one.old_status)} → ${labelFromName(one.new_status)}`]),
    ...(one.old_category === one.new_category
      ? []
      : [`Category ${labelFromName(one.old_category)} → ${labelFromName(one.new_category)}`]),
  ];
}
