// The import rules of ARCHITECTURE.md. Paths are real files: an import of a workspace package is a path to its sources.
const typesOnly = { dependencyTypesNot: ["type-only"] };
const rapport = "^(packages|apps)/";
const npm = (...names) => `node_modules/(${names.join("|")})(/|$)`;
const trpc = npm("@trpc");
const drivers = npm("better-sqlite3", "pg");

const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

// The folders of core, lowest first. Each may import the folders before it. `routers` may import all of them.
const coreFolders = [
  "events",
  "values",
  "words",
  "record-index",
  "schema",
  "quotas",
  "files",
  "jobs",
  "records",
  "query",
  "duplicates",
  "audit",
  "activities",
  "access",
  "views",
  "exports",
  "record-jobs",
  "imports",
  "changes",
  "idempotency",
  "feed",
  "webhooks",
  "templates",
  "currencies",
  "insights",
  "usage",
  "reports",
  "tenancy",
  "project-files",
  "schema-files",
  "hubspot",
  "installation",
];
const inFolder = (names) => `^packages/core/src/(${names.join("|")})/`;

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      {},
      { circular: true },
      "If modules need each other, merge them, or move what they share below both.",
    ),
    rule(
      "no-unresolved",
      {},
      { couldNotResolve: true },
      "The other rules cannot check an import that does not resolve.",
    ),
    rule(
      "dialect-only-drivers-and-kysely",
      { path: "^packages/db/src/dialect/" },
      {
        path: `${rapport}|${npm("[^/]+")}`,
        pathNot: [
          "^packages/db/src/(dialect/|[^/]+\\.ts$)",
          drivers,
          npm("@types/better-sqlite3", "@types/pg", "kysely"),
        ],
      },
      "A dialect imports its driver, Kysely and the schema, but no queries.",
    ),
    rule(
      "repositories-only-kysely-and-db",
      { path: "^packages/db/src/repositories/" },
      {
        path: `${rapport}|${npm("[^/]+")}`,
        pathNot: [
          "^packages/db/src/(?!index\\.ts|open\\.ts|migrate\\.ts)[^/]+\\.ts$",
          "^packages/db/src/dialect/(dialect|access-path|expressions|json|locks|packed-record|place|word-index)\\.ts$",
          "^packages/db/src/repositories/",
          npm("kysely"),
        ],
      },
      "A repository only queries, so it needs only Kysely and db's own schema, columns and helpers.",
    ),
    rule(
      "repositories-not-each-other",
      { path: "^packages/db/src/repositories/(.+)" },
      { path: "^packages/db/src/repositories/", pathNot: "^packages/db/src/repositories/$1" },
      "Code that needs two repositories is a service.",
    ),
    rule(
      "db-knows-nothing-above",
      { path: "^packages/db/src/" },
      { path: rapport, pathNot: "^packages/db/src/" },
      "The database package is the lowest layer.",
    ),
    rule(
      "model-imports-nothing",
      { path: "^packages/model/src/" },
      { path: `${rapport}|${npm("[^/]+")}`, pathNot: "^packages/model/src/" },
      "The model is pure data. Everything may import it, and it imports nothing.",
    ),
    rule(
      "sql-only-in-db",
      { path: `${rapport}[^/]+/src/`, pathNot: "^packages/(db|testing)/" },
      { path: `${npm("kysely")}|${drivers}` },
      "All SQL is in packages/db.",
    ),
    rule(
      "services-pure",
      { path: "^packages/core/src/", pathNot: "^packages/core/src/routers/" },
      { path: `${trpc}|${npm("trpc-openapi", "trpc-to-openapi", "express", "@types/express")}` },
      "Services do not depend on tRPC or HTTP.",
    ),
    rule(
      "services-not-routers",
      { path: "^packages/core/src/", pathNot: "^packages/core/src/routers/" },
      { path: "^packages/core/src/(routers/|index\\.ts$)" },
      "Routers call services. Services do not call routers, and their index exports none.",
    ),
    rule(
      "commands-not-routers",
      { path: "^(apps/cli|packages/service)/src/", pathNot: "/(export-records|refusal)\\.ts$" },
      { path: "^packages/core/src/routers/" },
      "Loading the routers doubles the start of a command. Call a service.",
    ),
    rule(
      "core-folders-listed",
      { path: "^packages/core/src/[^/]+/", pathNot: inFolder([...coreFolders, "routers"]) },
      {},
      "Add the folder to the order above.",
    ),
    ...coreFolders.map((folder, i) =>
      rule(
        `${folder}-not-above`,
        { path: inFolder([folder]) },
        { path: inFolder([...coreFolders.slice(i + 1), "routers"]) },
        "A folder of core imports only the folders below it, so there are no circles.",
      ),
    ),
    rule(
      "core-shared-files",
      { path: "^packages/core/src/[^/]+$", pathNot: "/(index|open-deps|worker)\\.ts$" },
      { path: "^packages/core/src/([^/]+/|(index|open-deps|worker)\\.ts$)" },
      "The files that every folder of core needs import no folder. open-deps.ts provides the implementations.",
    ),
    rule(
      "routers-not-db",
      { path: "^packages/core/src/routers/" },
      { path: "^packages/db/" },
      "A procedure calls a service, and the service calls the repository.",
    ),
    rule(
      "routers-not-http",
      { path: "^packages/core/src/routers/" },
      { path: npm("express", "@types/express") },
      "Procedures do not depend on the surface that calls them.",
    ),
    rule(
      "routers-not-each-other",
      { path: "^packages/core/src/routers/([^/]+)/" },
      { path: "^packages/core/src/routers/[^/]+/", pathNot: "^packages/core/src/routers/$1/" },
      "The public, workspace and admin branches share services, not procedures.",
    ),
    rule(
      "core-only-db",
      { path: "^packages/core/src/" },
      { path: rapport, pathNot: "^packages/(core|db|model)/src/" },
      "Core does not depend on the applications.",
    ),
    rule(
      "service-only-core-and-db",
      { path: "^packages/service/src/" },
      { path: rapport, pathNot: "^packages/(service|core|db|model)/" },
      "What the programs share is below all of them.",
    ),
    rule(
      "apps-use-services",
      { path: "^apps/(api|cli|admin)/(src|server)/" },
      { path: rapport, pathNot: "^(apps/|packages/(service|core|model)/)" },
      "The programs use the services. Only the composition root opens the database.",
    ),
    rule(
      "db-only-in-service",
      { path: "^packages/service/src/", pathNot: "^packages/service/src/service\\.ts$" },
      { path: "^packages/db/" },
      "Only the composition root opens the database.",
    ),
    rule(
      "rest-adapter-in-two-folders",
      { path: `${rapport}[^/]+/src/`, pathNot: "^apps/api/src/(rest|openapi)/" },
      { path: npm("trpc-openapi", "trpc-to-openapi"), ...typesOnly },
      "Only REST and its document use the REST adapter. Others may import its types.",
    ),
    rule(
      "admin-pages-types-only",
      { path: "^apps/admin/src/" },
      { path: rapport, pathNot: "^(apps/admin|packages/model)/src/", ...typesOnly },
      "The pages run in a browser. They may import the model, and only types of the rest.",
    ),
    rule(
      "admin-pages-not-db",
      { path: "^apps/admin/src/" },
      { path: "^packages/(?!(core|model)/)" },
      "The pages use the procedures, and nothing below them.",
    ),
    rule(
      "client-types-only",
      { path: "^packages/client/src/", pathNot: "^packages/client/src/model\\.ts$" },
      { path: rapport, pathNot: "^packages/client/src/", ...typesOnly },
      "Integrators install the client without the service. The build replaces model.ts with its values.",
    ),
    rule(
      "client-few-dependencies",
      { path: "^packages/client/src/" },
      {
        path: npm("[^/]+"),
        pathNot: npm("oauth4webapi", "@trpc/client", "@trpc/server"),
        ...typesOnly,
      },
      "Integrators install the client without the service.",
    ),
    rule(
      "testing-only-in-tests",
      { path: `${rapport}[^/]+/(src|server)/`, pathNot: "^packages/testing/" },
      { path: "^packages/testing/|/test/" },
      "Released code does not import test tools.",
    ),
    rule(
      "traces-load-only-if-on",
      {
        path: "^(apps|packages/service)/",
        pathNot: "^packages/service/src/operation/tracing\\.ts$",
      },
      {
        path: [npm("@opentelemetry"), "^packages/service/src/operation/tracing\\.ts$"],
        dynamic: false,
      },
      "The code of traces is loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set.",
    ),
    rule(
      "agents-load-with-their-first-call",
      { path: "^apps/[^/]+/src/", pathNot: "^apps/api/src/mcp/server\\.ts$" },
      { path: [npm("@modelcontextprotocol"), "^apps/api/src/mcp/server\\.ts$"], dynamic: false },
      "The SDK takes 12 MiB of memory, which only those who have agents need.",
    ),
    rule(
      "apps-not-each-other",
      { path: "^apps/([^/]+)/(src|server)/" },
      {
        path: "^apps/",
        pathNot: "^apps/$1/",
      },
      "What applications share is in a package.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^(apps|packages)/[^/]+/(dist|coverage)/", "/generated/[^/]+\\.ts$"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".d.ts"],
    },
  },
};
