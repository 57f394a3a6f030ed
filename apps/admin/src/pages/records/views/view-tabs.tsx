import { VisuallyHidden } from "@mantine/core";
import { IconLayoutKanban, IconLock, IconTable } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import type { Asked } from "../use-records-search.ts";
import { FollowView } from "./follow-view.tsx";
import { useViews } from "./use-views.ts";
import { ViewActions } from "./view-actions.tsx";
import type { View } from "./view-params.ts";
import classes from "./view-tabs.module.css";

interface ViewTabsProps {
  readonly type: string;
  readonly asked: Asked;
}

/** The saved views of a type as links, and the actions on the open one. */
export function ViewTabs({ type, asked }: ViewTabsProps) {
  const { data: views = [] } = useViews(type);
  const { label } = typeNames(type);
  return (
    <>
      <div className={classes.row}>
        <nav className={classes.tabs} aria-label={`Saved views of ${label.toLowerCase()}`}>
          <Tab type={type} view={null} isOpen={asked.viewId === undefined} asked={asked} />
          {views.map((view) => (
            <Tab key={view.id} {...{ type, view, asked }} isOpen={asked.viewId === view.id} />
          ))}
        </nav>
        <ViewActions type={type} asked={asked} />
      </div>
      <FollowView type={type} asked={asked} />
    </>
  );
}

interface TabProps extends ViewTabsProps {
  /** Null for all records. */
  readonly view: View | null;
  readonly isOpen: boolean;
}

function Tab({ type, view, isOpen, asked }: TabProps) {
  const params = { projectId: String(useProjectId()), plural: typeNames(type).plural };
  const layout = view?.content.layout ?? asked.layout;
  const Icon = layout === "board" ? IconLayoutKanban : IconTable;
  const isChanged = isOpen && asked.isChanged;
  return (
    <Link
      to={layout === "board" ? "/p/$projectId/$plural/board" : "/p/$projectId/$plural"}
      params={params}
      search={(view === null ? {} : { view: view.id }) as never}
      className={classes.tab}
      activeOptions={{ exact: true }}
      // The router would mark the page of every view.
      activeProps={{ "aria-current": undefined }}
      {...(isOpen ? { "aria-current": "page" as const } : {})}
      data-open={isOpen}
    >
      {view !== null && <Icon size={14} stroke={1.7} aria-hidden />}
      <span className={classes.name}>
        {view === null ? `All ${typeNames(type).label.toLowerCase()}` : view.name}
      </span>
      {view !== null && !view.isShared && (
        <>
          <IconLock size={12} stroke={1.7} aria-hidden />
          <VisuallyHidden>private</VisuallyHidden>
        </>
      )}
      {isChanged && (
        <>
          <span className={classes.dot} aria-hidden />
          <VisuallyHidden>changed</VisuallyHidden>
        </>
      )}
    </Link>
  );
}
