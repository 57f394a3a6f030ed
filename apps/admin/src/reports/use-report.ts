import type { ReportName } from "@rapport/model";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useProject } from "../shell/use-project.ts";
import type { Settings } from "./figure.ts";
import { REPORTS } from "./reports.ts";

/** Fetches a report. What it showed before stays until the new figures are there. */
export function useReport(name: ReportName, settings: Settings) {
  return useQuery({
    ...REPORTS[name].query(useProject(), settings),
    placeholderData: keepPreviousData,
  });
}
