import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { api, queryClient, statusOf } from "./api.ts";
import { signInMethods } from "./session.ts";
import { PageError, PageMissing } from "./shell/page-errors.tsx";
import { SessionEnded } from "./shell/session-ended.tsx";
import { Shell } from "./shell/shell.tsx";

/** The routes around the pages of a project: the sign-in, the shell, the tenants and the project in the address. */

export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <SessionEnded />
    </>
  ),
  notFoundComponent: () => (
    <main>
      <PageMissing />
    </main>
  ),
});

export const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { to?: string; error?: string } => ({
    ...(typeof search.to === "string" ? { to: search.to } : {}),
    ...(typeof search.error === "string" ? { error: search.error } : {}),
  }),
  // Prefetched, so that the form does not move while the admin types.
  loader: () => queryClient.prefetchQuery(signInMethods),
  component: lazyRouteComponent(() => import("./pages/sign-in/sign-in.tsx"), "SignIn"),
});

/** Everything behind the sign-in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(api.me.queryOptions());
    } catch (error) {
      if (statusOf(error) !== 401) throw error;
      throw redirect({ to: "/sign-in", search: { to: location.href } });
    }
  },
  loader: () => queryClient.ensureQueryData(api.tenants.list.queryOptions()),
  component: Shell,
  errorComponent: PageError,
});

export const start = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  beforeLoad: async () => {
    const tenants = await queryClient.ensureQueryData(api.tenants.list.queryOptions());
    const first = tenants.flatMap(({ projects }) => projects)[0];
    if (first === undefined) throw redirect({ to: "/tenants" });
    throw redirect({ to: "/p/$projectId", params: { projectId: String(first.id) } });
  },
});

export const tenants = createRoute({
  getParentRoute: () => signedIn,
  path: "/tenants",
  component: lazyRouteComponent(() => import("./pages/tenants/tenants.tsx"), "Tenants"),
});

/** The project is part of the URL, so that a link opens the same project for another admin. */
export const project = createRoute({
  getParentRoute: () => signedIn,
  path: "/p/$projectId",
  loader: async ({ params }) => {
    const tenants = await queryClient.ensureQueryData(api.tenants.list.queryOptions());
    const projects = tenants.flatMap((tenant) => tenant.projects);
    if (!projects.some(({ id }) => String(id) === params.projectId)) throw notFound();
  },
  component: Outlet,
  notFoundComponent: PageMissing,
});
