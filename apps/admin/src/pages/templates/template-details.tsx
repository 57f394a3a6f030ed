import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { CodeBlock, CopyText } from "../../ui/values/code-block.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment } from "../../ui/values/format.ts";
import { labelOf } from "../../ui/values/label-of.ts";
import { languageName } from "./language-name.ts";
import { TemplateHistory } from "./template-history.tsx";
import { TemplateStatus } from "./template-status.tsx";
import type { Template } from "./use-templates.ts";

/** The details of a template. */
export function TemplateDetails({ id }: { readonly id: number }) {
  const projectId = useProjectId();
  const query = useQuery(api.templates.read.queryOptions({ projectId, id }));
  return <Loaded query={query}>{(template) => <Details template={template} />}</Loaded>;
}

function Details({ template }: { readonly template: Template }) {
  const components =
    template.components == null ? null : JSON.stringify(template.components, null, 2);
  return (
    <Stack>
      <Facts
        columnPx={150}
        facts={[
          ["Language", `${languageName(template.language)} (${template.language})`],
          ["Status", <TemplateStatus key="status" status={template.status} />],
          ["Category", labelOf(template.category)],
          ["Added", formatMoment(template.createdAt)],
          ["Updated", formatMoment(template.updatedAt)],
        ]}
      />
      {components === null ? (
        <Text c="dimmed">No components are stored for this template.</Text>
      ) : (
        <Stack gap="xs">
          <Text fw={500}>Components</Text>
          <CodeBlock label="Components" text={components} />
          <CopyText text={components} label="Copy" />
        </Stack>
      )}
      <TemplateHistory id={template.id} />
    </Stack>
  );
}
