import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { api, failureStatus, queryClient } from "./api.ts";
import { showTypes } from "./object-types.ts";
import { loadTypes, useProjectTypes } from "./project-types.ts";
import { signInMethods } from "./session.ts";
import { PageError, PageMissing } from "./shell/page-errors.tsx";
import { FactorNeeded } from "./shell/session/factor-needed.tsx";
import { SessionEnded } from "./shell/session/session-ended.tsx";
import { Shell } from "./shell/shell.tsx";
import { useCurrentProject } from "./shell/use-project.ts";

/** The routes around the pages of a project: the sign-in, the shell, the tenants and the project in the address. */

export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <FactorNeeded />
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

/** Where a link to join, or to set a password, leads. Its token is in the fragment. */
export const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: lazyRouteComponent(() => import("./pages/sign-in/welcome.tsx"), "Welcome"),
});

/** Where an admin sets up the second factor that owners require. */
export const setUpFactor = createRoute({
  getParentRoute: () => root,
  path: "/second-factor",
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === "string" ? { to } : {},
  beforeLoad: async ({ location }) => {
    const me = await signedInAdmin(location.href);
    if (!me.needsFactor) throw redirect({ to: "/" });
  },
  component: lazyRouteComponent(() => import("./pages/sign-in/set-up-factor.tsx"), "SetUpFactor"),
  errorComponent: PageError,
});

/** Everything behind the sign-in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location }) => {
    const me = await signedInAdmin(location.href);
    // If the rule came while a page is open, a dialog asks over the page, so that unsaved input is kept.
    if (me.needsFactor && queryClient.getQueryData(api.tenants.list.queryKey()) === undefined) {
      throw redirect({ to: "/second-factor", search: { to: location.href } });
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
  beforeLoad: ({ preload }) => {
    if (!preload) showTypes();
  },
  component: lazyRouteComponent(() => import("./pages/tenants/tenants.tsx"), "Tenants"),
});

/** The project is part of the URL, so that a link opens the same project for another admin. */
export const project = createRoute({
  getParentRoute: () => signedIn,
  path: "/p/$projectId",
  // The pages below name the types. An error is thrown by the loader, within the layout.
  beforeLoad: ({ params, preload }) => {
    // Starts now, so that both questions go to the server in one request.
    void queryClient.prefetchQuery(api.tenants.list.queryOptions());
    return loadTypes(params.projectId, preload).catch(() => undefined);
  },
  loader: async ({ params }) => {
    const tenants = await queryClient.ensureQueryData(api.tenants.list.queryOptions());
    const projects = tenants.flatMap((tenant) => tenant.projects);
    if (!projects.some(({ id }) => String(id) === params.projectId)) throw notFound();
    await loadTypes(params.projectId, true);
  },
  component: ProjectPages,
  notFoundComponent: PageMissing,
});

/** The pages of the project, until the admin loses the role in its tenant. */
function ProjectPages() {
  const project = useCurrentProject();
  useProjectTypes(project?.id);
  return project === undefined ? <PageMissing /> : <Outlet />;
}

/** @throws redirect to the sign-in if no admin is signed in */
async function signedInAdmin(to: string) {
  try {
    return await queryClient.ensureQueryData(api.me.queryOptions());
  } catch (error) {
    if (failureStatus(error) !== 401) throw error;
    throw redirect({ to: "/sign-in", search: { to } });
  }
}
