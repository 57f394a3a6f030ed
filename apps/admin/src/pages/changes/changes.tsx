import { IconListCheck } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { NEXT_PAGE } from "../../api.ts";
import { type Change, changeMark, changeTitle, Edits, UndoButton } from "../../jobs/changes.tsx";
import { useMay } from "../../session.ts";
import { useProject } from "../../shell/use-project.ts";
import { RowLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { type Column, column, DataTable, numberColumn } from "../../ui/tables/data-table.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { Address } from "../../ui/values/address.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";

/** The page that lists bulk changes. */
export function Changes() {
  const project = useProject();
  const changes = useInfiniteQuery(project.changes.list.infiniteQueryOptions(undefined, NEXT_PAGE));
  return (
    <Page
      title="Bulk changes"
      lead="Changes of many records at once. Each can be undone for 7 days."
    >
      <Loaded query={changes}>
        {({ pages }) => (
          <DataTable
            label="Bulk changes"
            columns={COLUMNS}
            rows={pages.flatMap((page) => page.jobs)}
            rowKey={({ id }) => id}
            empty={
              <Empty icon={IconListCheck} title="No bulk changes yet">
                Select records in a table to edit, move, associate or delete them together.
              </Empty>
            }
          />
        )}
      </Loaded>
      <LoadMore query={changes} />
    </Page>
  );
}

const COLUMNS: readonly Column<Change>[] = [
  column("change", "Change", (change) => (
    <>
      <RowLink
        from="/p/$projectId/changes"
        to="/p/$projectId/changes/$changeId"
        params={(before) => ({ ...before, changeId: String(change.id) })}
      >
        {changeTitle(change)}
      </RowLink>
      <Edits change={change} />
    </>
  )),
  column("state", "State", (change) => {
    const { tone, text } = changeMark(change);
    return <Mark tone={tone}>{text}</Mark>;
  }),
  numberColumn("selected", "Records", ({ selected }) => formatNumber(selected)),
  numberColumn("changed", "Changed", ({ changed }) => formatNumber(changed)),
  numberColumn("refused", "Refused", ({ refused }) => formatNumber(refused)),
  column("actor", "Started by", ({ actor }) => <Address>{actor.label}</Address>),
  column("at", "Started", ({ startedAt, createdAt }) => <Moment at={startedAt ?? createdAt} />),
  column("actions", "Actions", (change) => <Undo change={change} />),
];

function Undo({ change }: { readonly change: Change }) {
  return useMay("admin") && change.canUndo ? <UndoButton change={change} /> : null;
}
