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
  const isInstallation = search.scope === "installation";
  return (
    <Page
      title="Audit log"
      lead={isInstallation ? OF_INSTALLATION : OF_PROJECT}
      actions={
        hasInstallation && (
          <SegmentedControl
            aria-label="Scope of the log"
            data={SCOPES}
            value={isInstallation ? "installation" : "project"}
            onChange={(scope) =>
              change({ ...UNFILTERED, scope: scope === "installation" ? scope : undefined })
            }
          />
        )
      }
      bar={<Filters search={search} onChange={change} />}
    >
      <Log search={search} projectId={projectId} onChange={change} />
    </Page>
  );
}

const SCOPES = [
  { value: "project", label: "This project" },
  { value: "installation", label: "Installation" },
];
const OF_PROJECT =
  "Every change in this project, newest first: record changes by anyone, and all other changes by admins.";
const OF_INSTALLATION =
  "What admins did in the installation and in all projects. Record changes are in the log of each project.";
