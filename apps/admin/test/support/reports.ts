import type { Settings, Shown } from "../../src/reports/figure.ts";
import { REPORTS } from "../../src/reports/reports.ts";
import type { SignedIn } from "./admin-app.ts";

/** Reports of amounts. */
export type MoneyReport = "forecast" | "outcomes" | "funnel";

/** Returns what the page of a report shows. */
export async function shownReport(
  { trpc }: SignedIn,
  projectId: number,
  kind: MoneyReport,
  settings: Settings,
): Promise<Shown> {
  const procedure = (name: MoneyReport) => ({
    queryOptions: (input: object, { select }: { select: (answer: unknown) => Shown }) => ({
      read: async () => select(await trpc.reports[name].query({ projectId, ...input } as never)),
    }),
  });
  const reports = new Proxy({}, { get: (_, name) => procedure(name as MoneyReport) });
  const options: unknown = REPORTS[kind].query({ reports } as never, settings);
  return (options as { read: () => Promise<Shown> }).read();
}
