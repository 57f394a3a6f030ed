import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { api, NEXT_PAGE } from "../../api.ts";
import { useMe } from "../../session.ts";
import { useCurrentProject, useProjectId } from "../../shell/use-project.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Entries } from "./entries.tsx";
import { Filters } from "./filters.tsx";
import { countEntries, joinRuns, tellOnce } from "./runs.ts";
import {
  type AuditSearch,
  type Entry,
  isFiltered,
  toAuditInput,
  UNFILTERED,
  validateAuditSearch,
} from "./search.ts";
import { useLabels } from "./sentence.tsx";

const route = getRouteApi("/signed-in/p/$projectId/audit");

/** The audit log: who changed what, and through which surface. */
export function Audit() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: AuditSearch) =>
    void navigate({
      search: (before) => validateAuditSearch({ ...before, entry: undefined, ...changed }),
      // Opening an entry adds no step to the browser's history.
      replace: "entry" in changed,
      resetScroll: false,
    });
  const hasInstallation = useMe().role !== null;
  const scope = search.scope ?? "project";
  return (
    <Page
      title="Audit log"
      lead={LEADS[scope]}
      actions={
        <SegmentedControl
          aria-label="Scope of the log"
          data={SCOPES.filter(({ value }) => value !== "installation" || hasInstallation)}
          value={scope}
          onChange={(chosen) =>
            change({ ...UNFILTERED, scope: chosen === "project" ? undefined : chosen })
          }
        />
      }
      bar={<Filters search={search} onChange={change} />}
    >
      <Log search={search} projectId={projectId} onChange={change} />
    </Page>
  );
}

interface LogProps {
  readonly search: AuditSearch;
  readonly projectId: number;
  readonly onChange: (change: AuditSearch) => void;
}

const NONE: readonly Entry[] = [];

/** The entries that match the query parameters, page by page. */
function Log({ search, projectId, onChange }: LogProps) {
  const query = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      toAuditInput(search, { projectId, tenantId: useCurrentProject()?.tenantId }),
      NEXT_PAGE,
    ),
  );
  const entries = useMemo(
    () => query.data && tellOnce(joinRuns(query.data.pages.flatMap((page) => page.entries))),
    [query.data],
  );
  const labels = useLabels(entries ?? NONE, projectId);
  const projectNames = useProjectNames();
  return (
    <>
      <Loaded query={{ ...query, data: entries }} skeleton={<Lines count={10} />}>
        {(shown) =>
          shown.length === 0 ? (
            <NoEntries search={search} onChange={onChange} />
          ) : (
            <Stack gap="md">
              <Text role="status" fz="xs" c="dimmed">
                {formatNumber(countEntries(shown))}{" "}
                {countEntries(shown) === 1 ? "entry" : "entries"}
                {query.hasNextPage ? " shown; older ones follow" : ""}
              </Text>
              <Entries
                entries={shown}
                projectId={projectId}
                projectNames={search.scope === undefined ? null : projectNames}
                labels={labels}
                opened={search.entry}
                onToggle={(entry) =>
                  onChange({ entry: entry === search.entry ? undefined : entry })
                }
              />
            </Stack>
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </>
  );
}

function NoEntries({ search, onChange }: Omit<LogProps, "projectId">) {
  const { range, from, to } = search;
  const isAnyTime = range === "all" && from === undefined && to === undefined;
  return (
    <Empty
      icon={IconHistory}
      title={isFiltered(search) ? "No entries match" : "No changes in this period"}
      action={
        !isAnyTime && (
          <Button
            variant="default"
            onClick={() => onChange({ range: "all", from: undefined, to: undefined })}
          >
            Show any time
          </Button>
        )
      }
    >
      {isFiltered(search)
        ? "Clear a filter or choose a longer period."
        : "Changes appear here as they happen."}
    </Empty>
  );
}

function useProjectNames(): ReadonlyMap<number, string> {
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  return new Map(tenants.flatMap(({ projects }) => projects.map(({ id, name }) => [id, name])));
}

const SCOPES = [
  { value: "project", label: "This project" },
  { value: "tenant", label: "Tenant" },
  { value: "installation", label: "Installation" },
] as const;
const LEADS = {
  project:
    "Every change in this project, newest first: record changes by anyone, and all other changes by admins.",
  tenant:
    "What admins did with the tenant of this project: its members and their roles, its name and new projects.",
  installation:
    "What admins did in the installation and in all projects. Record changes are in the log of each project.",
};
