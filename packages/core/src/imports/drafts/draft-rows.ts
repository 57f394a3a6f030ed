import type { Deps } from "../../deps.ts";
import type { Row, RowPosition } from "../row.ts";
import { importRows } from "../run-import.ts";
import type { Draft, Scope } from "./draft.ts";

/** Reads the rows of a draft's file from a position on. */
export function draftRows(
  deps: Deps,
  scope: Scope,
  { fileId: file, settings: { options, delimiter, columns } }: Draft,
  position: RowPosition = { offset: 0, rows: 0 },
): AsyncGenerator<Row> {
  const { offset, rows: read } = position;
  return importRows(deps, scope, options, { file, delimiter, columns }, { offset, read });
}
