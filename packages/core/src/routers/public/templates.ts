import { z } from "zod";
import { openCursor, sealCursor } from "../../cursor.ts";
import { actorOf } from "../../principal.ts";
import { syncTemplates } from "../../templates/sync.ts";
import { listTemplates } from "../../templates/templates.ts";
import { filter, nextCursor, numericId, page, shownAs, timestamp } from "../schemas.ts";
import { reportCursorFaults, router, scopedProcedure } from "../trpc.ts";
import { envelope, success } from "./envelope.ts";

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
          ? "The tenant comes from the access token; send no tenant, project or user identifier."
          : "This operation takes neither query parameters nor members of a body.",
      });
    }
  })
  .meta(shownAs({ type: "object", properties: {}, additionalProperties: false }));

const updatedTemplate = z.object({
  template_name: z.string().describe("Name returned by the platform"),
  language_code: z.string().describe("Language code used for matching"),
  old_status: z.string().describe("Local status before"),
  new_status: z.string().describe("Latest status on the platform"),
  old_category: z.string().describe("Local category before"),
  new_category: z.string().describe("Latest category on the platform"),
});

const count = z.int().nonnegative();

const syncResult = z
  .object({
    total_fetched_from_meta: count.describe("Templates fetched from the messaging platform"),
    matched: count.describe("Of those, how many there are locally, by name and language"),
    updated: count.describe("Matched templates whose status or category was changed"),
    unchanged: count.describe("Matched templates that were up to date"),
    not_found: count.describe("Templates of the platform that there are not locally"),
    updated_templates: z
      .array(updatedTemplate)
      .readonly()
      .describe("One entry for each changed template"),
  })
  .meta({ id: "TemplateSyncResult" });

/** POST /templates/sync-status (specification §4.1) */
const syncStatus = scopedProcedure("templates:write")
  .meta({
    scope: "templates:write",
    openapi: {
      method: "POST",
      path: "/templates/sync-status",
      tags: TAGS,
      summary: "Sync template status",
      description:
        "Fetches every template of the tenant's messaging account and gives local templates of the same name and language their status and category. Takes no body.",
      protect: true,
    },
  })
  .input(nothing)
  .output(envelope(syncResult))
  .mutation(async ({ ctx }) => {
    const result = await syncTemplates(ctx.deps, ctx.principal.tenantId, actorOf(ctx.principal));
    const { updated, matched } = result;
    return success(`Templates synced: ${updated} of ${matched} matched templates updated.`, result);
  });

/** Characters of a filter; an import has the same limit for each field. */
const LONGEST = 512;

const list = scopedProcedure("templates:read")
  .meta({
    scope: "templates:read",
    openapi: {
      method: "GET",
      path: "/templates",
      tags: TAGS,
      summary: "List templates",
      description: "The tenant's local templates, oldest first.",
      protect: true,
    },
  })
  .use(reportCursorFaults())
  .input(
    z.strictObject({
      ...page,
      name: filter("Only templates of this name", "order_confirmation", LONGEST),
      status: filter("Only templates in this status", "APPROVED", LONGEST),
      category: filter("Only templates of this category", "UTILITY", LONGEST),
      language: filter(
        "Only templates in this language; en_US and en-US are one",
        "en_US",
        LONGEST,
      ),
    }),
  )
  .output(
    envelope(
      z.object({
        templates: z
          .array(
            z.object({
              id: numericId.describe("Id of the local template"),
              name: z.string().describe("Name, as on the platform"),
              language: z.string().describe("Language code, as it was added"),
              status: z.string().describe("Status as of the last sync that changed it"),
              category: z.string().describe("Category as of the last sync that changed it"),
              components: z.unknown().describe("Its parts, as they were imported; null without"),
              createdAt: timestamp.describe("When it was added"),
              updatedAt: timestamp.describe("When it was last changed"),
            }),
          )
          .readonly()
          .describe("The templates of this page"),
        nextCursor,
      }),
    ),
  )
  .query(async ({ ctx, input }) => {
    const { limit, cursor, ...given } = input;
    const identity = { list: "templates", filter: given };
    const { templates, next } = await listTemplates(ctx.deps, ctx.principal.tenantId, given, {
      after: openCursor(ctx.deps, ctx.principal, identity, cursor),
      limit,
    });
    return success("Templates found.", {
      templates,
      nextCursor: sealCursor(ctx.deps, ctx.principal, identity, next),
    });
  });

export const templates = router({ syncStatus, list });
