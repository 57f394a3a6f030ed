import { IconLayoutKanban, IconTable } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "../../ui/pages/sections.module.css";
import type { RecordsSearch } from "../search.ts";

/** Switches between table and board. Hidden for types without pipelines. */
export function ViewSwitch({ type }: { readonly type: string }) {
  const projectId = String(useProjectId());
  const { plural, label, hasPipeline } = typeNames(type);
  if (!hasPipeline) return null;
  const params = { projectId, plural };
  const active = { exact: true, includeSearch: false };
  // Filters, order and view carry over.
  const search = ((before: RecordsSearch) => ({ ...before, form: undefined })) as never;
  return (
    <nav className={classes.switch} aria-label={`Table or board of ${label.toLowerCase()}`}>
      <Link to="/p/$projectId/$plural" params={params} search={search} activeOptions={active}>
        <IconTable size={16} stroke={1.7} aria-hidden />
        Table
      </Link>
      <Link to="/p/$projectId/$plural/board" params={params} search={search} activeOptions={active}>
        <IconLayoutKanban size={16} stroke={1.7} aria-hidden />
        Board
      </Link>
    </nav>
  );
}
