import { Box, Button, Group, Text } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { NEXT_PAGE, type Outputs } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { RowLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { type Column, column, DataTable } from "../../ui/tables/data-table.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { Address } from "../../ui/values/address.tsx";
import { formatNumber, labelFromName, languageName } from "../../ui/values/format.ts";
import { Mark, type Tone } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import type { TemplateFilters, TemplatesSearch } from "./search.ts";

const TONES: Readonly<Record<string, Tone>> = {
  APPROVED: "good",
  PENDING: "busy",
  IN_APPEAL: "busy",
  PAUSED: "warn",
  LIMIT_EXCEEDED: "warn",
  PENDING_DELETION: "warn",
  REJECTED: "bad",
  DISABLED: "bad",
  DELETED: "bad",
};

const COLUMNS: readonly Column<Template>[] = [
  column("name", "Name", (one) => <Name template={one} />),
  column("language", "Language", (one) => <Language code={one.language} />),
  column("status", "Status", (one) => <TemplateStatus status={one.status} />),
  column("category", "Category", (one) => labelFromName(one.category)),
  column("updated", "Updated", (one) => <Moment at={one.updatedAt} />),
];

/** The language with its code, which programs use. */
function Language({ code }: { readonly code: string }) {
  return <span title={code}>{languageName(code)}</span>;
}

function Name({ template: { id, name } }: { readonly template: Template }) {
  return (
    <Box miw={170} style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
      <RowLink
        from="/p/$projectId/templates"
        to="."
        search={(before) => ({ ...before, open: id })}
        resetScroll={false}
      >
        <Address>{name}</Address>
      </RowLink>
    </Box>
  );
}

/** The templates that the address asks for. */
export function TemplateList({ search }: { readonly search: TemplateFilters }) {
  const templates = useTemplates(search);
  const { name, language, status, category } = search;
  const isFiltered = [name, language, status, category].some((one) => one !== undefined);
  return (
    <>
      <Loaded query={templates}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.templates);
          return (
            <>
              <DataTable
                label="Templates"
                columns={COLUMNS}
                rows={rows}
                rowKey={({ id }) => id}
                empty={isFiltered ? <NoMatch /> : <NoTemplates />}
              />
              <Text role="status" fz="xs" c="dimmed" mt="xs">
                {rows.length > 0 && shown(rows.length, templates.hasNextPage)}
              </Text>
            </>
          );
        }}
      </Loaded>
      <LoadMore query={templates} />
    </>
  );
}

/** Statuses seen so far. The platform may send others. */
export const KNOWN_STATUSES = [
  "APPROVED",
  "PENDING",
  "REJECTED",
  "PAUSED",
  "DISABLED",
  "IN_APPEAL",
  "PENDING_DELETION",
  "DELETED",
  "LIMIT_EXCEEDED",
  "ARCHIVED",
];
export const KNOWN_CATEGORIES = ["AUTHENTICATION", "MARKETING", "UTILITY"];

/** The platform's status, with an icon for known ones. */
export function TemplateStatus({ status }: { readonly status: string }) {
  return <Mark tone={TONES[status.toUpperCase()] ?? "idle"}>{labelFromName(status)}</Mark>;
}

function shown(count: number, hasMore: boolean): string {
  if (hasMore) return `The first ${formatNumber(count)} are shown.`;
  return count === 1 ? "1 template." : `${formatNumber(count)} templates.`;
}

function NoMatch() {
  return (
    <Empty icon={IconTemplate} title="No template matches">
      Clear a filter to see more.
    </Empty>
  );
}

function NoTemplates() {
  const { show } = useOpened();
  const mayChange = useMay("admin");
  const actions = (
    <Group gap="xs" mt={4}>
      <Button variant="default" onClick={() => show("import")}>
        Import a file
      </Button>
      <Button variant="default" onClick={() => show("new")}>
        Add one
      </Button>
    </Group>
  );
  return (
    <Empty icon={IconTemplate} title="No templates yet" action={mayChange && actions}>
      {mayChange
        ? "Add the templates that your programs use to send messages. A sync updates their status and category, but adds none."
        : "An admin can add the templates that programs use to send messages."}
    </Empty>
  );
}

export type Template = Outputs["templates"]["list"]["templates"][number];

/** Fetches the templates that match the filters, oldest first. */
function useTemplates({ name, language, status, category }: TemplateFilters) {
  const input = { name, language, status, category };
  return useInfiniteQuery(useProject().templates.list.infiniteQueryOptions(input, NEXT_PAGE));
}

/** Returns the open form or template, which is part of the URL, and functions to change it. */
export function useOpened() {
  const { open } = useSearch({ from: "/signed-in/p/$projectId/templates" });
  const navigate = useNavigate({ from: "/p/$projectId/templates" });
  const show = (open: TemplatesSearch["open"]) =>
    void navigate({ search: (before) => ({ ...before, open }), resetScroll: false });
  return { open, show, close: () => show(undefined) };
}
