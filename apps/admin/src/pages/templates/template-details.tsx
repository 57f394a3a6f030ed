import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { CodeBlock, CopyText } from "../../ui/code-block.tsx";
import { formatMoment } from "../../ui/format.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { TemplateHistory } from "./template-history.tsx";
import { TemplateStatus } from "./template-status.tsx";
import classes from "./templates.module.css";
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
      <dl className={classes.facts}>
        <Fact label="Name">{template.name}</Fact>
        <Fact label="Language">{template.language}</Fact>
        <Fact label="Status">
          <TemplateStatus status={template.status} />
        </Fact>
        <Fact label="Category">{template.category}</Fact>
        <Fact label="Added">{formatMoment(template.createdAt)}</Fact>
        <Fact label="Updated">{formatMoment(template.updatedAt)}</Fact>
      </dl>
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

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
