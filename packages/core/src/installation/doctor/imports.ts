import { type Database, projectImports } from "@rapport/db";
import { type Finding, listedIds, ok, warning } from "./finding.ts";

/** Checks that no import of a project or from HubSpot was left unfinished. */
export async function checkImports(db: Database): Promise<Finding> {
  const unfinished = await projectImports.listUnfinished.all(db, {});
  if (unfinished.length === 0) return ok("imports", "No import of a project is unfinished.");
  const parts = [
    named(unfinished, "file", "from a file", "rapport project import"),
    named(unfinished, "hubspot", "from HubSpot", "rapport import hubspot"),
  ];
  return warning("imports", parts.flat().join(" "));
}

function named(
  unfinished: readonly { readonly project_id: number; readonly source: string }[],
  wanted: string,
  from: string,
  command: string,
): readonly string[] {
  const ids = unfinished.flatMap((one) => (one.source === wanted ? [one.project_id] : []));
  if (ids.length === 0) return [];
  return [`Unfinished ${from}: projects ${listedIds(ids)}; run the same "${command}" again.`];
}
