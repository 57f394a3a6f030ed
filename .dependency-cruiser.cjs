// The import rules of ARCHITECTURE.md. A path names the real file: a workspace package shows as its own sources.
const typesOnly = { dependencyTypesNot: ["type-only"] };
const rapport = "^(packages|apps)/";
const npm = (...names) => `node_modules/(${names.join("|")})(/|$)`;
const trpc = npm("@trpc");
const drivers = npm("better-sqlite3", "pg");

const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

// The folders of core, lowest first: each may import those before it. `routers` stands above all of them.
const rooms = [
  "workspace",
  "events",
  "words",
  "record-index",
  "schema",
  "records",
  "query",
  "audit",
  "access",
  "idempotency",
  "webhooks",
  "templates",
  "insights",
  "tenancy",
  "installation",
];
const inRoom = (names) => `^packages/core/src/(${names.join("|")})/`;

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      {},
      { circular: true },
      "Modules that need each other are one module. A type that two modules share is below both of them.",
    ),
    rule(
      "no-unresolved",
      {},
      { couldNotResolve: true },
      "An import that cannot be found escapes every other rule.",
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
      "A dialect knows its driver, Kysely and the schema, not the queries.",
    ),
    rule(
      "repositories-only-kysely-and-db",
      { path: "^packages/db/src/repositories/" },
      {
        path: `${rapport}|${npm("[^/]+")}`,
        pathNot: [
          "^packages/db/src/(?!index\\.ts|open\\.ts|migrate\\.ts)[^/]+\\.ts$",
          "^packages/db/src/dialect/(dialect|access-path|expressions|json|locks|schema-lock)\\.ts$",
          "^packages/db/src/repositories/",
          npm("kysely"),
        ],
      },
      "A repository queries: it needs Kysely and db's own schema, columns and paging.",
    ),
    rule(
      "repositories-not-each-other",
      { path: "^packages/db/src/repositories/([^/]+)" },
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
      "model-is-ground",
      { path: "^packages/model/src/" },
      { path: `${rapport}|${npm("[^/]+")}`, pathNot: "^packages/model/src/" },
      "The model is pure data: everything may import it, and it imports nothing.",
    ),
    rule(
      "sql-only-in-db",
      { path: `${rapport}[^/]+/src/`, pathNot: "^packages/(db|testing)/" },
      { path: `${npm("kysely")}|${drivers}` },
      "All SQL is in packages/db.",
    ),
    rule(
      "services-pure",
      { path: "^packages/core/src/", pathNot: "^packages/core/src/(routers/|index\\.ts$)" },
      { path: `${trpc}|${npm("trpc-openapi", "trpc-to-openapi", "express", "@types/express")}` },
      "Services know nothing of tRPC or HTTP.",
    ),
    rule(
      "services-not-routers",
      { path: "^packages/core/src/", pathNot: "^packages/core/src/(routers/|index\\.ts$)" },
      { path: "^packages/core/src/(routers/|index\\.ts$)" },
      "Routers call services, never the other way round.",
    ),
    rule(
      "rooms-listed",
      { path: "^packages/core/src/[^/]+/", pathNot: inRoom([...rooms, "routers"]) },
      {},
      "A folder of core has its place in the order above.",
    ),
    ...rooms.map((room, i) =>
      rule(
        `${room}-not-above`,
        { path: inRoom([room]) },
        { path: inRoom([...rooms.slice(i + 1), "routers"]) },
        "The folders of core have an order, so that none needs another that needs it.",
      ),
    ),
    rule(
      "core-ground",
      { path: "^packages/core/src/[^/]+$", pathNot: "/(index|open-deps|worker)\\.ts$" },
      { path: "^packages/core/src/([^/]+/|(index|open-deps|worker)\\.ts$)" },
      "What every folder of core needs imports none of them; their implementations come from open-deps.ts.",
    ),
    rule(
      "routers-not-db",
      { path: "^packages/core/src/routers/" },
      { path: "^packages/db/" },
      "A procedure asks a service; the service asks the repository.",
    ),
    rule(
      "routers-not-http",
      { path: "^packages/core/src/routers/" },
      { path: npm("express", "@types/express") },
      "Procedures do not know which surface calls them.",
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
      "Core knows nothing of the applications built on it.",
    ),
    rule(
      "api-only-core",
      { path: "^apps/api/src/" },
      { path: rapport, pathNot: "^(apps/api|packages/(core|db|model))/" },
      "The API is built from core.",
    ),
    rule(
      "api-db-only-in-service",
      { path: "^apps/api/src/", pathNot: "^apps/api/src/service\\.ts$" },
      { path: "^packages/db/" },
      "The database is opened in the composition root and nowhere else.",
    ),
    rule(
      "openapi-only-in-rest",
      { path: `${rapport}[^/]+/src/`, pathNot: "^apps/api/src/rest/" },
      { path: npm("trpc-openapi", "trpc-to-openapi"), ...typesOnly },
      "The REST adapter's peculiarities are owned by one folder; others may name its types.",
    ),
    rule(
      "admin-pages-types-only",
      { path: "^apps/admin/src/" },
      { path: rapport, pathNot: "^(apps/admin|packages/model)/src/", ...typesOnly },
      "The pages run in a browser: besides the model they may only know types.",
    ),
    rule(
      "admin-pages-not-db",
      { path: "^apps/admin/src/" },
      { path: "^packages/(?!(core|model)/)" },
      "The pages know the procedures, nothing below them.",
    ),
    rule(
      "client-types-only",
      { path: "^packages/client/src/", pathNot: "^packages/client/src/model\\.ts$" },
      { path: rapport, pathNot: "^packages/client/src/", ...typesOnly },
      "Integrators install the client without the service. The build replaces model.ts by its values.",
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
      "Nothing that ships needs the test tools.",
    ),
    rule(
      "apps-not-each-other",
      { path: "^apps/([^/]+)/(src|server)/" },
      {
        path: "^apps/",
        pathNot: ["^apps/$1/", "^apps/api/src/(config|program|service|http/.+)\\.ts$"],
      },
      "Applications share only the composition root; all else they share belongs in a package.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(apps|packages)/[^/]+/(dist|coverage)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".d.ts"],
    },
  },
};
