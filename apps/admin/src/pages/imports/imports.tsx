import { Stack, Text, Title } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { NEXT_PAGE } from "../../api.ts";
import {
  checkMark,
  type DraftSummary,
  type Import,
  importMark,
  importTitle,
} from "../../jobs/imports.ts";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { ButtonLink, RowLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { type Column, column, DataTable, numberColumn } from "../../ui/tables/data-table.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { Address } from "../../ui/values/address.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { Discard } from "./discard.tsx";

/** The page that lists imports, and files that are being prepared. */
export function Imports() {
  const project = useProject();
  const mayImport = useMay("admin");
  const drafts = useQuery(project.imports.drafts.list.queryOptions());
  const imports = useInfiniteQuery(project.imports.list.infiniteQueryOptions(undefined, NEXT_PAGE));
  return (
    <Page
      title="Imports"
      lead="Files that were imported, and records from HubSpot. An import can be undone for 7 days."
      actions={mayImport && <NewImport />}
    >
      <Stack gap="lg">
        {drafts.data !== undefined && drafts.data.length > 0 && (
          <section aria-label="In preparation">
            <Title order={2}>In preparation</Title>
            <Text c="dimmed" mb="sm">
              Nothing of these has been imported yet. Files are kept for 7 days.
            </Text>
            <DataTable
              label="Imports in preparation"
              columns={mayImport ? [...DRAFT_COLUMNS, DISCARD] : DRAFT_COLUMNS}
              rows={drafts.data}
              rowKey={({ id }) => id}
              empty={null}
            />
          </section>
        )}
        <Loaded query={imports}>
          {({ pages }) => (
            <DataTable
              label="Imports"
              columns={IMPORT_COLUMNS}
              rows={pages.flatMap((page) => page.jobs)}
              rowKey={({ id }) => id}
              empty={<NoImports hasDrafts={(drafts.data ?? []).length > 0} />}
            />
          )}
        </Loaded>
        <LoadMore query={imports} />
      </Stack>
    </Page>
  );
}

const DRAFT_COLUMNS: readonly Column<DraftSummary>[] = [
  column("file", "File", ({ id, fileName }) => (
    <RowLink
      from="/p/$projectId/imports"
      to="/p/$projectId/imports/draft/$draftId"
      params={(before) => ({ ...before, draftId: id })}
    >
      {fileName}
    </RowLink>
  )),
  column("type", "Records", ({ type }) => typeNames(type).label),
  column("state", "State", ({ check }) => {
    const { tone, text } = checkMark(check);
    return <Mark tone={tone}>{text}</Mark>;
  }),
  column("actor", "Uploaded by", ({ actor }) => <Address>{actor.label}</Address>),
  column("at", "Uploaded", ({ createdAt }) => <Moment at={createdAt} />),
];

const DISCARD = column<DraftSummary>("actions", "Actions", ({ id, fileName }) => (
  <Discard id={id} size="compact-sm" aria-label={`Discard ${fileName}`} />
));

const IMPORT_COLUMNS: readonly Column<Import>[] = [
  column("file", "Import", (one) => (
    <RowLink
      from="/p/$projectId/imports"
      to="/p/$projectId/imports/$importId"
      params={(before) => ({ ...before, importId: String(one.id) })}
    >
      {importTitle(one)}
    </RowLink>
  )),
  column("type", "Records", ({ object }) => typeNames(object).label),
  column("state", "State", (one) => {
    const { tone, text } = importMark(one);
    return <Mark tone={tone}>{text}</Mark>;
  }),
  numberColumn("created", "New", ({ created }) => formatNumber(created)),
  numberColumn("updated", "Changed", ({ updated }) => formatNumber(updated)),
  numberColumn("refused", "Refused", ({ refused }) => formatNumber(refused)),
  column("actor", "Started by", ({ actor }) => <Address>{actor.label}</Address>),
  column("at", "Started", ({ startedAt, createdAt }) => <Moment at={startedAt ?? createdAt} />),
];

export function NewImport() {
  const params = { projectId: String(useProjectId()) };
  return (
    <ButtonLink
      leftSection={<IconPlus size={16} aria-hidden />}
      to="/p/$projectId/imports/new"
      params={params}
    >
      Import records
    </ButtonLink>
  );
}

export function NoImports({ hasDrafts }: { readonly hasDrafts: boolean }) {
  const mayImport = useMay("admin");
  if (hasDrafts) return null;
  return (
    <Empty icon={IconFileImport} title="No imports yet" action={mayImport && <NewImport />}>
      Import a CSV file or cells of a spreadsheet. You see what would happen before anything
      changes.
    </Empty>
  );
}
