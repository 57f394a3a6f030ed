import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { TemplateFilters, TemplatesSearch } from "./search.ts";

export type Template = Outputs["templates"]["list"]["templates"][number];

/** Fetches the templates that match the filters, oldest first. */
export function useTemplates({ name, language, status, category }: TemplateFilters) {
  const input = { projectId: useProjectId(), name, language, status, category };
  return useInfiniteQuery(
    api.templates.list.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
}

/** Returns the open form or template, which is part of the URL, and functions to change it. */
export function useOpened() {
  const { open } = useSearch({ from: "/signed-in/p/$projectId/templates" });
  const navigate = useNavigate({ from: "/p/$projectId/templates" });
  const show = (open: TemplatesSearch["open"]) =>
    void navigate({ search: (before) => ({ ...before, open }), resetScroll: false });
  return { open, show, close: () => show(undefined) };
}
