import { z } from "zod";
import { CSV_DELIMITERS } from "../csv.ts";
import { EXPORT_ENCODINGS } from "../exports/encode.ts";

/** Members of an export that say how its CSV file is written. */
export const csvMembers = {
  delimiter: z
    .enum(CSV_DELIMITERS, { error: "The delimiter must be a comma, a semicolon, a tab or |." })
    .optional()
    .describe("What separates the cells of a CSV file; a comma if omitted"),
  encoding: z
    .enum(EXPORT_ENCODINGS, {
      error: `The encoding must be one of ${EXPORT_ENCODINGS.join(", ")}.`,
    })
    .optional()
    .describe(
      "Encoding of a CSV file: utf-8 if omitted, and with `labels` utf-8-bom, which begins with a byte order mark. Characters that a windows encoding does not have become `?`",
    ),
  protectFormulas: z
    .boolean({ error: "This must be true or false." })
    .optional()
    .describe(
      "Whether a `'` goes in front of text that a spreadsheet would run as a formula; true if omitted",
    ),
};
