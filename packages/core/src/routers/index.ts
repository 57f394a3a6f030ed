export {
  checkMembers,
  checkParsed,
  checkUnparsed,
  DEEPEST_LEVEL,
  type Unparsed,
} from "../json-text.ts";
export { downloadTable } from "./admin/records/exports.ts";
export {
  AGENT_INSTRUCTIONS,
  callTool,
  listTools,
  type ToolAnswer,
} from "./agents/index.ts";
export {
  errorAnswer,
  type Surface,
  toCrmError,
  trpcFailure,
  trpcHeaders,
} from "./answers.ts";
export { type AppRouter, appRouter, listProcedures, type Procedure } from "./app.ts";
export type { Context, Meta } from "./context.ts";
export { hubspotRefusal, notServed } from "./hubspot/errors.ts";
export {
  callHubspot,
  type HubspotRoute,
  hubspotRoutes,
  requireHubspotAccess,
} from "./hubspot/index.ts";
export { isHubspotPath, notServedAt } from "./hubspot/not-served.ts";
export { exampleText } from "./input-issues.ts";
export { makeExample } from "./input-schema.ts";
export { type EventStream, openEventStream } from "./public/event-stream.ts";
export { parseExport } from "./public/exports.ts";
export { parseImportId } from "./public/import-schemas.ts";
export { pathParameters } from "./reading.ts";
export { OBJECT_PARAM, scopesFor } from "./scoped-procedures.ts";
export { noteRequestId } from "./trpc.ts";
