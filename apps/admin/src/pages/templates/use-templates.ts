import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { TemplateFilters, TemplatesSearch } from "./search.ts";

export type Template = Outputs["templates"]["list"]["templates"][number];

/** What a change of templates or of their account makes out of date. */
export const INVALIDATED_BY_TEMPLATES = [api.templates.pathKey(), api.home.templates.pathKey()];

/** The templates that the address asks for, oldest first. */
export function useTemplates({ name, language, status, category }: TemplateFilters) {
  const input = { projectId: useProjectId(), name, language, status, category };
  return useInfiniteQuery(
    api.templates.list.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
}

/** What the address says is open beside the list, and the ways to change that. */
export function useOpened() {
  const { open } = useSearch({ from: "/signed-in/p/$projectId/templates" });
  const navigate = useNavigate({ from: "/p/$projectId/templates" });
  const show = (open: TemplatesSearch["open"]) =>
    void navigate({ search: (before) => ({ ...before, open }), resetScroll: false });
  return { open, show, close: () => show(undefined) };
}
