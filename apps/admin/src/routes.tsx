import { REPORT_NAMES } from "@rapport/model";
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import {
  project,
  root,
  setUpFactor,
  signedIn,
  signIn,
  start,
  tenants,
  welcome,
} from "./frame-routes.tsx";
import { isSection } from "./pages/access/section-names.ts";
import { validateAuditSearch } from "./pages/audit/search.ts";
import { binSearch } from "./pages/bin/search.ts";
import { duplicatesSearch } from "./pages/duplicates/search.ts";
import { draftSearch, uploadSearch } from "./pages/imports/search.ts";
import { schemaSearch } from "./pages/schema/search.ts";
import { templatesSearch } from "./pages/templates/search.ts";
import { requestsSearch, usageSearch } from "./pages/usage/search.ts";
import { deliveriesSearch, endpointsSearch } from "./pages/webhooks/search.ts";
import { hasType } from "./project-types.ts";
import { recordSearch, recordsSearch } from "./records/search.ts";
import { reportSearch } from "./reports/settings.ts";
import { textIn, withoutUndefined } from "./search-values.ts";
import { PageError } from "./shell/page-errors.tsx";
import { PagePending } from "./ui/pages/page.tsx";

/**
 * The routes of the admin app. A page's code is loaded when it is first opened. Loaders throw `notFound`, because
 * their error shows within the surrounding layout; an error from `beforeLoad` would replace the layout.
 */

/** Makes an address whose parameter is no id one that leads nowhere. */
function onlyId<const Name extends string>(name: Name, form = /^[1-9]\d{0,14}$/) {
  return ({ params }: { readonly params: Readonly<Record<Name, string>> }) => {
    if (!form.test(params[name])) throw notFound();
  };
}

const home = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/home/home.tsx"), "Home"),
});

const objects = createRoute({
  getParentRoute: () => project,
  path: "/$plural",
  loader: async ({ params }) => {
    if (!(await hasType(params))) throw notFound();
  },
  component: Outlet,
});

const records = createRoute({
  getParentRoute: () => objects,
  path: "/",
  validateSearch: recordsSearch,
  component: lazyRouteComponent(() => import("./pages/records/records.tsx"), "Records"),
});

const board = createRoute({
  getParentRoute: () => objects,
  path: "/board",
  validateSearch: recordsSearch,
  component: lazyRouteComponent(() => import("./pages/board/board.tsx"), "BoardPage"),
});

const record = createRoute({
  getParentRoute: () => objects,
  path: "/$recordId",
  validateSearch: recordSearch,
  component: lazyRouteComponent(() => import("./pages/record/record.tsx"), "Record"),
});

const bin = createRoute({
  getParentRoute: () => project,
  path: "/bin",
  validateSearch: binSearch,
  component: lazyRouteComponent(() => import("./pages/bin/bin.tsx"), "Bin"),
});

const currencies = createRoute({
  getParentRoute: () => project,
  path: "/currencies",
  component: lazyRouteComponent(() => import("./pages/currencies/currencies.tsx"), "Currencies"),
});

const allResults = createRoute({
  getParentRoute: () => project,
  path: "/search",
  // The text that is searched for.
  validateSearch: ({ q }: Record<string, unknown>): { q?: string | undefined } =>
    withoutUndefined({ q: textIn(q) }),
  component: lazyRouteComponent(() => import("./pages/search/all-results.tsx"), "AllResults"),
});

const duplicates = createRoute({
  getParentRoute: () => project,
  path: "/duplicates",
  validateSearch: duplicatesSearch,
  component: lazyRouteComponent(() => import("./pages/duplicates/duplicates.tsx"), "Duplicates"),
});

const imports = createRoute({
  getParentRoute: () => project,
  path: "/imports",
  component: lazyRouteComponent(() => import("./pages/imports/imports.tsx"), "Imports"),
});

const upload = createRoute({
  getParentRoute: () => project,
  path: "/imports/new",
  validateSearch: uploadSearch,
  component: lazyRouteComponent(() => import("./pages/imports/upload.tsx"), "Upload"),
});

const draft = createRoute({
  getParentRoute: () => project,
  path: "/imports/draft/$draftId",
  loader: onlyId("draftId", /^[\w-]{16}$/),
  validateSearch: draftSearch,
  component: lazyRouteComponent(() => import("./pages/imports/draft/draft.tsx"), "DraftPage"),
});

const importRun = createRoute({
  getParentRoute: () => project,
  path: "/imports/$importId",
  loader: onlyId("importId"),
  component: lazyRouteComponent(() => import("./pages/imports/run/run.tsx"), "Run"),
});

const exports = createRoute({
  getParentRoute: () => project,
  path: "/exports",
  component: lazyRouteComponent(() => import("./pages/exports/exports.tsx"), "Exports"),
});

const changes = createRoute({
  getParentRoute: () => project,
  path: "/changes",
  component: lazyRouteComponent(() => import("./pages/changes/changes.tsx"), "Changes"),
});

const change = createRoute({
  getParentRoute: () => project,
  path: "/changes/$changeId",
  loader: onlyId("changeId"),
  component: lazyRouteComponent(() => import("./pages/changes/change.tsx"), "ChangePage"),
});

const schema = createRoute({
  getParentRoute: () => project,
  path: "/schema/$plural",
  validateSearch: schemaSearch,
  loader: async ({ params }) => {
    if (!(await hasType(params))) throw notFound();
  },
  component: lazyRouteComponent(() => import("./pages/schema/schema.tsx"), "Schema"),
});

const access = createRoute({
  getParentRoute: () => project,
  path: "/access/$section",
  loader: ({ params }) => {
    if (!isSection(params.section)) throw notFound();
  },
  // Id of the client or key whose details are open, or `new` for the form of a new one.
  validateSearch: ({ open }: Record<string, unknown>): { open?: string | number } =>
    typeof open === "string" || typeof open === "number" ? { open } : {},
  component: lazyRouteComponent(() => import("./pages/access/access.tsx"), "Access"),
});

const webhooks = createRoute({
  getParentRoute: () => project,
  path: "/webhooks",
  validateSearch: endpointsSearch,
  component: lazyRouteComponent(() => import("./pages/webhooks/endpoints.tsx"), "Endpoints"),
});

const deliveries = createRoute({
  getParentRoute: () => project,
  path: "/webhooks/deliveries",
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(() => import("./pages/webhooks/deliveries.tsx"), "Deliveries"),
});

const delivery = createRoute({
  getParentRoute: () => project,
  path: "/webhooks/deliveries/$deliveryId",
  loader: onlyId("deliveryId"),
  component: lazyRouteComponent(() => import("./pages/webhooks/delivery.tsx"), "Delivery"),
});

const templates = createRoute({
  getParentRoute: () => project,
  path: "/templates",
  validateSearch: templatesSearch,
  component: lazyRouteComponent(() => import("./pages/templates/templates.tsx"), "Templates"),
});

const reports = createRoute({
  getParentRoute: () => project,
  path: "/reports",
  beforeLoad: ({ params }) => {
    throw redirect({
      to: "/p/$projectId/reports/$report",
      params: { ...params, report: REPORT_NAMES[0] },
      replace: true,
    });
  },
});

const report = createRoute({
  getParentRoute: () => project,
  path: "/reports/$report",
  validateSearch: reportSearch,
  loader: ({ params }) => {
    if (!REPORT_NAMES.some((name) => name === params.report)) throw notFound();
  },
  component: lazyRouteComponent(() => import("./pages/reports/report.tsx"), "Report"),
});

const usage = createRoute({
  getParentRoute: () => project,
  path: "/usage",
  validateSearch: usageSearch,
  component: lazyRouteComponent(() => import("./pages/usage/usage.tsx"), "Usage"),
});

const requests = createRoute({
  getParentRoute: () => project,
  path: "/usage/requests",
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import("./pages/usage/requests.tsx"), "Requests"),
});

const audit = createRoute({
  getParentRoute: () => project,
  path: "/audit",
  validateSearch: validateAuditSearch,
  component: lazyRouteComponent(() => import("./pages/audit/audit.tsx"), "Audit"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    setUpFactor,
    welcome,
    signedIn.addChildren([
      start,
      tenants,
      project.addChildren([
        home,
        objects.addChildren([records, board, record]),
        bin,
        currencies,
        allResults,
        duplicates,
        imports,
        upload,
        draft,
        importRun,
        exports,
        changes,
        change,
        schema,
        access,
        webhooks,
        deliveries,
        delivery,
        templates,
        reports,
        report,
        usage,
        requests,
        audit,
      ]),
    ]),
  ]),
  defaultPreload: "intent",
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // Without it, values that `validateSearch` leaves out reach the pages.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
