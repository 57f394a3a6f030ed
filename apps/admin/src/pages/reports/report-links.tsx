import { REPORT_NAMES } from "@rapport/model";
import { Link } from "@tanstack/react-router";
import { REPORTS } from "../../reports/reports.ts";
import { Sections } from "../../ui/pages/sections.tsx";
import { route } from "./report-route.ts";

export function Links() {
  const { projectId } = route.useParams();
  return (
    <Sections label="Reports">
      {REPORT_NAMES.map((report) => (
        <Link
          key={report}
          to="/p/$projectId/reports/$report"
          params={{ projectId, report }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {REPORTS[report].title}
        </Link>
      ))}
    </Sections>
  );
}
