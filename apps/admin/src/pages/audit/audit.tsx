import { SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useProjectId } from "../../shell/use-project.ts";
import { Page } from "../../ui/page.tsx";
import { Filters } from "./filters.tsx";
import { Log } from "./log.tsx";
import { type AuditChange, UNFILTERED, validateAuditSearch } from "./search.ts";

const route = getRouteApi("/signed-in/p/$projectId/audit");

/** Everything that was done, by whom and through what. */
export function Audit() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: AuditChange) =>
    void navigate({
      search: (before) => validateAuditSearch({ ...before, entry: undefined, ...changed }),
      // Opening an entry is no step to go back to.
      replace: "entry" in changed,
      resetScroll: false,
    });
  const isInstallation = search.scope === "installation";
  return (
    <Page
      title="Audit log"
      lead={isInstallation ? OF_INSTALLATION : OF_PROJECT}
      actions={
        <SegmentedControl
          aria-label="Whose log"
          data={SCOPES}
          value={isInstallation ? "installation" : "project"}
          onChange={(scope) =>
            change({ ...UNFILTERED, scope: scope === "installation" ? scope : undefined })
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
  { value: "installation", label: "Installation" },
];
const OF_PROJECT =
  "Every change in this project: of records by anyone, of everything else by admins. Newest first.";
const OF_INSTALLATION =
  "What admins did in all projects and to the installation itself. Changes of records are in each project’s log.";
