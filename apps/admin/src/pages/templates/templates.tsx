import { Button, Stack, Text, Title } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { SURFACES } from "../../actors.ts";
import { api, NEXT_PAGE, type Outputs } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useCurrentProject, useProject, useProjectId } from "../../shell/use-project.ts";
import { type Field, Form } from "../../ui/forms/form.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { SidePanel } from "../../ui/pages/panel.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { CodeBlock, CopyText } from "../../ui/values/code-block.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment, labelFromName, languageName } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { Account } from "./account.tsx";
import { AccountForm } from "./account-form.tsx";
import { ImportTemplates, jsonError } from "./import-templates.tsx";
import { MAX_CHARACTERS } from "./search.ts";
import { TemplateFilters } from "./template-filters.tsx";
import {
  KNOWN_CATEGORIES,
  KNOWN_STATUSES,
  type Template,
  TemplateList,
  TemplateStatus,
  useOpened,
} from "./template-list.tsx";
import classes from "./templates.module.css";

/** The tenant's message templates, the messaging account and the sync. */
export function Templates() {
  const search = useSearch({ from: "/signed-in/p/$projectId/templates" });
  const navigate = useNavigate({ from: "/p/$projectId/templates" });
  const { show } = useOpened();
  const tenant = useCurrentProject()?.tenantName ?? "the tenant";
  return (
    <Page
      title="Templates"
      lead={`Message templates of ${tenant}, shared by all of its projects. A sync updates their status and category from the messaging platform.`}
      actions={
        useMay("admin") && (
          <>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => show("import")}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show("new")}>
              Add template
            </Button>
          </>
        )
      }
    >
      <Stack gap="lg">
        <Account />
        <div>
          <TemplateFilters
            search={search}
            onChange={(change) =>
              void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })
            }
          />
          <TemplateList search={search} />
        </div>
      </Stack>
      <Opened />
    </Page>
  );
}

/** The form or details that the URL opens. */
function Opened() {
  const { open, close } = useOpened();
  const mayChange = useMay("admin");
  return (
    <>
      <SidePanel title="Add a template" opened={mayChange && open === "new"} onClose={close}>
        <AddTemplate onClose={close} />
      </SidePanel>
      <SidePanel
        title="Import templates"
        opened={mayChange && open === "import"}
        onClose={close}
        size={640}
      >
        <ImportTemplates onClose={close} />
      </SidePanel>
      <SidePanel title="Messaging account" opened={mayChange && open === "account"} onClose={close}>
        <AccountForm onClose={close} />
      </SidePanel>
      <OpenedTemplate id={typeof open === "number" ? open : undefined} onClose={close} />
    </>
  );
}

interface OpenedTemplateProps {
  readonly id: number | undefined;
  readonly onClose: () => void;
}

function OpenedTemplate({ id, onClose }: OpenedTemplateProps) {
  const projectId = useProjectId();
  const { data } = useQuery(
    api.templates.read.queryOptions(id === undefined ? skipToken : { projectId, id }),
  );
  return (
    <SidePanel title={data?.name ?? "Template"} opened={id !== undefined} onClose={onClose}>
      {id !== undefined && <TemplateDetails id={id} />}
    </SidePanel>
  );
}

/** The details of a template. */
function TemplateDetails({ id }: { readonly id: number }) {
  const project = useProject();
  const query = useQuery(project.templates.read.queryOptions({ id }));
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
          ["Category", labelFromName(template.category)],
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

const EMPTY = { name: "", language: "", status: "", category: "", components: "" };
const text = { required: "Required", input: { maxLength: MAX_CHARACTERS } } as const;

const FIELDS: readonly Field<typeof EMPTY>[] = [
  {
    ...{ name: "name", label: "Name", ...text },
    help: "The name on the platform, such as order_confirmation.",
  },
  { name: "language", label: "Language", help: "A code such as en_US or en-US.", ...text },
  { name: "status", label: "Status", kind: "suggest", options: KNOWN_STATUSES, ...text },
  { name: "category", label: "Category", kind: "suggest", options: KNOWN_CATEGORIES, ...text },
  {
    name: "components",
    kind: "area",
    label: "Components",
    help: "Header, body, footer and buttons as JSON. Optional.",
    input: {
      placeholder: '[{ "type": "BODY", "text": "Hello {{1}}" }]',
      minRows: 4,
      maxRows: 16,
      spellCheck: false,
      styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } },
    },
  },
];

/** The form that adds a template. */
function AddTemplate({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      action="Add template"
      initial={EMPTY}
      fields={FIELDS}
      validate={{ components: (text) => (text.trim() === "" ? null : jsonError(text)) }}
      of={useProject().templates.create}
      input={({ components, ...template }) => ({
        ...template,
        ...(components !== "" && { components: JSON.parse(components) }),
      })}
      done={(_, { name }) => `Template ${name} added.`}
      onClose={onClose}
    />
  );
}

type Change = Outputs["templates"]["history"]["changes"][number];

/** The changes that syncs made to a template, newest first. */
function TemplateHistory({ id }: { readonly id: number }) {
  const project = useProject();
  const query = useInfiniteQuery(
    project.templates.history.infiniteQueryOptions({ id, limit: 20 }, NEXT_PAGE),
  );
  return (
    <Stack gap="xs" component="section" aria-label="Changes by sync">
      <Title order={3}>Changes by sync</Title>
      <Loaded query={query} skeleton={<Lines count={2} />}>
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          if (changes.length === 0) {
            return <Text c="dimmed">No sync has changed this template yet.</Text>;
          }
          return (
            <ol className={classes.changes}>
              {changes.map((change) => (
                <Entry key={change.id} change={change} />
              ))}
            </ol>
          );
        }}
      </Loaded>
      <LoadMore query={query} mt={0} />
    </Stack>
  );
}

function Entry({ change: { status, category, actor, surface, at } }: { readonly change: Change }) {
  return (
    <li className={classes.change}>
      {status && (
        <div className={classes.fromTo}>
          <TemplateStatus status={status.from} />
          <To />
          <TemplateStatus status={status.to} />
        </div>
      )}
      {category && (
        <div className={classes.fromTo}>
          {labelFromName(category.from)}
          <To />
          {labelFromName(category.to)}
        </div>
      )}
      <Text fz="xs" c="dimmed">
        {actor.kind === "system" ? "On schedule" : `${actor.label} · ${SURFACES[surface]}`} ·{" "}
        <Moment at={at} />
      </Text>
    </li>
  );
}

function To() {
  return (
    <span role="img" aria-label="to">
      →
    </span>
  );
}
