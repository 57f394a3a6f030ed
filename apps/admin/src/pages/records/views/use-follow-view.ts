import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import type { Asked } from "../use-records-search.ts";
import { useOpenView } from "./use-open-view.ts";
import { VIEW_PARAMS, type View, type ViewParams } from "./view-params.ts";

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
export function useFollowView(type: string, asked: Asked) {
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
