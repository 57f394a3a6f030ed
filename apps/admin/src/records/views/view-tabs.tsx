import { Anchor, Text, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconLayoutKanban, IconLock, IconTable } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { type Asked, useViews } from "../use-records-search.ts";
import { useOpenView } from "./name-view.tsx";
import { ViewActions } from "./view-actions.tsx";
import { VIEW_PARAMS, type View, type ViewParams } from "./view-params.ts";
import classes from "./views.module.css";

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

interface FollowViewProps {
  readonly type: string;
  readonly asked: Asked;
}

/** Says what others did with the open view. */
function FollowView({ type, asked }: FollowViewProps) {
  const open = useOpenView(type);
  const { isOutdated, goneName } = useFollowView(type, asked);
  if (isOutdated) {
    return (
      <Text role="alert" mb="sm">
        Someone saved this view after you changed it. Your changes are kept: Save adds them to it,
        Reset drops them.
      </Text>
    );
  }
  if (goneName === undefined) return null;
  return (
    <Text role="alert" mb="sm">
      The view “{goneName}” was deleted or made private. This page keeps what it showed, so you can
      save it as a view of your own.{" "}
      <Anchor component="button" type="button" inherit onClick={() => void open(null)}>
        Show all {typeNames(type).label.toLowerCase()}
      </Anchor>
    </Text>
  );
}

/** The open view, and what the page showed of it. */
interface Shown {
  readonly view: View;
  readonly params: ViewParams;
  readonly isChanged: boolean;
}

/** A view that was taken away while it was open. */
interface Gone {
  readonly name: string;
  readonly params: ViewParams;
}

/**
 * Follows the open view while others save or delete it. A page without changes of its own shows the new state and says so.
 * If the view is gone, the page keeps its filters and columns, so that a bulk change does not get all records.
 *
 * @returns `isOutdated`: whether others saved the view after the admin began to change it. `goneName`: the name of the
 *   view that is gone, until the admin shows something else
 */
function useFollowView(type: string, asked: Asked) {
  const { view, viewId, params, isChanged, layout } = asked;
  const open = useOpenView(type);
  const navigate = useNavigate();
  const last = useRef<Shown | null>(null);
  const [gone, setGone] = useState<Gone | null>(null);

  // Before the browser paints, so that the rows of a view that is gone do not jump.
  useLayoutEffect(() => {
    const before = last.current;
    last.current = view ? { view, params, isChanged } : null;
    if (before === null || before.view.id !== viewId) return;
    if (view === undefined) {
      setGone({ name: before.view.name, params: before.params });
      const kept = differing(before.params, params).map((name) => [name, before.params[name]]);
      void navigate({
        to: ".",
        search: ((now: object) => ({
          ...now,
          ...Object.fromEntries(kept),
          view: undefined,
        })) as never,
        replace: true,
      });
      return;
    }
    if (before.isChanged || isSame(before.view, view)) return;
    const isMoved = view.content.layout !== layout;
    if (isMoved) void open(view);
    else if (differing(before.params, params).length === 0) return;
    notifications.show({
      message: `Someone saved the view ${view.name}. This page now shows it as saved.`,
    });
  }, [view, viewId, params, isChanged, layout, navigate, open]);

  const isGone = viewId === undefined && gone !== null && !differing(gone.params, params).length;
  return { isOutdated: useIsOutdated(asked), goneName: isGone ? gone.name : undefined };
}

function useIsOutdated({ view, isChanged }: Asked): boolean {
  const [base, setBase] = useState(view);
  if (base !== view && (base?.id !== view?.id || !isChanged)) setBase(view);
  return isChanged && base !== undefined && view !== undefined && !isSame(base, view);
}

function isSame(one: View, other: View): boolean {
  return JSON.stringify(one.content) === JSON.stringify(other.content);
}

function differing(one: ViewParams, other: ViewParams) {
  return VIEW_PARAMS.filter((name) => one[name] !== other[name]);
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
