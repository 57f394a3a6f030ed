/** Formats of the files that imports read and exports write. */
export const FILE_FORMATS = ["csv", "ndjson"] as const;

/** Largest file that is attached to a record, in bytes. */
export const MAX_ATTACHMENT_BYTES = 25 * 1024 ** 2;

/** What the rows of an import do. */
export const IMPORT_MODES = ["create", "update", "upsert"] as const;

/** How the dates of an import may be written, besides ISO 8601. */
export const DATE_FORMATS = [
  "YYYY-MM-DD",
  "YYYY/MM/DD",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "DD-MM-YYYY",
  "MM/DD/YYYY",
  "MM-DD-YYYY",
] as const;
