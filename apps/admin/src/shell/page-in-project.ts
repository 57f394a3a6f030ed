import { useLocation } from "@tanstack/react-router";
import { useMe } from "../session.ts";
import { pagesOf } from "./destinations.ts";

/**
 * Returns a function that gives the path of the open page in another project. A page of one thing, such as a record, becomes
 * the list that has it. Filters and views are left out, because they name properties of this project.
 */
export function usePageIn(): (projectId: number) => string {
  const { pathname } = useLocation();
  const { role } = useMe();
  const rest = /^\/p\/\d+(\/.*)$/.exec(pathname)?.[1] ?? "";
  return (projectId) => {
    const base = `/p/${projectId}`;
    const here = `${base}${rest}`;
    const kept = pagesOf(projectId, role !== null)
      .map(({ to }) => to)
      .filter((to) => here === to || here.startsWith(`${to}/`))
      .reduce((longest, to) => (to.length > longest.length ? to : longest), base);
    // Reports are one destination.
    return rest.startsWith("/reports/") ? here : kept;
  };
}
