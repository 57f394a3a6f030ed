import { SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Page } from "../../ui/pages/page.tsx";
import { Filters } from "./filters.tsx";
import { Log } from "./log.tsx";
import { type AuditSearch, UNFILTERED, validateAuditSearch } from "./search.ts";

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
