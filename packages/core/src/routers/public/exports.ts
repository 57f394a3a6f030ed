import { FILE_FORMATS, recordScopes } from "@rapport/model";
import { z } from "zod";
import { recordScope } from "../../access/require-scope.ts";
import { CrmError } from "../../errors.ts";
import type { ExportDefinition } from "../../exports/definition.ts";
import { EXPORT_ENCODINGS } from "../../exports/encode.ts";
import { EXPORT_STATES, type ExportView } from "../../exports/export-state.ts";
import {
  cancelExport,
  checkExport,
  createExport,
  deleteExport,
  listExports,
  readExport,
} from "../../exports/exports.ts";
import { MAX_OPEN_EXPORTS } from "../../exports/limits.ts";
import type { ProjectSchema } from "../../object-schema.ts";
import { scalarText } from "../../scalar-text.ts";
import { noRecords, withIdempotencyKeyHeader } from "../idempotency-key.ts";
import { toIssues } from "../input-issues.ts";
import { cursorFaults } from "../reading.ts";
import { csvMembers, noData, numericId, page, timestamp } from "../schemas.ts";
import { operation, requireNamedScopes } from "../scoped-procedures.ts";
import { router } from "../trpc.ts";
import { names, searchMembers } from "./records/search.ts";
import { envelope, idSchema, objectType, resultsPage, success } from "./schemas.ts";

/** One of these is needed: that of the exported type. */
const SCOPES = recordScopes("read");

const object = objectType.describe("Object type of the records");
const FORMAT = { error: "The format must be csv or ndjson." };
const format = z
  .enum(FILE_FORMATS, FORMAT)
  .meta({ description: "Format of the file", example: "csv" });

const exported = z
  .object({
    id: numericId.describe("Id of the export"),
    object,
    format,
    gzip: z.boolean().describe("Whether the file is compressed with gzip"),
    labels: z.boolean().describe("Whether the file has labels and names instead of keys and ids"),
    delimiter: z.string().nullable().describe("What separates the cells; null for NDJSON"),
    encoding: z.enum(EXPORT_ENCODINGS).describe("Encoding of the file"),
    state: z
      .enum(EXPORT_STATES)
      .meta({ description: "`done` if the file can be downloaded", example: "done" }),
    rows: z.int().nonnegative().describe("Records in the file so far"),
    bytes: z.int().nonnegative().describe("Bytes of the file so far"),
    failure: z.string().nullable().describe("Why it failed; null if it did not"),
    createdAt: timestamp.describe("When it was created"),
    startedAt: timestamp.nullable().describe("When the writing began"),
    endedAt: timestamp.nullable().describe("When it was done, failed or was cancelled"),
    expiresAt: timestamp.nullable().describe("When the file is deleted; null unless it is done"),
  })
  .meta({ id: "Export" });

const tags = ["Exports"];
const withId = z.strictObject({
  exportId: idSchema("An export").meta({
    description: "Id of the export, as returned by its creation",
    example: 7,
  }),
});

const FLAG = { error: "This must be true or false." };

const exportInput = z.strictObject({
  object,
  ...searchMembers,
  properties: names(
    "Properties to write; if omitted, all in CSV and those with a value in NDJSON",
    "email",
  ),
  associations: names("Object types whose associations to write", "companies"),
  format: format.optional().describe("Format of the file; csv if omitted"),
  gzip: z.boolean(FLAG).optional().describe("Whether to compress the file with gzip"),
  labels: z
    .boolean(FLAG)
    .optional()
    .describe(
      "Whether a CSV file has labels and names of associated records instead of internal names, keys and ids",
    ),
  ...csvMembers,
});

/** The exports of a project (specification §27). The download is no procedure; see `openExportFile`. */
export const exports = router({
  create: operation(SCOPES, "POST /api/crm/exports", {
    status: 201,
    tags,
    summary: "Create an export",
    description: `Writes all records that a search finds into a file, without a maximum number. Read the export until its state is \`done\`, then download the file. At most ${MAX_OPEN_EXPORTS} exports of a project can be open. Needs the scope \`crm.{plural}.read\` of the object type, and with \`labels\` of the types in \`associations\` too.`,
    requires: [requireNamedScopes(scopesOfInput)],
    input: exportInput,
    check: (ctx, input) => checkExport(ctx, input),
    output: envelope(exported),
  }).mutation(({ ctx, input }) => {
    const request = { operation: "exports.create", input, recordIdsIn: noRecords };
    return withIdempotencyKeyHeader(ctx, request, async (ctx) =>
      success("Export created.", await createExport(ctx, toDefinition(input))),
    );
  }),
  list: operation(SCOPES, "GET /api/crm/exports", {
    tags,
    summary: "List exports",
    description:
      "Returns the exports of the object types that the token may read, newest first. A page may be short or empty although `nextCursor` is not null.",
    input: z.strictObject(page),
    check: cursorFaults,
    output: envelope(resultsPage(exported, "The exports of this page, newest first")),
  }).query(async ({ ctx, input }) => success("Exports found.", await listExports(ctx, input))),
  read: operation(SCOPES, "GET /api/crm/exports/{exportId}", {
    errors: [404],
    tags,
    summary: "Read an export",
    description: "Returns how far an export has come.",
    input: withId,
    output: envelope(exported),
  }).query(async ({ ctx, input }) =>
    success("Export found.", await readExport(ctx, input.exportId)),
  ),
  cancel: operation(SCOPES, "POST /api/crm/exports/{exportId}/cancel", {
    errors: [404],
    tags,
    summary: "Cancel an export",
    description:
      "Ends an export that waits or runs, and deletes its file. One that has ended is 409.",
    input: withId,
    output: envelope(exported),
  }).mutation(({ ctx, input }) => {
    const request = { operation: "exports.cancel", input, recordIdsIn: noRecords };
    return withIdempotencyKeyHeader(ctx, request, async (call) =>
      success<ExportView>("Export cancelled.", await cancelExport(call, input.exportId)),
    );
  }),
  delete: operation(SCOPES, "DELETE /api/crm/exports/{exportId}", {
    errors: [404, 409],
    tags,
    summary: "Delete an export",
    description:
      "Deletes an export that has ended, and its file. One that waits or runs must be cancelled first (409).",
    input: withId,
    output: envelope(noData),
  }).mutation(async ({ ctx, input }) => {
    await deleteExport(ctx, input.exportId);
    return success("Export deleted.", null);
  }),
});

function scopesOfInput(input: unknown, { objects }: ProjectSchema): readonly string[] {
  const { object, associations, labels } = (input ?? {}) as Readonly<Record<string, unknown>>;
  // With labels, the file has names of associated records, which are values of other types.
  const named = labels === true && Array.isArray(associations) ? associations : [];
  const types = [object, ...named].flatMap((name) => objects.get(scalarText(name) ?? "") ?? []);
  return types.map((type) => recordScope(type, "read"));
}

/**
 * Parses the definition of an export, as the body of a request has it.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export function parseExport(input: unknown): ExportDefinition {
  const given = exportInput.safeParse(input);
  if (given.success) return toDefinition(given.data);
  // The command line shows the messages without the paths.
  const issues = given.error.issues
    .flatMap(toIssues)
    .map((issue) => ({ ...issue, message: `${issue.path}: ${issue.message}` }));
  throw new CrmError("INVALID_INPUT", "The export is invalid.", { issues });
}

function toDefinition(input: z.infer<typeof exportInput>): ExportDefinition {
  const { format = "csv", gzip = false, labels = false, ...wanted } = input;
  return { ...wanted, format, gzip, labels };
}
