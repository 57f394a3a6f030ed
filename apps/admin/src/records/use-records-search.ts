import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { withoutUndefined } from "../search-values.ts";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { type RecordsSearch, readGroups, readSort, recordsSearch } from "./search.ts";
import {
  NO_PARAMS,
  toViewParams,
  VIEW_PARAMS,
  type View,
  type ViewContent,
  type ViewParams,
} from "./views/view-params.ts";

/** Parameters that the browser remembers for the admin while no view is open. */
const OWN_PARAMS = ["columns", "collapsed", "cards"] as const;

/**
 * Returns what the table or board of a type shows: the saved view in the URL with the changes in the URL, or without a
 * view what the URL and the browser say. The returned function changes it.
 */
export function useRecordsSearch(type: string, layout: ViewContent["layout"]) {
  const given = useSearch({ strict: false });
  const search = useMemo(() => recordsSearch(given), [given]);
  const navigate = useNavigate();
  const views = useViews(type);
  const [own, setOwn] = useOwnLayout(type);
  const view = views.data?.find(({ id }) => id === search.view);
  const base = useMemo(
    () => (view ? toViewParams(view.content) : { ...NO_PARAMS, ...own }),
    [view, own],
  );
  const params = useMemo(() => {
    const entries = VIEW_PARAMS.map((name) => [name, search[name] ?? base[name]]);
    return Object.fromEntries(entries) as unknown as ViewParams;
  }, [search, base]);
  const change = useCallback(
    (changes: RecordsSearch, how: { readonly replace?: boolean } = {}) => {
      const own = view === undefined ? OWN_PARAMS.filter((name) => name in changes) : [];
      if (own.length > 0) setOwn(Object.fromEntries(own.map((name) => [name, changes[name]])));
      const next = withoutBase(changes, base);
      for (const name of own) next[name] = undefined;
      return navigate({
        to: ".",
        search: ((before: RecordsSearch) => ({ ...before, ...next })) as never,
        ...how,
      });
    },
    [navigate, base, view, setOwn],
  );
  const query = useMemo(
    () => ({ sort: readSort(params.sort), ...readGroups(params.filter) }),
    [params.sort, params.filter],
  );
  const { q, form } = search;
  const address = useMemo(() => withoutUndefined({ ...search, form: undefined }), [search]);
  return {
    ...query,
    search: q,
    form,
    /** The query parameters without the side form. */
    address,
    params,
    change,
    view,
    viewId: search.view,
    /** Whether it is known what the view shows, or that there is none. */
    isReady: search.view === undefined || !views.isPending,
    isChanged: view !== undefined && differs(view, params, layout),
    layout,
  };
}

export type Asked = ReturnType<typeof useRecordsSearch>;

type OwnLayout = Partial<Pick<ViewParams, "columns" | "collapsed" | "cards">>;

/** Returns how the admin arranged a type's table and board outside of views, stored in the browser. */
function useOwnLayout(type: string) {
  const projectId = useProjectId();
  const [stored, store] = useLocalStorage<OwnLayout>({
    key: `rapport.layout.${projectId}.${type}`,
    defaultValue: NONE,
    getInitialValueInEffect: false,
  });
  const own = useMemo(() => textsIn(stored), [stored]);
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      store((before) => textsIn({ ...before, ...changes })),
    [store],
  );
  return [own, change] as const;
}

const NONE: OwnLayout = {};

/** The storage may hold anything. */
function textsIn(stored: unknown): OwnLayout {
  const texts = Object.entries(stored ?? {}).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(texts);
}

/** Leaves out query parameters that have the value of the view, or the default without a view. */
function withoutBase(changes: RecordsSearch, base: ViewParams): Record<string, unknown> {
  const next: Record<string, unknown> = { ...changes };
  for (const name of VIEW_PARAMS) {
    if (!(name in changes)) continue;
    const text = changes[name] ?? NO_PARAMS[name];
    next[name] = text === base[name] ? undefined : text;
  }
  return next;
}

function differs(view: View, params: ViewParams, layout: ViewContent["layout"]): boolean {
  const saved = toViewParams(view.content);
  return view.content.layout !== layout || VIEW_PARAMS.some((name) => saved[name] !== params[name]);
}

/** Fetches the saved views of a type that the admin sees. */
export function useViews(type: string) {
  const project = useProject();
  return useQuery(project.views.list.queryOptions({ type }));
}
