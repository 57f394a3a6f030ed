import { z } from "zod";
import { openCursor, sealCursor } from "../../paging.ts";
import { storedActor } from "../../principal.ts";
import { prepareSync, writeSync } from "../../templates/sync.ts";
import { listTemplates } from "../../templates/templates.ts";
import { noRecords, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { cursorFaults } from "../reading.ts";
import { filter, nextCursor, numericId, page, shownAs, timestamp } from "../schemas.ts";
import { operation } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { envelope, success } from "./schemas.ts";

const TAGS = ["Templates"];

/** Empty input, because the tenant comes from the token (specification §4.1). Rejects each member by name. */
const nothing = z
  .looseObject({})
  .superRefine((given, issues) => {
    for (const name of Object.keys(given)) {
      const isIdentifier = /tenant|user|project|workspace|account|cin$/i.test(name);
      issues.addIssue({
        code: "custom",
        path: [name],
        params: { code: isIdentifier ? "identifier_forbidden" : "unrecognized_key" },
        message: isIdentifier
          ? "The tenant comes from the access token. Send no tenant, project or user identifier."
          : "This operation takes no query parameters and no body members.",
      });
    }
  })
  .meta(shownAs({ type: "object", properties: {}, additionalProperties: false }));

const updatedTemplate = z.object({
  template_name: z.string().describe("Name returned by the platform"),
  language_code: z.string().describe("Language code used for matching"),
  old_status: z.string().describe("Local status before the sync"),
  new_status: z.string().describe("Latest status on the platform"),
  old_category: z.string().describe("Local category before the sync"),
  new_category: z.string().describe("Latest category on the platform"),
});

const count = z.int().nonnegative();

const syncResult = z
  .object({
    total_fetched_from_meta: count.describe("Templates fetched from the messaging platform"),
    matched: count.describe("Fetched templates that exist locally with the same name and language"),
    updated: count.describe("Matched templates whose status or category changed"),
    unchanged: count.describe("Matched templates that were up to date"),
    not_found: count.describe("Fetched templates that do not exist locally"),
    updated_templates: z
      .array(updatedTemplate)
      .readonly()
      .describe("One entry for each changed template"),
  })
  .meta({ id: "TemplateSyncResult" });

/** POST /templates/sync-status (specification §4.1) */
const syncStatus = operation("templates:write", "POST /templates/sync-status", {
  errors: [502],
  tags: TAGS,
  summary: "Sync template status",
  description:
    "Fetches every template of the tenant's messaging account. Local templates with the same name and language get their status and category. Takes no body.",
  input: nothing,
  output: envelope(syncResult),
}).mutation(({ ctx, input }) => {
  const { deps, principal } = ctx;
  const prepare = () => prepareSync(deps, principal.tenantId);
  const request = { operation: "templates.syncStatus", input, recordIdsIn: noRecords, prepare };
  return withIdempotencyKeyHeader(ctx, request, async ({ deps }, prepared) => {
    const result = await writeSync(deps, prepared, storedActor(principal));
    const { updated, matched } = result;
    const message = `Templates synced: ${updated} of ${matched} matched templates updated.`;
    return success(message, result);
  });
});

/** Limit of a filter; an import has the same limit for each field. */
const MAX_FIELD_CHARACTERS = 512;

const list = operation("templates:read", "GET /templates", {
  tags: TAGS,
  summary: "List templates",
  description: "Lists the tenant's local templates, oldest first.",
  input: z.strictObject({
    ...page,
    name: filter("Only templates of this name", "order_confirmation", MAX_FIELD_CHARACTERS),
    status: filter("Only templates in this status", "APPROVED", MAX_FIELD_CHARACTERS),
    category: filter("Only templates of this category", "UTILITY", MAX_FIELD_CHARACTERS),
    language: filter(
      "Only templates in this language; en_US and en-US are the same",
      "en_US",
      MAX_FIELD_CHARACTERS,
    ),
  }),
  check: cursorFaults,
  output: envelope(
    z.object({
      templates: z
        .array(
          z.object({
            id: numericId.describe("Id of the local template"),
            name: z.string().describe("Name, as on the platform"),
            language: z.string().describe("Language code, as it was added"),
            status: z.string().describe("Status as of the last sync that changed it"),
            category: z.string().describe("Category as of the last sync that changed it"),
            components: z
              .unknown()
              .describe("Components as imported; null if the template has none"),
            createdAt: timestamp.describe("When it was added"),
            updatedAt: timestamp.describe("When it was last changed"),
          }),
        )
        .readonly()
        .describe("The templates of this page"),
      nextCursor,
    }),
  ),
}).query(async ({ ctx, input }) => {
  const { limit, cursor, ...given } = input;
  const identity = { list: "templates", filter: given };
  const { templates, next } = await listTemplates(ctx.deps, ctx.principal.tenantId, given, {
    after: openCursor(ctx, identity, cursor),
    limit,
  });
  return success("Templates found.", {
    templates,
    nextCursor: sealCursor(ctx, identity, next),
  });
});

export const templates = router({ syncStatus, list });
