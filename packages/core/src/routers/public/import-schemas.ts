import { DATE_FORMATS, FILE_FORMATS, IMPORT_MODES } from "@rapport/model";
import { z } from "zod";
import { MAX_EMPTY_VALUES } from "../../imports/cell-values.ts";
import { encodingName } from "../../imports/encoding.ts";
import { MAX_CELL_LINE_ENDS } from "../../imports/files.ts";
import { DECIMAL_SEPARATORS, type ImportOptions } from "../../imports/settings.ts";
import { storableText } from "../../storable-text.ts";
import { refusalOfInput, withExamples } from "../input-issues.ts";
import { recordSchema, suchAs, timestamp } from "../schemas.ts";
import { idSchema, objectType } from "./schemas.ts";

const MAX_NAME_CHARACTERS = 255;

const object = objectType.describe("The type of the records");

const name = storableText.min(1).max(MAX_NAME_CHARACTERS);

const ENCODING_UNKNOWN =
  'No encoding has this name. Give one of the Encoding standard of WHATWG. Example: "windows-1252"';

/** The options of an import, as callers give them (specification §26). */
export const importOptions = z.strictObject({
  object,
  mode: z.enum(IMPORT_MODES).meta({
    description:
      "Whether rows create records, update those that `idProperty` finds, or do one or the other (`upsert`)",
    example: "create",
  }),
  idProperty: name
    .meta({
      description:
        "The property that finds the records; indexed, with a single value. In the mode `update` also `id`",
      example: "email",
    })
    .optional(),
  format: z
    .enum(FILE_FORMATS)
    .default("csv")
    .describe("CSV with a header, or one JSON object per line"),
  mapping: recordSchema(storableText.max(MAX_NAME_CHARACTERS), name.nullable())
    .default({})
    .meta({
      description:
        "The property of each column, by the column's name; null to ignore it. Other columns go by the internal name or the label of a property. An empty name with null ignores values without a column, whose rows are refused otherwise",
      example: { "E-mail": "email", Notes: null },
    }),
  associations: z
    .array(
      z.strictObject({
        column: name.meta({
          description: "Column whose values find the records",
          example: "Company",
        }),
        object: object.describe("Type of the records to associate with"),
        idProperty: name.meta({
          description: "Property that finds them, or `id`",
          example: "name",
        }),
        type: name
          .describe("Key of a label of the association; the plain one if omitted")
          .optional(),
      }),
    )
    .max(10)
    .default([])
    .describe("Columns that associate each row's record with others"),
  dateFormat: z
    .enum(DATE_FORMATS)
    .default("YYYY-MM-DD")
    .describe(
      "How dates are written. ISO 8601 is always understood. A time without a zone is in UTC",
    ),
  decimalSeparator: z
    .enum(DECIMAL_SEPARATORS)
    .optional()
    .describe(
      "Separator of decimals; the other one may separate groups of three digits. `.` if omitted, but then a column whose numbers can be read in two ways, such as `1.234` and `2.500`, is refused",
    ),
  multiValueSeparator: storableText
    .min(1)
    .max(5)
    .default(";")
    .describe(suchAs("Separates the values of a cell that has several", "|")),
  emptyCells: z
    .enum(["keep", "clear"])
    .default("keep")
    .describe("Whether an empty cell keeps the value of an existing record or clears it"),
  emptyValues: z
    .array(storableText.min(1).max(MAX_NAME_CHARACTERS))
    .max(MAX_EMPTY_VALUES)
    .default([])
    .meta({
      description: "Texts that stand for an empty cell",
      example: ["#N/A", "NULL", "\\N"],
    }),
  longCells: z
    .enum(["refuse", "allow"])
    .default("refuse")
    .describe(
      `Whether a row with a cell of more than ${MAX_CELL_LINE_ENDS} lines is refused, because a missing quote may have caused it`,
    ),
  encoding: z
    .string()
    .max(MAX_NAME_CHARACTERS)
    .transform((label, ctx) => {
      const found = encodingName(label);
      if (found === undefined) ctx.addIssue(ENCODING_UNKNOWN);
      return found;
    })
    .optional()
    .meta({
      description:
        "Encoding of the file, as the Encoding standard of WHATWG names it; recognized if omitted. A byte order mark is more certain",
      example: "windows-1250",
    }),
});

/** Returns the options of an import as they are stored: a separator that is not given is open. */
export function toImportOptions({
  decimalSeparator,
  ...given
}: Omit<z.infer<typeof importOptions>, "object">): ImportOptions {
  const openForms = decimalSeparator === undefined ? (["decimalSeparator"] as const) : [];
  return { ...given, decimalSeparator: decimalSeparator ?? ".", openForms };
}

const count = z.int().min(0);

const undoing = z
  .object({
    state: z.enum(["running", "done", "failed", "cancelled"]).describe("State of the undoing"),
    failure: z.string().nullable().describe("Why it failed"),
    deleted: count.describe("Created records that were deleted"),
    restored: count.describe("Updated records that got their values back"),
    left: count.describe(
      "Records that stay as they are, because something else changed them since",
    ),
  })
  .meta({ id: "ImportUndo" });

export const importView = z
  .object({
    id: z.int().positive().meta({ description: "Id of the import", example: 7 }),
    object: z.string().meta({ description: "Type of the records", example: "contact" }),
    mode: z.enum(IMPORT_MODES).describe("What rows do"),
    idProperty: z.string().nullable().describe("The property that finds records"),
    format: z.enum(FILE_FORMATS).describe("Format of the file"),
    fileName: z.string().nullable().describe("Name of the file; null if it is not known"),
    state: z
      .enum(["waiting", "running", "done", "cancelled", "failed", "undone"])
      .describe("`waiting` until the data has arrived"),
    failure: z.string().nullable().describe("Why it failed"),
    read: count.describe("Rows that were read"),
    created: count.describe("Rows that created a record"),
    updated: count.describe("Rows that changed a record"),
    unchanged: count.describe("Rows that changed nothing"),
    refused: count.describe("Rows that were refused"),
    blank: count.describe("Rows without a value; ignored, and counted nowhere else"),
    rows: count.nullable().describe("Rows of the file; null before the data has arrived"),
    bytesRead: count.describe("Bytes that were read, as UTF-8"),
    bytes: count.nullable().describe("Bytes of the unpacked file, as UTF-8"),
    encoding: z.string().nullable().meta({ description: "Its encoding", example: "utf-8" }),
    delimiter: z.string().nullable().meta({ description: "Its delimiter", example: "," }),
    undo: undoing.nullable().describe("The undoing of the import"),
    createdAt: timestamp.describe("When it was created"),
    startedAt: timestamp.nullable().describe("When its first rows were written"),
    endedAt: timestamp.nullable().describe("When it ended"),
    keptUntil: timestamp
      .nullable()
      .describe(
        "Until then it can be undone, and its refused rows are kept; null before its end, and if its files are gone because a record of its type was erased or the database was restored",
      ),
  })
  .meta({ id: "Import" });

export const byId = z.strictObject({
  importId: idSchema("An import").meta({ description: "Id of the import", example: 7 }),
});

/**
 * Parses the id of an import, as a path has it.
 *
 * @throws CrmError INVALID_INPUT
 */
export function parseImportId(importId: string): number {
  const given = byId.safeParse({ importId });
  if (given.success) return given.data.importId;
  throw withExamples(byId, refusalOfInput(given.error), []);
}
