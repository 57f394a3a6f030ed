import { FILE_FORMATS } from "@rapport/model";
import { z } from "zod";
import { CrmError } from "../../errors.ts";
import type { ExportDefinition } from "../../exports/definition.ts";
import { csvMembers } from "../csv-members.ts";
import { issuesOf } from "../input-issues.ts";
import { objectType } from "./schemas.ts";
import { names, searchMembers } from "./search.ts";

export const object = objectType.describe("Object type of the records");
const FORMAT = { error: "The format must be csv or ndjson." };
export const format = z
  .enum(FILE_FORMATS, FORMAT)
  .meta({ description: "Format of the file", example: "csv" });
const FLAG = { error: "This must be true or false." };

export const exportInput = z.strictObject({
  object,
  ...searchMembers,
  properties: names("Properties to write; if omitted, all in CSV and those with a value in NDJSON"),
  associations: names("Object types whose associations to write"),
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

/**
 * Parses the definition of an export, as the body of a request has it.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export function parseExport(input: unknown): ExportDefinition {
  const given = exportInput.safeParse(input);
  if (given.success) return definitionOf(given.data);
  // The command line shows the messages without the paths.
  const issues = given.error.issues
    .flatMap(issuesOf)
    .map((issue) => ({ ...issue, message: `${issue.path}: ${issue.message}` }));
  throw new CrmError("INVALID_INPUT", "The export is invalid.", { issues });
}

export function definitionOf(input: z.infer<typeof exportInput>): ExportDefinition {
  const { format = "csv", gzip = false, labels = false, ...wanted } = input;
  return { ...wanted, format, gzip, labels };
}
