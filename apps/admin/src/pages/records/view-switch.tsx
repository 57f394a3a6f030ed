import { IconLayoutKanban, IconTable } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "./view-switch.module.css";

/** Switches between table and board. Hidden for types without pipelines. */
export function ViewSwitch({ type }: { readonly type: ObjectType }) {
  const projectId = String(useProjectId());
  const { plural, label, hasPipeline } = TYPES[type];
  if (!hasPipeline) return null;
  const params = { projectId, plural };
  const active = { exact: true, includeSearch: false };
  return (
    <nav className={classes.switch} aria-label={`Views of ${label.toLowerCase()}`}>
      <Link to="/p/$projectId/$plural" params={params} activeOptions={active}>
        <IconTable size={16} stroke={1.7} aria-hidden />
        Table
      </Link>
      <Link to="/p/$projectId/$plural/board" params={params} activeOptions={active}>
        <IconLayoutKanban size={16} stroke={1.7} aria-hidden />
        Board
      </Link>
    </nav>
  );
}
